/** `found` counts every ID in the text, `repeated` those that came before. */
type ParsedIds = { ids: string[]; found: number; repeated: number };

// Invisible characters separate nothing.
const BETWEEN = /(?:(?!\ufeff)[\s,;"'`“”‘’])+/u;

/** Splits at white space, commas, semicolons and quotes. */
export const splitIds = (text: string): string[] => text.split(BETWEEN).filter((part) => part !== '');

/** The IDs of a pasted text, each once. */
export const parseIds = (text: string): ParsedIds => {
  const all = splitIds(text.replace(/^\ufeff/, ''));
  const ids = [...new Set(all)];
  return { ids, found: all.length, repeated: all.length - ids.length };
};

/** Not blank, and without a lone half of a surrogate pair, which a URL can't encode (RFC 3629, section 3). */
export const isSendable = (id: string): boolean => id.trim() !== '' && !/\p{Surrogate}/u.test(id);

/** For narrow places: the head may be cut, the tail stays visible. A short ID has no tail. */
export const splitForDisplay = (id: string): [head: string, tail: string] => {
  const characters = [...id];
  if (characters.length <= 16) return [id, ''];
  const at = characters.length - (characters.length > 24 ? 12 : 8);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
};

/** The last characters, at most half of the value. */
export const getEnding = (value: string, count: number): string => {
  const characters = [...value];
  const shown = Math.min(count, Math.floor(characters.length / 2));
  return shown > 0 ? characters.slice(-shown).join('') : '';
};
