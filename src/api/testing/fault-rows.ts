import type { Platform } from '#src/api/client.ts';

/** The part of Node's types that is used here: the product must not see them. */
type Response = {
  writeHead: (status: number, headers: Record<string, string>) => Response;
  writeProcessing: () => void;
  writeEarlyHints: (hints: { link: string }) => void;
  write: (text: string) => boolean;
  end: (body: string) => unknown;
  destroy: () => unknown;
  on: (event: 'close', act: () => void) => unknown;
};
type Request = { headers: { authorization?: string | undefined } };
export type Handle = (response: Response, request: Request) => unknown;
export type Fetch = NonNullable<Platform['fetch']>;
export type FaultVariant = { handle?: Handle; platform?: (real: Fetch) => Partial<Platform> };
export type Expected = {
  outcome: Record<string, unknown>;
  /** Requests that the service received, and renewals of the token. */
  requests?: number;
  renewals?: number;
  /** How long the queue waits afterwards, in milliseconds. */
  waitMs?: readonly [least: number, most: number];
};
export type NextCheckTime = 'at the usual time' | 'later' | 'slowly' | 'not at all';
export type FaultRow = {
  fault: string;
  variants: Record<string, FaultVariant>;
  read: Expected & { next: NextCheckTime };
  write: Expected;
};

const CALL = '{"status":"in-progress"}';
const PAGE_SOURCE = '<!doctype html><title>Sign in</title>';
const JSON_TYPE = { 'Content-Type': 'application/json' };

export const answer =
  (status: number, headers: Record<string, string> = {}, body = CALL): Handle =>
  (response) =>
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body);
const statuses = (codes: readonly number[], headers: Record<string, string> = {}, body = CALL) =>
  Object.fromEntries(codes.map((code) => [code, { handle: answer(code, headers, body) }]));
const readToken = ({ headers }: Request): string | undefined => headers.authorization?.slice(7);
let passDeadline = (): void => undefined;
/** The deadline passes as soon as the service has the request. */
const controlDeadline = (): Partial<Platform> => ({
  after: (ms, act) => {
    if (ms === 10_000 || ms === 30_000) passDeadline = act;
    return () => undefined;
  },
});
const respondTooLate =
  (begin: Handle): Handle =>
  (response, request) => {
    begin(response, request);
    setTimeout(() => passDeadline(), 10);
  };
/** What a browser does if it may not show an answer to the page. */
const hidden = (real: Fetch): Partial<Platform> => ({
  fetch: async (url, init) => {
    await real(url, init);
    throw new TypeError('Failed to fetch');
  },
});
const failed = (kind: string) => ({ kind: 'failed', problem: { kind } });
const refused = (kind: string) => ({ kind: 'refused', problem: { kind } });
const unknown = (kind: string) => ({ kind: 'unknown', problem: { kind } });
const RECORD = { outcome: { kind: 'record' }, next: 'at the usual time' } as const;
const ACCEPTED = { outcome: { kind: 'accepted' } } as const;

/** An error status that means the same in each way: the read ends or goes on, and the write is refused. */
const errors = (fault: string, codes: readonly number[], kind: string, next: NextCheckTime): FaultRow => ({
  fault,
  variants: statuses(codes, {}, '{"message":"not today"}'),
  read: { outcome: failed(kind), next },
  write: { outcome: refused(kind) },
});
const waits = (
  fault: string,
  given: Record<string, string | undefined>,
  waitMs?: Expected['waitMs'],
): FaultRow => ({
  fault,
  variants: Object.fromEntries(
    Object.entries(given).map(([name, after]) => [
      name,
      { handle: answer(429, after === undefined ? {} : { 'Retry-After': after }) },
    ]),
  ),
  read: { outcome: failed('rate-limited'), next: 'later', ...(waitMs && { waitMs }) },
  write: { outcome: refused('rate-limited'), ...(waitMs && { waitMs }) },
});
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

