import type { Outcome, Problem, ResponseBody } from '#src/api/outcome.ts';

/** What came back, or as much as did. Times in milliseconds, `at` since 1970. */
type Received = Pick<Problem, 'answer' | 'status' | 'durationMs' | 'at'>;

export const receivedOf = (outcome: Outcome): Received =>
  'problem' in outcome ? outcome.problem : { ...outcome.answer, answer: outcome.answer };

/** A body to be shown: JSON set out with indents where that changes nothing but blanks, else as it came. */
export const shownBody = ({ text, json }: ResponseBody): string =>
  json && JSON.stringify(json.value) === text.trim() ? JSON.stringify(json.value, null, 2) : text;
