import { parseCallRecord, type CallRead } from './call-record.ts';
import type { Answer, Exchange, Outcome, OutcomeNote, Problem, ProblemKind, RequestLine } from './outcome.ts';
import { isWebPage, serviceWords, mentionsError } from './words.ts';

const BY_STATUS: Record<number, ProblemKind> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'gone',
  422: 'invalid',
  429: 'rate-limited',
};

/** The usual meaning of an error status (RFC 9110, section 15): the interface names none (section 7). */
export const kindOfStatus = (status: number): ProblemKind =>
  BY_STATUS[status] ?? (status >= 500 ? 'server' : 'client-error');

const problemOf = (kind: ProblemKind, answer: Answer): Problem => {
  const { status, body, durationMs, at } = answer;
  return { kind, status, answer, words: serviceWords(body), durationMs, at };
};

const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300;

const refusal = ({ answer, refusedAs }: Extract<Exchange, { kind: 'answered' }>): Problem =>
  problemOf(refusedAs ?? kindOfStatus(answer.status), answer);

/**
 * What came of a write. Any 2xx is accepted (interface E3), but a web page is no answer of the service. An error
 * answer is refused, but 504 says that a gateway itself had no answer (RFC 9110, section 15.6.5).
 */
export const toOutcome = (
  request: RequestLine,
  exchange: Exchange,
  { expects200 }: { expects200: boolean },
): Outcome => {
  if (exchange.kind === 'unanswered') {
    return { kind: exchange.sent ? 'unknown' : 'not-sent', request, problem: exchange.problem };
  }
  const { answer } = exchange;
  if (!isAccepted(answer)) {
    const problem = refusal(exchange);
    if (answer.status === 504) return { kind: 'unknown', request, problem };
    return { kind: 'refused', request, answer, problem };
  }
  if (isWebPage(answer.body)) return { kind: 'unknown', request, problem: problemOf('web-page', answer) };
  const notes: OutcomeNote[] = [];
  if (expects200 && answer.status !== 200) notes.push('expected-200');
  if (mentionsError(answer.body)) notes.push('mentions-error');
  return { kind: 'accepted', request, answer, notes };
};

/** What came of reading a call. */
export const toCallRead = (request: RequestLine, exchange: Exchange): CallRead => {
  if (exchange.kind === 'unanswered') return { kind: 'failed', request, problem: exchange.problem };
  const { answer } = exchange;
  if (!isAccepted(answer)) return { kind: 'failed', request, problem: refusal(exchange) };
  if (isWebPage(answer.body)) return { kind: 'failed', request, problem: problemOf('web-page', answer) };
  const record = answer.body.json && parseCallRecord(answer.body.json.value);
  return record ? { kind: 'record', request, record, answer } : { kind: 'unrecognised', request, answer };
};
