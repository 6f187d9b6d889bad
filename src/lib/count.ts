/** A count as it is shown: `9,950`. */
export const number = (count: number): string => count.toLocaleString('en');

/** So many of something: `1 pair`, `9,950 pairs`. */
export const counted = (count: number, one: string): string =>
  `${number(count)} ${one}${count === 1 ? '' : 's'}`;
