import { readJson } from '#src/lib/json.ts';
import { getReceived, WITHHELD, type Answer, type Outcome, type ResponseBody } from './outcome.ts';

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
const decodeInRounds = (text: string): string[] | undefined => {
  const rounds: string[] = [];
  for (let next = text; next !== rounds.at(-1); next = decodeOnce(next)) {
    if (rounds.push(next) > MAX_ROUNDS) return undefined;
  }
  return rounds;
};

const MASK = '•••';
/** In characters. What is left around a shorter secret would tell too much of it. */
const MIN_MASKED_LENGTH = 8;

/** If an answer is cut within the secret, this many characters of it hide the answer. */
const MIN_PREFIX_LENGTH = 4;
/** Shorter Base64 matches by chance. */
const MIN_BASE64_LENGTH = 6;

/**
 * Ignores case, "+" for a space, the two alphabets of Base64, backslashes, which decoding removes together with the
 * character after the secret, and the zeros of UTF-16.
 */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('+', ' ')
    .replaceAll('-', ' ')
    .replaceAll('_', '/')
    .replaceAll('\\', '')
    .replaceAll('\0', '');

/** The Base64 of a secret depends on its offset in a group of three bytes. */
const toBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
    const encoded = btoa(String.fromCharCode(...bytes));
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < MIN_BASE64_LENGTH ? [] : [own];
  });

/** In any form. */
export const repeatsSecret = (
  { text, truncated }: Pick<ResponseBody, 'text' | 'truncated'>,
  given: string,
): boolean => {
  const secret = given.trim();
  const decodedTexts = decodeInRounds(text);
  if (!decodedTexts) return true;
  const forms = [...(decodeInRounds(secret) ?? [secret]), ...toBase64(secret)].map(normalize);
  // A blank secret can be anywhere, so hide every answer.
  if (forms[0] === '') return true;
  const searched = forms.filter((form) => form !== '');
  return decodedTexts.map(normalize).some((decoded) => {
    if (searched.some((form) => decoded.includes(form))) return true;
    // The last escape may be cut too, so look for the start of the secret near the end.
    return (
      truncated &&
      searched.some((form) => decoded.slice(-6 * form.length).includes(form.slice(0, MIN_PREFIX_LENGTH)))
    );
  });
};

/** Undefined if the text may hold the secret in another form. */
const mask = (text: string, truncated: boolean, secret: string): string | undefined => {
  const masked = secret.length < MIN_MASKED_LENGTH ? text : text.replaceAll(secret, MASK);
  return repeatsSecret({ text: masked, truncated }, secret) ? undefined : masked;
};

/** Masks or hides an answer that repeats the secret. Call it before anything stores or shows the outcome. */
export const withholdSecret = (outcome: Outcome, secret: string): Outcome => {
  const received = getReceived(outcome).answer;
  if (!received) return outcome;
  const { body, requestId } = received;
  const said = outcome.kind === 'accepted' ? outcome.message : outcome.problem.message;
  const text = mask(body.text, body.truncated, secret.trim());
  const message = mask(said ?? '', false, secret.trim());
  const isInId = requestId !== undefined && repeatsSecret({ text: requestId, truncated: false }, secret);
  // The engine keeps the last text that a regular expression matched: replace the secret by "".
  /^/.exec('');
  if (text === body.text && message === (said ?? '') && !isInId) return outcome;
  const isMasked = text !== undefined && message !== undefined;
  const shownBody = isMasked
    ? { ...body, text, json: body.json && readJson(text) }
    : { ...body, text: WITHHELD, truncated: false, json: undefined };
  const answer: Answer = { ...received, body: shownBody, requestId: isInId ? undefined : requestId };
  const shown = isMasked && said !== undefined ? message : undefined;
  if (outcome.kind === 'accepted') return { ...outcome, answer, message: shown };
  return { ...outcome, problem: { ...outcome.problem, answer, message: shown } };
};
