// Invisible characters don't separate IDs, nor does the comma of 1,23E+15.
const SEPARATORS = /(?:[[\s;"'`“”„‘’‚«»‹›]--[\ufeff]]|,(?!(?<=(?<![^\s;"',])\d,)\d+E\+\d))+/iv;

/** A line such as `+49 (30) 123-456` is one value. */
const PHONE_NUMBER = /^\s*\+\d[\d\s()./-]*$/;

/** Most lines of long lists. */
const ONE_ID = /^[\w-]+$/;

/** Also of `="00123"`, by which a spreadsheet keeps zeros. */
export const splitIds = (text: string): string[] =>
  ONE_ID.test(text)
    ? [text]
    : text
        .replaceAll(/(?<![^\s;,])="([^"\n]+)"/g, '$1')
        .split('\n')
        .flatMap((line) => (PHONE_NUMBER.test(line) ? [line.trim()] : line.split(SEPARATORS)))
        .filter((part) => part !== '');

/** A URL cannot encode a lone half of a surrogate pair (RFC 3629, section 3). */
export const isSendable = (id: string): boolean => id.trim() !== '' && !/\p{Surrogate}/u.test(id);

export const splitForDisplay = (id: string, maxWhole = 16): [head: string, tail: string] => {
  const characters = [...id];
  if (characters.length <= maxWhole) return [id, ''];
  const at = characters.length - (characters.length > 24 ? 12 : 8);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
};

/** Returns at most half of the value. */
export const getEnding = (value: string, count: number): string => {
  const characters = [...value];
  const shown = Math.min(count, Math.floor(characters.length / 2));
  return shown > 0 ? characters.slice(-shown).join('') : '';
};
