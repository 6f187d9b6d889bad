/** Never splits a surrogate pair. */
export const cutText = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text;
