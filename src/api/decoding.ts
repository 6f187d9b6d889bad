/** The characters that HTML encoders write by a name, each behind its name. */
const NAMED =
  "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lcub{ lowbar_ lpar( lsqb[ lt< " +
  'nbsp\u00a0 num# percnt% period. plus+ quest? quot" rcub} rpar) rsqb] semi; sol/ verbar|';
const ENTITIES = new Map(NAMED.split(' ').map((named) => [named.slice(0, -1), named.slice(-1)]));

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** One character as a URL, a JSON string and HTML may write it. */
const ENCODED = /(?:%[\da-f]{2})+|\\u([\da-f]{4})|\\([^u])|&#x([\da-f]{1,6});|&#(\d{1,7});|&([a-z]+);/giu;

const character = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;

const fromUrl = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Cut within a character, or no UTF-8.
    return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => character(Number.parseInt(hex, 16), ''));
  }
};

const decodeOnce = (text: string): string =>
  text.replace(
    ENCODED,
    (whole, unit?: string, escaped?: string, hex?: string, decimal?: string, name?: string) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      if (escaped !== undefined) return CONTROLS[escaped] ?? escaped;
      if (hex !== undefined) return character(Number.parseInt(hex, 16), whole);
      if (decimal !== undefined) return character(Number(decimal), whole);
      return name === undefined ? fromUrl(whole) : (ENTITIES.get(name.toLowerCase()) ?? whole);
    },
  );

/** Nobody encodes so often but to hide something, or to keep the page busy. */
const MOST_ROUNDS = 20;

/**
 * A text as it came and after each round of decoding URL, JSON and HTML, until nothing is left to decode; undefined if that
 * takes too many rounds.
 */
export const decodings = (text: string): string[] | undefined => {
  const rounds: string[] = [];
  for (let next = text; next !== rounds.at(-1); next = decodeOnce(next)) {
    if (rounds.push(next) > MOST_ROUNDS) return undefined;
  }
  return rounds;
};
