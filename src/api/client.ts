import type { SessionControl } from '#src/auth/state.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { receive, toAnswer, type Received } from './body.ts';
import type { Exchange, ProblemKind, RequestLine } from './outcome.ts';
import type { Lane, Queue, QueueOptions } from './queue.ts';
import { serviceUrl } from './url.ts';

/** Where access tokens come from. `refused` ends the session: the service refuses everything, even with a renewed token. */
export type TokenSource = Pick<SessionControl, 'freshToken' | 'renew'> &
  Partial<Pick<SessionControl, 'refused' | 'signal'>>;

export type SendOptions = QueueOptions & { signal?: AbortSignal | undefined };

export type RequestSpec = SendOptions & {
  line: RequestLine;
  lane: Lane;
  /** JSON text. */
  body?: string | undefined;
  /** For headers and body together, from when the request leaves. */
  timeoutMs: number;
};

/** What a request needs of the browser; tests bring their own. */
export type Platform = Clock & {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  epochNow: () => number;
  isOnline: () => boolean;
};

export const browserPlatform: Platform = {
  ...browserClock,
  fetch: (url, init) => fetch(url, init),
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
};

export type ClientSetup = {
  baseUrl: string;
  pageOrigin: string;
  tokens: TokenSource;
  queue: Queue;
  platform: Platform;
};

/** An accepted request says for this long that the session is alive, whatever one address answers. */
const CONFIRMED_MS = 60_000;

const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

/**
 * The one fetch to the service. Never rejects and never repeats a request, except once after a 401, which was not
 * executed (RFC 9110, section 15.5.2). Redirects are not followed: the token goes to the service's origin only.
 */
export const createClient = ({ baseUrl, pageOrigin, tokens, queue, platform }: ClientSetup) => {
  const { now, epochNow, isOnline } = platform;
  let acceptedAt = -Infinity;
  /** The renewed token that an address refused, and when. */
  const refusals = new Map<string, { token: string; at: number }>();

  const isConfirmed = (): boolean => now() - acceptedAt < CONFIRMED_MS;

  /** `received` is as much of an answer as came; without `startedAt` nothing was sent. */
  const unanswered = (kind: ProblemKind, startedAt?: number, received?: Received): Exchange => {
    const durationMs = startedAt === undefined ? 0 : Math.round(now() - startedAt);
    const at = epochNow();
    const answer = received && toAnswer(received, { durationMs, at });
    const problem = { kind, status: received?.status, answer, durationMs, at };
    return { kind: 'unanswered', sent: startedAt !== undefined, problem };
  };

  const ask = ({ line, body }: RequestSpec, token: string, signal: AbortSignal): Promise<Response> => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    return platform.fetch(serviceUrl(baseUrl, pageOrigin, line.target), {
      method: line.method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body ?? null,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
  };

  const exchange = async (spec: RequestSpec, token: string): Promise<Exchange> => {
    const deadline = new AbortController();
    const startedAt = now();
    const cancelDeadline = platform.after(spec.timeoutMs, () => deadline.abort());
    const received: { current: Received | undefined } = { current: undefined };
    try {
      const response = await ask(spec, token, anyOf(spec.signal, deadline.signal));
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        return unanswered('redirect', startedAt);
      }
      await receive(response, received);
    } catch {
      const offline = isOnline() ? 'network' : 'offline';
      const kind = deadline.signal.aborted ? 'timeout' : spec.signal?.aborted ? 'aborted' : offline;
      // An error status counts even if the text behind it broke off.
      if ((received.current?.status ?? 0) < 400) return unanswered(kind, startedAt, received.current);
    } finally {
      cancelDeadline();
    }
    if (!received.current) return unanswered('network', startedAt);
    const answer = toAnswer(received.current, { durationMs: Math.round(now() - startedAt), at: epochNow() });
    const { status, retryAfterMs } = answer;
    if (status === 429 || (status === 503 && retryAfterMs !== undefined))
      queue.refused(retryAfterMs, startedAt);
    if (status !== 401) acceptedAt = now();
    return { kind: 'answered', answer };
  };

  const send = async (spec: RequestSpec): Promise<{ done: Exchange; token?: string | undefined }> => {
    const isCancelled = () => spec.signal?.aborted || spec.queueSignal?.aborted;
    const sendInTurn = async () => {
      const token = await tokens.freshToken();
      if (isCancelled()) return { done: unanswered('aborted') };
      if (!isOnline()) return { done: unanswered('offline') };
      if (token === undefined) return { done: unanswered('session-ended') };
      return { done: await exchange(spec, token), token };
    };
    // Renew before queueing: a renewal inside a slot would hold it up.
    if (isOnline()) await tokens.freshToken();
    const queueSignal = anyOf(spec.signal, spec.queueSignal);
    return queue.run(spec.lane, sendInTurn, { ...spec, queueSignal }).catch(() => ({
      done: unanswered('aborted'),
    }));
  };

  return async (given: RequestSpec): Promise<Exchange> => {
    const spec = { ...given, signal: anyOf(given.signal, tokens.signal?.()) };
    const first = await send(spec);
    if (first.token === undefined || !isUnauthorized(first.done)) return first.done;
    const { target } = spec.line;
    // A known refusal is not worth another renewal.
    if (refusals.get(target)?.token === first.token && isConfirmed()) return first.done;
    const renewal = await tokens.renew(first.token);
    if (renewal === 'unreachable') return { ...first.done, refusedAs: 'renewal-failed' };
    if (renewal === 'ended') return { ...first.done, refusedAs: 'session-ended' };
    const second = await send(spec);
    if (second.done.kind === 'unanswered' && !second.done.sent) {
      return { ...second.done, problem: { ...second.done.problem, status: 401 } };
    }
    if (second.token === undefined || !isUnauthorized(second.done)) return second.done;
    refusals.set(target, { token: second.token, at: now() });
    const refusing = [...refusals.values()].filter(({ at }) => at > acceptedAt);
    // One address that refuses a good token is that request's own outcome.
    if (isConfirmed() || refusing.length < 2) return second.done;
    tokens.refused?.(second.token);
    return { ...second.done, refusedAs: 'session-ended' };
  };
};

type Answered = Extract<Exchange, { kind: 'answered' }>;

const isUnauthorized = (done: Exchange): done is Answered =>
  done.kind === 'answered' && done.answer.status === 401;
