type Last = 'and' | 'or';

export const separatorAfter = (at: number, count: number, last: Last = 'and'): string => {
  const left = count - 1 - at;
  if (left > 1) return ', ';
  return left === 1 ? ` ${last} ` : '';
};

/** "a, b and c". Creating `Intl.ListFormat` would take several milliseconds of the start. */
export const listWords = (words: readonly string[], last?: Last): string =>
  words.map((word, at) => word + separatorAfter(at, words.length, last)).join('');
