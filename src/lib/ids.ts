// Invisible characters don't separate IDs, nor does the comma of 1,23E+15.
const SEPARATORS =
  /(?:[[\s;"'`“”„‘’‚«»‹›，、。：；！？（）「」『』【】《》〈〉｡､]--[\ufeff]]|,(?!(?<=(?<![^\s;"',])\d,)\d+E\+\d))+/iv;

/** A line such as `+49 (30) 123-456` is one value. */
const PHONE_NUMBER = /^\s*\+\d[\d\s()./-]*$/;

/** Most lines of long lists. */
const ONE_ID = /^[a-z\d-][\w-]*$/i;

/** `[text](address)` of Markdown, `[text|address]` of Jira. */
const LINK = /\[([^\]\n|]+)(?:\]\(|\|)(https?:[^\s)\]|]+)(?:\|[^\]\n]*)?[)\]]/giu;

/** `<address|text>` of Slack. */
const SLACK_LINK = /<(https?:[^\s|>]+)\|([^>\n]+)>/giu;

/** Around an address, by Outlook's Safe Links, Google and Proofpoint. */
const WRAPPED_LINK =
  /https?:\/\/[^\s<>"'?]{1,200}?(?:\?(?:\w+=[^\s&<>"']*&){0,5}(?:url|q|u)=(https?%3a[^\s&<>"')\]]+)[^\s<>"')\]]*|\/v3\/__(https?:[^\s<>"']{1,2000}?)__;[^\s<>"')\]]*)/gi;

const hasLink = (text: string): boolean => /https?:/i.test(text);

/** As the address was before a mail or its source wrapped it. */
export const unwrapLinks = (text: string): string =>
  hasLink(text)
    ? text.replaceAll('&amp;', '&').replaceAll(WRAPPED_LINK, (whole, encoded?: string, plain?: string) => {
        try {
          return plain ?? decodeURIComponent(encoded ?? whole);
        } catch {
          return whole;
        }
      })
    : text;

/** Of links that chats and tickets write, the address of calls, or else the text. */
export const readLinks = (text: string): string => {
  if (!hasLink(text)) return text;
  const read = (address: string, words: string) => (/\/calls\b/.test(address) ? address : words);
  return unwrapLinks(text)
    .replaceAll(LINK, (_link, words: string, address: string) => read(address, words))
    .replaceAll(SLACK_LINK, (_link, address: string, words: string) => read(address, words));
};

/** Around a whole value, as chats and tickets stress it. */
const STRESS = /^(\*{1,2}|_{1,2})([^*]*[^*_])\1(?=[.:!?)]*$)/u;

export const removeStress = (value: string): string => value.replace(STRESS, '$2');

/** Also of `="00123"`, by which a spreadsheet keeps zeros. */
export const splitIds = (text: string): string[] =>
  ONE_ID.test(text)
    ? [text]
    : readLinks(text)
        .replaceAll(/(?<![^\s;,])="([^"\n]+)"/g, '$1')
        .split('\n')
        .flatMap((line) =>
          PHONE_NUMBER.test(line) ? [line.trim()] : line.split(SEPARATORS).map(removeStress),
        )
        .filter((part) => part !== '');

/** A URL cannot encode a lone half of a surrogate pair (RFC 3629, section 3). */
export const isSendable = (id: string): boolean => id.trim() !== '' && !/\p{Surrogate}/u.test(id);

export const splitForDisplay = (id: string): [head: string, tail: string] => {
  const characters = [...id];
  if (characters.length <= 16) return [id, ''];
  const at = characters.length - (characters.length > 24 ? 12 : 8);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
};

/** Returns at most half of the value. */
export const getEnding = (value: string, count: number): string => {
  const characters = [...value];
  const shown = Math.min(count, Math.floor(characters.length / 2));
  return shown > 0 ? characters.slice(-shown).join('') : '';
};
