/** `9,950`. Not `Intl.NumberFormat`, whose first use takes 20 ms of a start. */
export const formatNumber = (count: number): string =>
  String(count).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',');

/** With three significant digits. */
export const formatRate = (perSecond: number): string => formatNumber(Number(perSecond.toPrecision(3)));

export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // Above this, kilobytes would round to 1000.0.
  if (bytes >= 999_950) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e3).toFixed(1)} kB`;
};

type Last = 'and' | 'or';

export const separatorAfter = (at: number, count: number, last: Last = 'and'): string => {
  const left = count - 1 - at;
  if (left > 1) return ', ';
  return left === 1 ? ` ${last} ` : '';
};

/** Not `Intl.ListFormat`, whose creation takes several milliseconds. */
export const listWords = (words: readonly string[], last?: Last): string =>
  words.map((word, at) => word + separatorAfter(at, words.length, last)).join('');