export const FAULT_ROWS: readonly FaultRow[] = [
  {
    fault: 'offline before sending',
    variants: {
      offline: { platform: () => ({ isOnline: () => false, findsConnection: () => Promise.resolve(false) }) },
    },
    read: RECORD,
    write: { outcome: { kind: 'not-sent', problem: { kind: 'offline' } }, requests: 0 },
  },
  {
    fault: 'a broken connection',
    variants: {
      'no answer': { handle: (response) => response.destroy() },
      'half a body': {
        handle: (response) => {
          response.writeHead(200, { 'Content-Length': '100' }).write('{"status":');
          setTimeout(() => response.destroy(), 20);
        },
      },
    },
    read: { outcome: failed('network'), next: 'later' },
    write: { outcome: unknown('network') },
  },
  {
    fault: 'too late',
    variants: {
      'no headers': { handle: respondTooLate(() => undefined), platform: controlDeadline },
      'a stalled body': {
        handle: respondTooLate((response) => response.write('{"status":')),
        platform: controlDeadline,
      },
      'slow bytes': {
        handle: respondTooLate((response) => {
          const drip = setInterval(() => response.write(' '), 2);
          response.on('close', () => clearInterval(drip));
        }),
        platform: controlDeadline,
      },
    },
    read: { outcome: failed('timeout'), next: 'later' },
    write: { outcome: unknown('timeout') },
  },
  {
    fault: '200 with broken JSON',
    variants: { 'broken JSON': { handle: answer(200, {}, '{"status":"in-pro') } },
    read: { outcome: { kind: 'unrecognised' }, next: 'slowly' },
    write: ACCEPTED,
  },
  {
    fault: '200 with a web page',
    variants: {
      labelled: { handle: answer(200, { 'Content-Type': 'text/html' }, PAGE_SOURCE) },
      unlabelled: { handle: answer(200, {}, PAGE_SOURCE) },
    },
    read: { outcome: failed('web-page'), next: 'later' },
    write: { outcome: unknown('web-page') },
  },
  {
    fault: 'an answer without a body',
    variants: { ...statuses([204, 205], {}, ''), 'an empty 200': { handle: answer(200, {}, '') } },
    read: { outcome: { kind: 'unrecognised' }, next: 'slowly' },
    write: ACCEPTED,
  },
  {
    fault: '1xx before the answer',
    variants: {
      102: { handle: (response, request) => (response.writeProcessing(), answer(200)(response, request)) },
      103: {
        handle: (response, request) => {
          response.writeEarlyHints({ link: '</x.css>; rel=preload' });
          answer(200)(response, request);
        },
      },
    },
    read: RECORD,
    write: ACCEPTED,
  },
  { fault: 'another 2xx', variants: statuses([201, 202, 203, 206]), read: RECORD, write: ACCEPTED },
  {
    fault: 'a redirect',
    variants: statuses([301, 302, 303, 307, 308], { Location: '/elsewhere' }, ''),
    read: { outcome: failed('redirect'), next: 'later' },
    write: { outcome: unknown('redirect') },
  },
  {
    fault: '304',
    variants: statuses([304], {}, ''),
    read: { outcome: failed('redirect'), next: 'later' },
    write: { outcome: unknown('redirect') },
  },
  errors('400 or 422', [400, 422], 'invalid', 'not at all'),
  {
    fault: '401 once',
    variants: {
      'to the old token': {
        handle: (response, request) =>
          answer(readToken(request) === 'token-1' ? 401 : 200)(response, request),
      },
    },
    read: { ...RECORD, requests: 2, renewals: 1 },
    write: { ...ACCEPTED, requests: 2, renewals: 1 },
  },
  {
    fault: '401 to the renewed token too',
    variants: statuses([401]),
    read: { outcome: failed('unauthorized'), requests: 2, renewals: 1, next: 'later' },
    write: { outcome: refused('unauthorized'), requests: 2, renewals: 1 },
  },
  {
    fault: '401 of a web server’s password',
    variants: {
      'a page': { handle: answer(401, { 'Content-Type': 'text/html' }, PAGE_SOURCE) },
      'no body': { handle: answer(401, { 'WWW-Authenticate': 'Basic realm="Ops"' }, '') },
    },
    read: { outcome: failed('web-page'), requests: 2, renewals: 1, next: 'later' },
    write: { outcome: refused('web-page'), requests: 2, renewals: 1 },
  },
  {
    fault: '401 with a page that asks for a token',
    variants: {
      nginx: {
        handle: answer(401, { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Bearer' }, PAGE_SOURCE),
      },
    },
    read: { outcome: failed('unauthorized'), requests: 2, renewals: 1, next: 'later' },
    write: { outcome: refused('unauthorized'), requests: 2, renewals: 1 },
  },
  {
    fault: 'no CORS headers',
    variants: {
      401: { handle: answer(401), platform: hidden },
      500: { handle: answer(500), platform: hidden },
    },
    read: { outcome: failed('network'), next: 'later' },
    write: { outcome: unknown('network') },
  },
  errors('403', [403], 'forbidden', 'not at all'),
  {
    fault: '404 with a web page',
    variants: {
      labelled: { handle: answer(404, { 'Content-Type': 'text/html' }, PAGE_SOURCE) },
      unlabelled: { handle: answer(404, {}, PAGE_SOURCE) },
    },
    read: { outcome: failed('web-page'), next: 'later' },
    write: { outcome: refused('not-found') },
  },
  errors('404 or 410', [404], 'not-found', 'not at all'),
  errors('404 or 410', [410], 'gone', 'not at all'),
  errors('405 or 501', [405], 'client-error', 'not at all'),
  errors('405 or 501', [501], 'server', 'later'),
  errors('409 or 412', [409], 'conflict', 'not at all'),
  errors('409 or 412', [412], 'client-error', 'not at all'),
  errors('413, 414 or 431', [413, 414, 431], 'client-error', 'not at all'),
  errors(
    'another 4xx',
    [402, 406, 411, 415, 417, 418, 423, 424, 426, 428, 451, 499],
    'client-error',
    'not at all',
  ),
  waits('429 with Retry-After in seconds', { '7 s': '7' }, [6500, 7000]),
  waits('429 with an odd Retry-After', { 'a date': inSeconds(580) }, [200_000, 580_000]),
  waits('429 with an odd Retry-After', { 'a day': '86400', 'a far date': inSeconds(9e5) }, [59e4, 6e5]),
  waits('429 that names no time', { past: inSeconds(-60), none: '0', garbage: 'soon', hidden: undefined }),
  errors('503', [503], 'server', 'later'),
  {
    fault: 'a 5xx that proves nothing',
    variants: statuses([
      500, 502, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 561, 598, 599,
    ]),
    read: { outcome: failed('server'), next: 'later' },
    write: { outcome: unknown('server') },
  },
  {
    fault: 'a preflight that is refused',
    variants: { refused: { platform: () => ({ fetch: () => Promise.reject(new TypeError('Failed')) }) } },
    read: { outcome: failed('network'), requests: 0, next: 'later' },
    write: { outcome: unknown('network'), requests: 0 },
  },
  {
    fault: 'a proxy that removes the token',
    variants: {
      stripped: {
        handle: (response, request) => answer(readToken(request) ? 200 : 401)(response, request),
        platform: (real) => ({
          fetch: (url, init) => real(url, { ...init, headers: {} }),
        }),
      },
    },
    read: { outcome: failed('unauthorized'), requests: 2, renewals: 1, next: 'later' },
    write: { outcome: refused('unauthorized'), requests: 2, renewals: 1 },
  },
];
