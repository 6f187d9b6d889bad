import { cutText } from '#src/lib/cut-text.ts';
import { readJson } from '#src/lib/json.ts';
import { parseCallRecord, type CallRead } from './call-record.ts';
import {
  MAX_BODY_CHARACTERS,
  type Answer,
  type Answered,
  type Exchange,
  type Outcome,
  type OutcomeNote,
  type Problem,
  type ProblemKind,
  type RequestLine,
} from './outcome.ts';
import { isWebPage, mentionsError, readMessage } from './service-message.ts';

/** Reading stops here: no operation's answer is that long. */
const MAX_BYTES = 4_194_304;

/** A longer Retry-After is cut to ten minutes. */
const MAX_WAIT_MS = 600_000;

/** Seconds, or a date by this browser's clock (RFC 9110, section 10.2.3). Undefined if missing or unreadable. */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), MAX_WAIT_MS);
};

/** Not cut if it is longer: a part of an ID finds nothing. */
const REQUEST_ID = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

/** Never rejects: `brokeOff` says that the body ended early. */
export const readAnswer = async (
  response: Response,
  readTimes: () => Pick<Answer, 'durationMs' | 'at'>,
  requestIdHeader?: string,
): Promise<{ answer: Answer; brokeOff: boolean }> => {
  const requestId = requestIdHeader && response.headers.get(requestIdHeader);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let brokeOff = false;
  try {
    while (bytes < MAX_BYTES) {
      const part = await reader?.read();
      if (!part || part.done) break;
      bytes += part.value.byteLength;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    brokeOff = true;
  }
  if (bytes >= MAX_BYTES) void reader?.cancel().catch(() => undefined);
  text += decoder.decode();
  const isWhole = !brokeOff && bytes < MAX_BYTES;
  const times = readTimes();
  const answer: Answer = {
    status: response.status,
    body: {
      text: cutText(text, MAX_BODY_CHARACTERS),
      truncated: !isWhole || text.length > MAX_BODY_CHARACTERS,
      bytes,
      json: isWhole ? readJson(text) : undefined,
      contentType: response.headers.get('content-type') ?? '',
    },
    ...times,
    retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), times.at),
    requestId: requestId && REQUEST_ID.test(requestId) ? requestId : undefined,
  };
  return { answer, brokeOff };
};

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
