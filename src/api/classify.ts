import { parseCallRecord, type CallRead } from './call-record.ts';
import type {
  Answer,
  Answered,
  Exchange,
  Outcome,
  OutcomeNote,
  Problem,
  ProblemKind,
  RequestLine,
} from './outcome.ts';
import { isWebPage, mentionsError, readMessage } from './service-message.ts';

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

/** The service documents no error statuses, so this follows RFC 9110, section 15. */
const classifyStatus = (status: number): ProblemKind =>
  BY_STATUS[status] ?? (status >= 500 ? 'server' : 'client-error');

const toProblem = (kind: ProblemKind, answer: Answer): Problem => {
  const { status, body, durationMs, at } = answer;
  return { kind, status, answer, message: readMessage(body), durationMs, at };
};

const toRefusal = ({ answer, refusedAs }: Answered): Problem =>
  toProblem(refusedAs ?? classifyStatus(answer.status), answer);

const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Any 2xx is accepted, except a web page: that comes from a proxy. */
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
    // After a 504, a gateway got no answer, so the write may have happened (RFC 9110, section 15.6.5).
    const kind = answer.status === 504 ? 'unknown' : 'refused';
    return { kind, request, problem: toRefusal(exchange) };
  }
  if (isWebPage(answer.body)) return { kind: 'unknown', request, problem: toProblem('web-page', answer) };
  const notes: OutcomeNote[] = [];
  if (expects200 && answer.status !== 200) notes.push('expected-200');
  if (mentionsError(answer.body)) notes.push('mentions-error');
  return { kind: 'accepted', request, answer, notes };
};

export const toCallRead = (request: RequestLine, exchange: Exchange): CallRead => {
  if (exchange.kind === 'unanswered') return { kind: 'failed', request, problem: exchange.problem };
  const { answer } = exchange;
  if (!isAccepted(answer)) return { kind: 'failed', request, problem: toRefusal(exchange) };
  if (isWebPage(answer.body)) return { kind: 'failed', request, problem: toProblem('web-page', answer) };
  const record = answer.body.json && parseCallRecord(answer.body.json.value);
  return record ? { kind: 'record', request, record, answer } : { kind: 'unrecognised', request, answer };
};
