/** A body as it came: the text verbatim, and what it says as JSON where it is JSON. */
export type ResponseBody = {
  /** Verbatim, at most {@link TEXT_LIMIT} characters. */
  text: string;
  /** True where `text` is only the beginning, or the body broke off. */
  truncated: boolean;
  /** Bytes received after content decoding. */
  bytes: number;
  /** The parsed value in a box (a body may say `null`); undefined where the body is not JSON. */
  json: { value: unknown } | undefined;
  /** The Content-Type header as it came, "" where there was none. */
  contentType: string;
};

/** The service's answer to one request. */
export type Answer = {
  status: number;
  body: ResponseBody;
  /** From the sending to the last byte of the body, in milliseconds. */
  durationMs: number;
  /** When the answer was complete, epoch milliseconds of this browser's clock. */
  at: number;
  /** What Retry-After asked for, in milliseconds; absent where it was not readable. */
  retryAfterMs?: number | undefined;
};

/** What was asked, as it may be shown: the secret travels in the body and is never part of it. */
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
  /** The HTTP status, where headers came; of what was not sent: a 401 that turned it away before. */
  status?: number | undefined;
  /** The service's own words, at most 4 KB; absent where it said nothing. */
  words?: string | undefined;
  /** The answer, or as much as came of it. */
  answer?: Answer | undefined;
  /** From the sending to the failure, in milliseconds; 0 where nothing was sent. */
  durationMs: number;
  /** When it was noticed, epoch milliseconds of this browser's clock. */
  at: number;
};

/**
 * `expected-200`: the interface names 200 and another 2xx came (section 4).
 * `mentions-error`: the status accepts, the body mentions an error.
 */
export type OutcomeNote = 'expected-200' | 'mentions-error';

/**
 * What came of a write. `refused` is an error answer, which does not prove that nothing changed.
 * `unknown` is no answer of the service: it may have been done. `not-sent` is only said where it is certain.
 */
export type Outcome =
  | { kind: 'accepted'; request: RequestLine; answer: Answer; notes: readonly OutcomeNote[] }
  | { kind: 'refused'; request: RequestLine; answer: Answer; problem: Problem }
  | { kind: 'unknown'; request: RequestLine; problem: Problem }
  | { kind: 'not-sent'; request: RequestLine; problem: Problem };

/** How an outcome is counted, filtered and shown: accepted by an answer that mentions an error is a kind of its own. */
export type OutcomeKind = Outcome['kind'] | 'with-message';

export const kindOfOutcome = (outcome: Outcome): OutcomeKind =>
  outcome.kind === 'accepted' && outcome.notes.includes('mentions-error') ? 'with-message' : outcome.kind;

/** What came of one HTTP exchange, before an operation reads a meaning into it. */
export type Exchange =
  | { kind: 'answered'; answer: Answer; refusedAs?: 'session-ended' | 'renewal-failed' }
  | { kind: 'unanswered'; sent: boolean; problem: Problem };

/** Characters of a body that are kept for showing. */
export const TEXT_LIMIT = 65_536;
