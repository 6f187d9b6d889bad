// Controls, formats (such as those that reverse text), ignorables, and white space except the plain space.
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]--[ ]]/v;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gv');

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

const escapeCharacter = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

export const escapeInvisible = (text: string): string =>
  hasInvisible(text) ? text.replace(EACH_INVISIBLE, escapeCharacter) : text;

const SPACE_AT_END = /^ | $/g;

/** Of an ID: a space at an end is easily missed, too. */
export const hasHidden = (id: string): boolean => hasInvisible(id) || id.startsWith(' ') || id.endsWith(' ');

export const escapeId = (id: string): string => escapeInvisible(id).replace(SPACE_AT_END, escapeCharacter);

export const removeInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '');

// Tests single characters: the engine keeps the last text that was matched, which may be a secret.
export const describeInvisible = (text: string): string => {
  if (text.trim() === '') return '';
  const hasSpace = text.startsWith(' ') || text.endsWith(' ');
  return [
    hasSpace && 'Starts or ends with a space.',
    [...text].some(hasInvisible) && 'Contains hidden characters.',
  ]
    .filter(Boolean)
    .join(' ');
};

/** Turns other white space within the text into plain spaces, or into `inner`. */
export const cleanInvisible = (text: string, inner = ' '): string => {
  let rest = '';
  for (const one of text) {
    if (!hasInvisible(one)) rest += one;
    else if (one.trim() === '') rest += inner;
  }
  return rest.trim();
};
