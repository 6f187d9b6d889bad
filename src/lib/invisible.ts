// Controls, formats (such as those that reverse text), ignorables, and white space except the plain space.
const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

const formatCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const escapeCharacter = (character: string): string => `⟨${formatCodePoint(character)}⟩`;

export const escapeInvisible = (text: string): string =>
  hasInvisible(text) ? text.replace(EACH_INVISIBLE, escapeCharacter) : text;

export const removeInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '');

const INVISIBLE_NAMES: Readonly<Record<string, string>> = {
  '\t': 'tab',
  '\n': 'line break',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u2060': 'word joiner',
  '\ufeff': 'byte order mark',
};

// These test single characters: the engine keeps the last text that was matched, which may be a secret.
export const describeInvisible = (text: string): string => {
  if (text.trim() === '') return '';
  const names = new Set<string>();
  for (const one of text) if (hasInvisible(one)) names.add(INVISIBLE_NAMES[one] ?? formatCodePoint(one));
  const sentences: string[] = [];
  if (text.startsWith(' ') || text.endsWith(' ')) sentences.push('Starts or ends with a space.');
  if (names.size > 0) {
    const what = names.size === 1 ? 'a hidden character' : 'hidden characters';
    sentences.push(`Contains ${what} (${[...names].join(', ')}).`);
  }
  return sentences.join(' ');
};

/** Turns white space within the text into plain spaces. */
export const cleanInvisible = (text: string): string => {
  let rest = '';
  for (const one of text) {
    if (!hasInvisible(one)) rest += one;
    else if (one.trim() === '') rest += ' ';
  }
  return rest.trim();
};
