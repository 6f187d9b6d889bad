import type { Answer, Outcome, Problem, ResponseBody } from '#src/api/outcome.ts';
import { serviceWords } from '#src/api/words.ts';

/** Stands where an answer repeated the secret. */
export const MASK = '•••';

/** Fewer characters of a cut-off secret than this tell nothing. */
const TELLING = 4;

const NAMED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  ' ': '\\+',
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** One character in every way in which an answer may write it: JSON, HTML and percent-encoding, of either case. */
const writings = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const all = [
    literally(character),
    literally(JSON.stringify(character).slice(1, -1)),
    character === '/' ? '\\\\/' : '',
    units.map((unit) => `\\\\u${hexOf(unit, 4)}`).join(''),
    `&#0*${code};`,
    `&#x0*${hexOf(code, 1)};`,
    NAMED[character] ?? '',
    Array.from(new TextEncoder().encode(character), (byte) => `%${hexOf(byte, 2)}`).join(''),
  ];
  return `(?:${[...new Set(all)].filter((one) => one !== '').join('|')})`;
};

/** The longest that one character of a secret may be written: three bytes or two units, escaped. */
const LONGEST_WRITING = 12;

/** A copy of its own: what is cut out of a text otherwise keeps the whole text, and the secret in it, in memory. */
const copied = (text: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const parsed = (text: string): ResponseBody['json'] => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const masker = (secret: string) => {
  const parts = [...secret.trim()].map(writings);
  const whole = new RegExp(parts.join(''), 'giu');
  const mask = (text: string): string => copied(text.replace(whole, MASK));
  const holds = (text: string): boolean => text.search(whole) >= 0;
  const tellsOf = (json: ResponseBody['json']): boolean =>
    json !== undefined && holds(JSON.stringify(json.value));

  /** How many letters at the end of a text, which was cut there, are the beginning of the secret. */
  const cutOff = (text: string): number => {
    const end = text.slice(-parts.length * LONGEST_WRITING);
    for (let length = parts.length - 1; length >= TELLING; length -= 1) {
      const found = new RegExp(`(?:${parts.slice(0, length).join('')})$`, 'iu').exec(end);
      if (found) return found[0].length;
    }
    return 0;
  };

  const maskBody = (body: ResponseBody): ResponseBody => {
    const tail = body.truncated ? cutOff(body.text) : 0;
    if (tail === 0 && !holds(body.text) && !tellsOf(body.json)) return body;
    let text = mask(tail === 0 ? body.text : body.text.slice(0, -tail) + MASK);
    if (body.truncated) return { ...body, text, json: undefined };
    let json = parsed(text);
    // Written with escapes of its own: only its meaning shows it.
    if (json && tellsOf(json)) {
      text = mask(JSON.stringify(json.value));
      json = parsed(text);
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
    const { words: _words, ...rest } = problem;
    const answer = mask(problem.answer);
    const words = serviceWords(answer.body);
    return { ...rest, answer, ...(words === undefined ? {} : { words }) };
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
