import { API_PATH } from '#src/config.ts';
import { formatWait } from '#src/lib/duration.ts';

export type ResponseBody = {
  /** At most {@link MAX_BODY_CHARACTERS} characters. */
  text: string;
  /** `text` is only the beginning, or the connection broke off. */
  truncated: boolean;
  /** After content decoding. */
  bytes: number;
  /** Wrapped, since a body may be `null`. Undefined if the body is not JSON. */
  json: { value: unknown } | undefined;
  /** The header, or "". */
  contentType: string;
};

export type Answer = {
  status: number;
  body: ResponseBody;
  /** From sending to the last byte of the body. */
  durationMs: number;
  /** When the answer was complete, in epoch milliseconds. */
  at: number;
  retryAfterMs?: number | undefined;
  /** Printable, from the configured header. */
  requestId?: string | undefined;
  /** A 401 of a web server that asks for its own password: no token helps. */
  isGate?: boolean;
};

/** Contains no secret: that is only in the body. */
export type RequestLine = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path and encoded query, without origin and base path. */
  target: string;
};

/** Every kind of problem, and how it is called. */
const PROBLEM_TITLES = {
  offline: 'This browser is offline',
  timeout: 'No answer in time',
  network: 'No answer from the service',
  redirect: 'The service redirected',
  'web-page': 'Got a web page instead of an answer from the service',
  unauthorized: 'The service did not accept your sign-in',
  forbidden: 'You’re not allowed to do this',
  'not-found': 'The service does not seem to know this',
  conflict: 'The service reports a conflict',
  gone: 'The service says that this is gone',
  invalid: 'The service refused these values',
  'rate-limited': 'The service asks to wait',
  server: 'The service had an internal error',
  'client-error': 'The service did not accept the request',
  'session-ended': 'Your session has ended',
  'renewal-failed': 'The sign-in server does not answer',
  aborted: 'Stopped before an answer came',
} as const;

export type ProblemKind = keyof typeof PROBLEM_TITLES;

export const PROBLEM_KINDS = Object.keys(PROBLEM_TITLES) as ProblemKind[];

/** Match by `kind`, never by text. */
export type Problem = {
  kind: ProblemKind;
  /** The HTTP status, if headers came. If a second try was not sent: the 401 of the first. */
  status?: number | undefined;
  /** From the service, at most 4096 characters. */
  message?: string | undefined;
  /** Incomplete if the connection broke off. */
  answer?: Answer | undefined;
  /** From sending to the failure; 0 if nothing was sent. */
  durationMs: number;
  /** Epoch milliseconds. */
  at: number;
};

export type OutcomeNote =
  /** The service documents 200, and another 2xx came. */
  'expected-200' | 'mentions-error';

/** `refused`: the service says that it did nothing. `unknown`: the write may have happened. */
export type Outcome =
  | {
      kind: 'accepted';
      request: RequestLine;
      answer: Answer;
      notes: readonly OutcomeNote[];
      /** What the answer says beyond a confirmation, such as "attached already". */
      message?: string | undefined;
    }
  | { kind: 'refused' | 'unknown' | 'not-sent'; request: RequestLine; problem: Problem };

type Received = Pick<Problem, 'answer' | 'status' | 'durationMs' | 'at'>;

export const getReceived = (outcome: Outcome): Received =>
  'problem' in outcome ? outcome.problem : { ...outcome.answer, answer: outcome.answer };

export const getOutcomeKind = (outcome: Outcome): Outcome['kind'] | 'with-message' =>
  outcome.kind === 'accepted' && (outcome.message !== undefined || outcome.notes.includes('mentions-error'))
    ? 'with-message'
    : outcome.kind;

export type Answered = {
  kind: 'answered';
  answer: Answer;
  /** Why the request could not be sent again after a 401. */
  refusedAs?: 'session-ended' | 'renewal-failed';
};

export type Exchange = Answered | { kind: 'unanswered'; sent: boolean; problem: Problem };

export const MAX_BODY_CHARACTERS = 65_536;

export type ServiceOrigins = { serviceOrigin: string; pageOrigin: string };

/** In place of the body. */
export const WITHHELD =
  'Hidden: this answer contains the auth token that was sent, as almost every answer does if the token is very short. To read it, look in the service’s log';

/** "" unless the answer is hidden. */
export const describeWithheld = ({ answer }: Pick<Problem, 'answer'>): string =>
  answer?.body.text === WITHHELD
    ? 'Its answer contains the auth token and is hidden. To read it, look in the service’s log.'
    : '';

const quoteAnswer = (problem: Problem): string => {
  const { status, message } = problem;
  const withheld = describeWithheld(problem);
  if (status === undefined || withheld) return withheld;
  return message === undefined
    ? `It answered ${status} and said nothing more.`
    : `It answered ${status}: “${message}”.`;
};

const describeNoAnswer = ({ status }: Problem, { serviceOrigin, pageOrigin }: ServiceOrigins): string => {
  if (status !== undefined) return `The connection to ${serviceOrigin} broke after it answered ${status}.`;
  const reasons =
    serviceOrigin === pageOrigin
      ? 'The connection may have failed, or the address may be wrong.'
      : `The connection may have failed, the address may be wrong, or the service may not allow this page (CORS): the origin to allow is ${pageOrigin}, with the methods GET, POST and DELETE and the headers Authorization and Content-Type.`;
  return `No answer from ${serviceOrigin} could be read. ${reasons}`;
};

const NO_PATH =
  /call_status|\b(?:cannot get|no (?:static )?resource|(?:path|route|endpoint|url|page|handler|operation)s?)\b/i;

/** Of a 404: a gateway or server that knows no such path says so, such as "no Route matched". A service may not know a call. */
export const saysNoPath = (message: string | undefined): boolean =>
  message === undefined || NO_PATH.test(message);

/** Hedged, since the service documents no errors. Whether a write was refused is for the caller to say. */
export const describeProblem = (
  problem: Problem,
  origins: ServiceOrigins,
): { title: string; text: string } => {
  const quote = quoteAnswer(problem);
  // A gate's: other pages with 401 have the kind "unauthorized".
  if (problem.kind === 'web-page' && problem.status === 401)
    return {
      title: 'The web server asks for a password',
      text: `${quote} Ask your administrator to let ${API_PATH} through without one.`.trim(),
    };
  const texts: Partial<Record<ProblemKind, string>> = {
    offline: '',
    timeout: `Waited ${formatWait(problem.durationMs)} for ${origins.serviceOrigin}.`,
    network: describeNoAnswer(problem, origins),
    redirect:
      'Redirects are not followed, so that your access token goes nowhere else. A network may ask you to sign in to it, or the base URL is wrong.',
    'web-page':
      `A proxy or the sign-in page of a network may be in between, or the base URL is wrong. ${quote}`.trim(),
    'renewal-failed':
      'The service asked for a new token, and the sign-in server could not be reached. Try again, or sign in again.',
    unauthorized: `${quote} If signing in again doesn’t help, ask your administrator.`.trim(),
    'session-ended': `Sign in again to continue. ${quote}`.trim(),
    aborted: 'This browser canceled the request.',
    ...(problem.status === 504 && { server: `A gateway had no answer in time. ${quote}` }),
  };
  return { title: PROBLEM_TITLES[problem.kind], text: texts[problem.kind] ?? quote };
};
