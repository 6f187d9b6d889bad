import type { Answer, Outcome, ResponseBody } from '#src/api/outcome.ts';
import { decodings } from './decoding.ts';

/** Stands in place of an answer that repeats the secret. */
export const HIDDEN = 'hidden: the answer repeats the token';

/** Fewer characters of a cut-off secret than this tell nothing. */
const TELLING = 4;
/** Fewer signs of Base64 are found by chance. */
const TELLING_BASE64 = 6;

/**
 * For comparing: either case, "+" for a space as forms have it, one alphabet of Base64, and no backslash, which decoding
 * takes together with whatever follows the secret.
 */
const folded = (text: string): string =>
  text.toLowerCase().replaceAll('+', ' ').replaceAll('-', ' ').replaceAll('_', '/').replaceAll('\\', '');

/** The signs that a text has in Base64 wherever it is in what was encoded: at one of three places in a group. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
    const signs = btoa(String.fromCharCode(...bytes));
    const own = signs.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < TELLING_BASE64 ? [] : [own];
  });

const repeats = ({ text, truncated }: ResponseBody, token: string): boolean => {
  const secret = token.trim();
  const readings = decodings(text);
  if (!readings) return true;
  const sought = [...(decodings(secret) ?? [secret]), ...inBase64(secret)].map(folded);
  // Nothing to look for: any answer might repeat it.
  if (sought[0] === '') return true;
  return readings.map(folded).some((reading) => {
    if (sought.some((one) => one !== '' && reading.includes(one))) return true;
    // An escape may be cut at the end, so the beginning of the secret is looked for near it.
    return (
      truncated &&
      sought.some((one) => one !== '' && reading.slice(-6 * one.length).includes(one.slice(0, TELLING)))
    );
  });
};

/**
 * An outcome without an answer that repeats the secret: not its body, not its parsed value, not the words taken from it. To be
 * used where the outcome comes in, before anything keeps or shows it.
 */
export const withholdSecret = (outcome: Outcome, secret: string): Outcome => {
  const received = 'answer' in outcome ? outcome.answer : outcome.problem.answer;
  const isRepeated = received !== undefined && repeats(received.body, secret);
  // The engine remembers the last text that a regular expression was used on, and with it the secret.
  /^/.exec('');
  if (!isRepeated) return outcome;
  const body = { ...received.body, text: HIDDEN, truncated: false, json: undefined };
  const answer: Answer = { ...received, body };
  if (outcome.kind === 'accepted') return { ...outcome, answer };
  const problem = { ...outcome.problem, answer, words: HIDDEN };
  return outcome.kind === 'refused' ? { ...outcome, answer, problem } : { ...outcome, problem };
};
