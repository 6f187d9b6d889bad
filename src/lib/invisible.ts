// Controls, formats (such as those that reverse text), ignorables, and white space except the plain space.
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]--[ ]]/v;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gv');

/** Printable ASCII. Without a regular expression, for the reason at `removeInvisible`, and faster in long lists. */
const isPrintableAscii = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
};

export const hasInvisible = (text: string): boolean => !isPrintableAscii(text) && INVISIBLE.test(text);

const escapeCharacter = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

export const escapeInvisible = (text: string): string =>
  hasInvisible(text) ? text.replace(EACH_INVISIBLE, escapeCharacter) : text;

const SPACE_AT_END = /^ | $/g;

/** For IDs of the log: before 2.0 they were sent as typed, with a space at an end. */
export const escapeId = (id: string): string => escapeInvisible(id).replace(SPACE_AT_END, escapeCharacter);

const WHITE_SPACE = /[[\s\p{Z}\x85]--[\ufeff]]/v;
const IS_SURROGATE = /\p{Cs}/v;

/**
 * Without invisible characters; white space becomes a plain space. A lone surrogate stays, since it can't be sent and an
 * error says so. One character at a time: the engine keeps the last text that a regular expression matched, and this one
 * may be a secret.
 */
export const removeInvisible = (text: string): string => {
  if (isPrintableAscii(text)) return text;
  let rest = '';
  for (const one of text) {
    if (!hasInvisible(one) || IS_SURROGATE.test(one)) rest += one;
    else if (WHITE_SPACE.test(one)) rest += ' ';
  }
  return rest;
};

/** What every ID, SID, token and number passes on its way in: no invisible characters, no white space at the ends. */
export const cleanInvisible = (text: string): string => removeInvisible(text).trim();

/** For the note at a field; "" if cleaning removes nothing that a user would miss. */
export const describeCleaning = (text: string): string => {
  const isPlain = [...text].every((one) => !hasInvisible(one) || WHITE_SPACE.test(one));
  const spaces = removeInvisible(text) !== cleanInvisible(text) && cleanInvisible(text) !== '';
  if (isPlain) return spaces ? 'Spaces at the ends were removed.' : '';
  return spaces ? 'Hidden characters and spaces were removed.' : 'Hidden characters were removed.';
};
