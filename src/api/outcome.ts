export type ResponseBody = {
  /** As it came, at most {@link TEXT_LIMIT} characters. */
  text: string;
  /** `text` is only the beginning, or the body broke off. */
  truncated: boolean;
  /** Received, after content decoding. */
  bytes: number;
  /** In a box, since a body may say `null`; undefined if the body is not JSON. */
  json: { value: unknown } | undefined;
  /** The Content-Type header as it came, or "". */
  contentType: string;
};

/** The service's answer to one request. */
export type Answer = {
  status: number;
  body: ResponseBody;
  /** From sending to the last byte of the body, in milliseconds. */
  durationMs: number;
  /** When the answer was complete, epoch milliseconds. */
  at: number;
  /** From Retry-After, in milliseconds. */
  retryAfterMs?: number | undefined;
};

/** What was asked, fit to be shown: the secret is in the body only. */
export type RequestLine = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with its prefix and the encoded query, without origin and base path. */
  target: string;
};

export const PROBLEM_KINDS = [
  'offline',
  'timeout',
  'network',
  'redirect',
  'web-page',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'invalid',
  'rate-limited',
  'server',
  'client-error',
  'session-ended',
  'renewal-failed',
  'aborted',
] as const;

export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** The one error of the service client, classified once, matched by `kind` and never by text. */
export type Problem = {
  kind: ProblemKind;
  /** The HTTP status, if headers came. If the request was not sent: the 401 that refused its first try. */
  status?: number | undefined;
  /** From the service, at most 4096 characters. */
  message?: string | undefined;
  /** The answer, or as much of it as came. */
  answer?: Answer | undefined;
  /** From sending to the failure, in milliseconds; 0 if nothing was sent. */
  durationMs: number;
  /** Epoch milliseconds. */
  at: number;
};

/**
 * `expected-200`: the interface names 200, and another 2xx came.
 * `mentions-error`: the status accepts, the body mentions an error.
 */
export type OutcomeNote = 'expected-200' | 'mentions-error';

/**
 * What came of a write. `refused`: an error answer, which does not prove that nothing changed. `unknown`: no answer of the
 * service, so it may have been done. `not-sent`: only if that is certain.
 */
export type Outcome =
  | { kind: 'accepted'; request: RequestLine; answer: Answer; notes: readonly OutcomeNote[] }
  | { kind: 'refused'; request: RequestLine; answer: Answer; problem: Problem }
  | { kind: 'unknown'; request: RequestLine; problem: Problem }
  | { kind: 'not-sent'; request: RequestLine; problem: Problem };

/** As outcomes are counted, filtered and shown: accepted with a message is a kind apart. */
export type OutcomeKind = Outcome['kind'] | 'with-message';

export const getOutcomeKind = (outcome: Outcome): OutcomeKind =>
  outcome.kind === 'accepted' && outcome.notes.includes('mentions-error') ? 'with-message' : outcome.kind;

export type Answered = {
  kind: 'answered';
  answer: Answer;
  /** Why a 401 could not be sent again. */
  refusedAs?: 'session-ended' | 'renewal-failed';
};

/** What came of one request, before an operation gives it a meaning. */
export type Exchange = Answered | { kind: 'unanswered'; sent: boolean; problem: Problem };

/** Characters of a body that are kept for showing. */
export const TEXT_LIMIT = 65_536;
