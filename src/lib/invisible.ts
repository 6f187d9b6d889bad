// Controls, formats (such as those that turn the direction of text), ignorables and white space but for the plain space.
const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a text has characters that cannot be seen, or look like a plain space. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const marked = (character: string): string => `⟨${codePoint(character)}⟩`;

/** A text whose invisible characters are named by their code point: `wh-⟨U+202E⟩1`. */
export const withMarks = (text: string): string =>
  hasInvisible(text) ? text.replace(EACH_INVISIBLE, marked) : text;

/** A text without its invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '');

/** How often each invisible character stands in a text, by its code point: `U+200B`. Nothing else of the text. */
export const countInvisible = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [character] of text.matchAll(EACH_INVISIBLE)) {
    const name = codePoint(character);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};
