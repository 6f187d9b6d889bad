import { getReceived, type Answer, type Outcome, type ResponseBody } from './outcome.ts';
import { decodeInRounds } from './decoding.ts';

export const WITHHELD =
  'Hidden: this answer contains the auth token that was sent, as almost every answer does if the token is very short. To read it, look in the service’s log';

/** If an answer is cut within the secret, this many characters of it hide the answer. */
const MIN_PREFIX_LENGTH = 4;
/** Shorter Base64 matches by chance. */
const MIN_BASE64_LENGTH = 6;

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
    return own.length < MIN_BASE64_LENGTH ? [] : [own];
  });

const repeatsSecret = (
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

/** Hides an answer that repeats the secret. Call it before anything stores or shows the outcome. */
export const withholdSecret = (outcome: Outcome, secret: string): Outcome => {
  const received = getReceived(outcome).answer;
  const isInId =
    received?.requestId !== undefined &&
    repeatsSecret({ text: received.requestId, truncated: false }, secret);
  const isRepeated = received !== undefined && (isInId || repeatsSecret(received.body, secret));
  // The engine keeps the last text that a regular expression matched: replace the secret by "".
  /^/.exec('');
  if (!isRepeated) return outcome;
  const body = { ...received.body, text: WITHHELD, truncated: false, json: undefined };
  const answer: Answer = { ...received, body, requestId: isInId ? undefined : received.requestId };
  if (outcome.kind === 'accepted') return { ...outcome, answer, message: undefined };
  const problem = { ...outcome.problem, answer, message: WITHHELD };
  return { ...outcome, problem };
};
