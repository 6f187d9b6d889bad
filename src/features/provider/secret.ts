import type { Answer, Outcome, Problem, ResponseBody } from '#src/api/outcome.ts';
import { serviceWords } from '#src/api/words.ts';

/** Stands where an answer repeated the secret. */
export const MASK = '•••';

/** Fewer characters of a cut-off secret than this tell nothing. */
const TELLING = 4;

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The ways in which an answer may write the secret, the longest first, so that none is cut by a shorter one. */
const spellings = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const all = [
    secret,
    secret.trim(),
    json,
    json.replaceAll('/', '\\/'),
    ascii,
    ascii.replaceAll('/', '\\/'),
    secret.replace(/[&<>"]/g, (character) => HTML[character] ?? character),
    new URLSearchParams({ '': secret }).toString().slice(1),
  ];
  return [...new Set(all)].filter((one) => one !== '').toSorted((a, b) => b.length - a.length);
};

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
  const forms = spellings(secret);
  const holds = (text: string): boolean => forms.some((form) => text.includes(form));
  const mask = (text: string): string =>
    copied(forms.reduce((masked, form) => masked.replaceAll(form, MASK), text));
  const tellsOf = (json: ResponseBody['json']): boolean =>
    json !== undefined && holds(JSON.stringify(json.value));

  /** The beginning of the secret at the end of a text that was cut there. */
  const cutOff = (text: string): number => {
    for (let length = secret.length - 1; length >= TELLING; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return length;
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
