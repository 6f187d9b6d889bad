import type { Answer, Outcome, Problem, ResponseBody } from '#src/api/outcome.ts';
import { serviceWords } from '#src/api/words.ts';
import { readJson } from '#src/lib/json.ts';
import { placeOf, readingsOf, type Place, type Reading } from './decoding.ts';

/** Stands where an answer repeated the secret. */
export const MASK = '•••';

/** Fewer characters of a cut-off secret than this tell nothing. */
const TELLING = 4;
/** Fewer signs of its Base64 are found by chance. */
const TELLING_BASE64 = 6;
/** What the cut may have left of an escape, within another one at most. */
const CUT_ESCAPE = /^(?:[%\\&].{0,31})?$/su;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The signs that a text has in Base64 wherever it stands in what was encoded: at one of three places in a group. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode('\0'.repeat(before) + secret);
    const signs = btoa(String.fromCharCode(...bytes));
    const own = signs.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length < TELLING_BASE64 ? [] : [own];
  });

/** A pattern for signs of Base64 in either alphabet, with those beside them, which have a part in the secret. */
const base64Pattern = (signs: string): RegExp =>
  new RegExp(`[\\w+/-]?${signs.replaceAll('+', '[+-]').replaceAll('/', '[/_]')}[\\w+/-]?=*`, 'gu');

/** A copy of its own: what is cut out of a text otherwise keeps the whole text, and the secret in it, in memory. */
const copied = (text: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

/** For comparing beginnings: either case, either alphabet of Base64, "+" for a blank as forms have it. */
const folded = (text: string): string => text.toLowerCase().replace(/[+-]/g, ' ').replaceAll('_', '/');

const masker = (token: string) => {
  const secret = token.trim();
  const base64 = inBase64(secret);
  const patterns = [
    // Of a form, whose "+" is a blank, the escapes alone are decoded.
    new RegExp(literally(secret).replaceAll(' ', '[ +]'), 'giu'),
    ...base64.map(base64Pattern),
  ];

  /** Where the readings of a text repeat the secret, in the order of the text. */
  const placesIn = (readings: readonly Reading[]): Place[] =>
    readings
      .flatMap((reading) =>
        patterns.flatMap((pattern) =>
          Array.from(reading.text.matchAll(pattern), ({ 0: found, index }) =>
            placeOf(reading, index, index + found.length),
          ),
        ),
      )
      .toSorted(([one], [other]) => one - other);

  const mask = (text: string): string => {
    const parts: string[] = [];
    let done = 0;
    for (const [start, end] of placesIn(readingsOf(text))) {
      if (start >= done) parts.push(text.slice(done, start), MASK);
      done = Math.max(done, end);
    }
    return copied(parts.join('') + text.slice(done));
  };
  const holds = (text: string): boolean => placesIn(readingsOf(text)).length > 0;
  const tellsOf = (json: ResponseBody['json']): boolean =>
    json !== undefined && holds(JSON.stringify(json.value));

  /** Where in a reading the beginning of the secret stands, with nothing behind it but a cut-off escape. */
  const beginningIn = ({ text }: Reading, whole: string, telling: number): number | undefined => {
    const compared = folded(whole);
    const first = compared.slice(0, telling);
    for (let at = Math.max(0, text.length - whole.length - 32); at <= text.length - telling; at += 1) {
      if (folded(text.slice(at, at + telling)) !== first) continue;
      for (let length = telling; length < whole.length; length += 1) {
        // A backslash of the secret's own may be that of an escape as well.
        if (CUT_ESCAPE.test(text.slice(at + length))) return at;
        if (folded(text.charAt(at + length)) !== compared[length]) break;
      }
    }
    return undefined;
  };
  /** Where the beginning of the secret stands at the end of a text, which was cut there; else the end. */
  const cutOff = (text: string): number =>
    Math.min(
      text.length,
      ...readingsOf(text).flatMap((reading) =>
        [[secret, TELLING] as const, ...base64.map((signs) => [signs, TELLING_BASE64] as const)].flatMap(
          ([whole, telling]) => {
            const at = whole.length > telling ? beginningIn(reading, whole, telling) : undefined;
            return at === undefined ? [] : [placeOf(reading, at, at + 1)[0]];
          },
        ),
      ),
    );

  const maskBody = (body: ResponseBody): ResponseBody => {
    const end = body.truncated ? cutOff(body.text) : body.text.length;
    const isCut = end < body.text.length;
    if (!isCut && !holds(body.text) && (body.truncated ? !body.json : !tellsOf(body.json))) return body;
    let text = mask(isCut ? body.text.slice(0, end) + MASK : body.text);
    // What a text of which the beginning alone is kept says as JSON may be megabytes, and is not looked through.
    if (body.truncated) return { ...body, text, json: undefined };
    let json = readJson(text);
    // Written with escapes of its own: only its meaning shows it.
    if (json && tellsOf(json)) {
      text = mask(JSON.stringify(json.value));
      json = readJson(text);
    }
    return { ...body, text, json };
  };

  return (answer: Answer): Answer => ({ ...answer, body: maskBody(answer.body) });
};

/**
 * An outcome in which no answer repeats the secret: not its body, not its parsed value, not the words taken from it.
 * It must be put where the outcome enters, before anything keeps or shows it.
 */
export const maskOutcome = (outcome: Outcome, secret: string): Outcome => {
  const mask = masker(secret);
  const maskProblem = (problem: Problem): Problem => {
    if (!problem.answer) return problem;
    const answer = mask(problem.answer);
    return { ...problem, answer, words: serviceWords(answer.body) };
  };
  switch (outcome.kind) {
    case 'accepted':
      return { ...outcome, answer: mask(outcome.answer) };
    case 'refused':
      return { ...outcome, answer: mask(outcome.answer), problem: maskProblem(outcome.problem) };
    case 'unknown':
    case 'not-sent':
      return { ...outcome, problem: maskProblem(outcome.problem) };
  }
};
