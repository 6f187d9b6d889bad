import type { Answer, Outcome, ResponseBody } from '#src/api/outcome.ts';
import { decodeInRounds } from './decoding.ts';

export const HIDDEN = 'hidden: the answer repeats the token';

/** If an answer is cut within the secret, this many characters of it hide the answer. */
const MIN_PREFIX = 4;
/** Shorter Base64 matches by chance. */
const MIN_BASE64 = 6;

/**
 * Ignores case, "+" for a space, the two alphabets of Base64, and backslashes, which decoding removes together with the
 * character after the secret.
 */
const normalize = (text: string): string =>
  text.toLowerCase().replaceAll('+', ' ').replaceAll('-', ' ').replaceAll('_', '/').replaceAll('\\', '');

/** The Base64 of a secret depends on its offset in a group of three bytes. */
const toBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
    const encoded = btoa(String.fromCharCode(...bytes));
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < MIN_BASE64 ? [] : [own];
  });

const repeats = ({ text, truncated }: ResponseBody, token: string): boolean => {
  const secret = token.trim();
  const readings = decodeInRounds(text);
  if (!readings) return true;
  const forms = [...(decodeInRounds(secret) ?? [secret]), ...toBase64(secret)].map(normalize);
  // A blank secret can be anywhere, so hide every answer.
  if (forms[0] === '') return true;
  const wanted = forms.filter((form) => form !== '');
  return readings.map(normalize).some((reading) => {
    if (wanted.some((form) => reading.includes(form))) return true;
    // The last escape may be cut too, so look for the start of the secret near the end.
    return (
      truncated && wanted.some((form) => reading.slice(-6 * form.length).includes(form.slice(0, MIN_PREFIX)))
    );
  });
};

/** Hides an answer that repeats the secret. Call it before anything stores or shows the outcome. */
export const withholdSecret = (outcome: Outcome, secret: string): Outcome => {
  const received = 'answer' in outcome ? outcome.answer : outcome.problem.answer;
  const isRepeated = received !== undefined && repeats(received.body, secret);
  // The engine keeps the last text that a regular expression matched: replace the secret by "".
  /^/.exec('');
  if (!isRepeated) return outcome;
  const body = { ...received.body, text: HIDDEN, truncated: false, json: undefined };
  const answer: Answer = { ...received, body };
  if (outcome.kind === 'accepted') return { ...outcome, answer };
  const problem = { ...outcome.problem, answer, message: HIDDEN };
  return outcome.kind === 'refused' ? { ...outcome, answer, problem } : { ...outcome, problem };
};
