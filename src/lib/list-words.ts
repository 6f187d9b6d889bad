type Last = 'and' | 'or';

export const separatorAfter = (at: number, count: number, last: Last = 'and'): string => {
  const left = count - 1 - at;
  if (left > 1) return ', ';
  return left === 1 ? ` ${last} ` : '';
};

/** Not `Intl.ListFormat`, whose creation takes several milliseconds. */
export const listWords = (words: readonly string[], last?: Last): string =>
  words.map((word, at) => word + separatorAfter(at, words.length, last)).join('');
