type Last = 'and' | 'or';

/** What stands after the word at this place of a list: a comma, "and", nothing. */
export const separatorAfter = (at: number, count: number, last: Last = 'and'): string => {
  const left = count - 1 - at;
  if (left > 1) return ', ';
  return left === 1 ? ` ${last} ` : '';
};

/** "a, b and c". Not by `Intl.ListFormat`: making one takes the browser several milliseconds of a page's start. */
export const listWords = (words: readonly string[], last?: Last): string =>
  words.map((word, at) => word + separatorAfter(at, words.length, last)).join('');
