/** HTML entities: each name is followed by its character. */
const NAMED_ENTITIES =
  "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lcub{ lowbar_ lpar( lsqb[ lt< " +
  'nbsp\u00a0 num# percnt% period. plus+ quest? quot" rcub} rpar) rsqb] semi; sol/ verbar|';
export const ENTITIES: ReadonlyMap<string, string> = new Map(
  NAMED_ENTITIES.split(' ').map((named) => [named.slice(0, -1), named.slice(-1)]),
);

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A character as a URL, a JSON string or HTML encodes it. */
const ENCODED = /(?:%[\da-f]{2})+|\\u([\da-f]{4})|\\([^u])|&#x([\da-f]{1,6});|&#(\d{1,7});|&([a-z]+);/giu;

const toCharacter = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;

const decodeUrl = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Cut within a character, or not UTF-8.
    return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => toCharacter(Number.parseInt(hex, 16), ''));
  }
};

const decodeOnce = (text: string): string =>
  text.replace(
    ENCODED,
    (whole, unit?: string, escaped?: string, hex?: string, decimal?: string, name?: string) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      if (escaped !== undefined) return CONTROLS[escaped] ?? escaped;
      if (hex !== undefined) return toCharacter(Number.parseInt(hex, 16), whole);
      if (decimal !== undefined) return toCharacter(Number(decimal), whole);
      return name === undefined ? decodeUrl(whole) : (ENTITIES.get(name.toLowerCase()) ?? whole);
    },
  );

/** More rounds only hide something or freeze the page. */
const MAX_ROUNDS = 20;

/** The text, and the text after each round of decoding URL, JSON and HTML. Undefined if that takes too many rounds. */
export const decodeInRounds = (text: string): string[] | undefined => {
  const rounds: string[] = [];
  for (let next = text; next !== rounds.at(-1); next = decodeOnce(next)) {
    if (rounds.push(next) > MAX_ROUNDS) return undefined;
  }
  return rounds;
};
