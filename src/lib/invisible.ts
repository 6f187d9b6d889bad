// Controls, formats (such as those that turn the direction of text), ignorables and white space but for the plain space.
const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a text has characters that cannot be seen, or look like a plain space. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

const marked = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text whose invisible characters are named by their code point: `wh-⟨U+202E⟩1`. */
export const withMarks = (text: string): string =>
  hasInvisible(text) ? text.replace(EACH_INVISIBLE, marked) : text;
