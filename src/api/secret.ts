import type { Answer, Outcome, ResponseBody } from '#src/api/outcome.ts';
import { decodeInRounds } from './decoding.ts';

/** Replaces an answer that repeats the secret. */
export const HIDDEN = 'hidden: the answer repeats the token';

/** If an answer is cut within the secret, so many characters of it are enough to hide the answer. */
const ENOUGH = 4;
/** Fewer characters of Base64 occur by chance. */
const ENOUGH_BASE64 = 6;

/**
 * For comparing: ignores case, "+" for a space as in forms, the two alphabets of Base64, and backslashes, which decoding
 * removes together with the character after the secret.
 */
const normalize = (text: string): string =>
  text.toLowerCase().replaceAll('+', ' ').replaceAll('-', ' ').replaceAll('_', '/').replaceAll('\\', '');

/** Its Base64 depends on where the secret begins: at one of three places in a group. */
const toBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
    const encoded = btoa(String.fromCharCode(...bytes));
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < ENOUGH_BASE64 ? [] : [own];
  });

const repeats = ({ text, truncated }: ResponseBody, token: string): boolean => {
  const secret = token.trim();
  const readings = decodeInRounds(text);
  if (!readings) return true;
  const forms = [...(decodeInRounds(secret) ?? [secret]), ...toBase64(secret)].map(normalize);
  // Without a secret to look for, any answer might repeat it.
  if (forms[0] === '') return true;
  const wanted = forms.filter((form) => form !== '');
  return readings.map(normalize).some((reading) => {
    if (wanted.some((form) => reading.includes(form))) return true;
    // The last escape may be cut too, so the start of the secret is looked for near the end.
    return (
      truncated && wanted.some((form) => reading.slice(-6 * form.length).includes(form.slice(0, ENOUGH)))
    );
  });
};

/** Hides an answer that repeats the secret, before anything stores or shows the outcome. */
export const withholdSecret = (outcome: Outcome, secret: string): Outcome => {
  const received = 'answer' in outcome ? outcome.answer : outcome.problem.answer;
  const isRepeated = received !== undefined && repeats(received.body, secret);
  // The engine remembers the last text that a regular expression was used on, and with it the secret.
  /^/.exec('');
  if (!isRepeated) return outcome;
  const body = { ...received.body, text: HIDDEN, truncated: false, json: undefined };
  const answer: Answer = { ...received, body };
  if (outcome.kind === 'accepted') return { ...outcome, answer };
  const problem = { ...outcome.problem, answer, message: HIDDEN };
  return outcome.kind === 'refused' ? { ...outcome, answer, problem } : { ...outcome, problem };
};
