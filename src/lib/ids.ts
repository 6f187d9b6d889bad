/** `found` counts every ID in the text, `repeated` those left out because they stood there before. */
export type ParsedIds = { ids: string[]; found: number; repeated: number };

// White space that shows as such: what nobody sees parts nothing.
const BETWEEN = /(?:(?!\ufeff)[\s,;"'`“”‘’])+/u;

/** The values of a text without columns: parted by white space, commas, semicolons or quotes. */
export const splitIds = (text: string): string[] => text.split(BETWEEN).filter((part) => part !== '');

/** Takes IDs out of pasted text, without a byte order mark before it: split by white space, commas, semicolons or quotes, in their order, each once. */
export const parseIds = (text: string): ParsedIds => {
  const all = splitIds(text.replace(/^\ufeff/, ''));
  const ids = [...new Set(all)];
  return { ids, found: all.length, repeated: all.length - ids.length };
};

/**
 * Whether a text can be sent as an identifier: not blank, and well formed, since a lone half of a surrogate pair has
 * no encoding in a URL (RFC 3629, section 3).
 */
export const isSendable = (id: string): boolean => id.trim() !== '' && !/\p{Surrogate}/u.test(id);

/** An ID for a narrow place: the head may be cut, the tail stays visible. The tail is "" where the ID is short. */
export const splitForDisplay = (id: string): [head: string, tail: string] => {
  const characters = [...id];
  if (characters.length <= 16) return [id, ''];
  const at = characters.length - (characters.length > 24 ? 12 : 8);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
};

/** The last `count` characters, and never more than half of the value. */
export const getEnding = (value: string, count: number): string => {
  const characters = [...value];
  const shown = Math.min(count, Math.floor(characters.length / 2));
  return shown > 0 ? characters.slice(-shown).join('') : '';
};
