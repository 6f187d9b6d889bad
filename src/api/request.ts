import { browserClock, type Clock } from '#src/lib/timing.ts';
import { parseRetryAfter, receive, toAnswer, type Received } from './body.ts';
import { isLeaving } from './leaving.ts';
import type { Exchange, ProblemKind, RequestLine } from './outcome.ts';
import type { Lane, Pace } from './pace.ts';
import { serviceUrl } from './url.ts';

/** Where access tokens come from. Neither function rejects. */
export type TokenSource = {
  /** A token that has not expired, renewed first where needed; undefined where nobody is signed in any more. */
  freshToken: () => Promise<string | undefined>;
  /** The service refused this token: one renewal for all who ask; `renewed` where a newer token is there already. */
  renew: (rejected: string) => Promise<'renewed' | 'ended' | 'unreachable'>;
  /** The renewed token was refused too. */
  refused?: (token: string) => void;
  /** Aborts when the session ends in this browser: nothing more is sent, and nothing goes on. */
  signal?: () => AbortSignal;
};

export type RequestSpec = {
  line: RequestLine;
  lane: Lane;
  /** The JSON text to send; absent for a request without a body. */
  body?: string | undefined;
  /** Deadline of the whole exchange, headers and body, from the sending on. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Calls it off only while it waits for its turn. */
  turn?: AbortSignal | undefined;
  /** Head start in the waiting line, in steps of ten seconds; default 0. */
  priority?: number | undefined;
};

/** The parts of the browser that a request needs; tests bring their own. */
export type Surroundings = Clock & {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  epochNow: () => number;
  isOnline: () => boolean;
  /** The page is about to go. */
  isLeaving: () => boolean;
};

export const browserSurroundings: Surroundings = {
  ...browserClock,
  fetch: (url, init) => fetch(url, init),
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
  isLeaving,
};

export type RequestSetup = {
  baseUrl: string;
  pageOrigin: string;
  tokens: TokenSource;
  pace: Pace;
  surroundings: Surroundings;
};

type Sent = { exchange: Exchange; token: string | undefined };

// A browser without a network says that it is offline, and may still reach a service on this machine.
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/;

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
};

/**
 * For how long a browser is taken to remember that the service admits a request to one address. Safari forgets after ten
 * minutes whatever the service allows (`Access-Control-Max-Age`), others later.
 */
const REMEMBERED_MS = 600_000;

/**
 * How many requests a browser makes of each that goes to another origin: it asks for leave first, for each address anew
 * (Fetch, "CORS-preflight fetch"). No page is told of it.
 */
const countPreflights = (now: () => number) => {
  /** When each address was last asked for leave, the longest ago first. */
  const asked = new Map<string, number>();
  const isRemembered = (at = -Infinity): boolean => now() - at < REMEMBERED_MS;
  return {
    /** 2 where the browser asks for leave first, else 1. */
    costOf: (target: string): number => (isRemembered(asked.get(target)) ? 1 : 2),
    /** A request leaves for this address. */
    note: (target: string): void => {
      if (isRemembered(asked.get(target))) return;
      asked.delete(target);
      asked.set(target, now());
      for (const [each, at] of asked) {
        if (isRemembered(at)) break;
        asked.delete(each);
      }
    },
  };
};

const anyOf = (given: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const signals = given.filter((signal) => signal !== undefined);
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
};

/**
 * The one fetch to the service. It never rejects and never repeats a request, but once after a 401, which was not
 * executed (RFC 9110, section 15.5.2). The token goes to the service's origin only: redirects are not followed.
 */
export const createRequest = ({ baseUrl, pageOrigin, tokens, pace, surroundings }: RequestSetup) => {
  const { now, epochNow, isOnline, isLeaving: isPageLeaving, after } = surroundings;
  const isLoopback = LOOPBACK.test(baseUrl === '' ? pageOrigin : baseUrl);
  const isElsewhere = new URL(serviceUrl(baseUrl, pageOrigin, '')).origin !== pageOrigin;
  const preflights = countPreflights(now);
  // Each pair in bulk has an address of its own, and would take twice the time; what that means is in docs/deployment.md.
  const countsLeave = ({ lane }: RequestSpec): boolean => lane === 'read' && isElsewhere;
  let isReachedOffline = false;

  const timing = (started: number) => ({ durationMs: Math.round(now() - started), at: epochNow() });

  /** No answer, or no whole one: `received` is as much as came of it. Without `started` nothing was sent. */
  const unanswered = (
    kind: ProblemKind,
    started?: number,
    received?: Received,
    status = received?.status,
  ): Exchange => {
    const { durationMs, at } = timing(started ?? now());
    const answer = received && toAnswer(received, { durationMs, at });
    const problem = { kind, status, answer, durationMs, at };
    return { kind: 'unanswered', sent: started !== undefined, problem };
  };

  const ask = (spec: RequestSpec, token: string, signal: AbortSignal): Promise<Response> => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const isJson = spec.body !== undefined;
    return surroundings.fetch(serviceUrl(baseUrl, pageOrigin, spec.line.target), {
      method: spec.line.method,
      headers: isJson ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: spec.body ?? null,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
  };

  /** Of another origin they are read only where the service exposes them. Retry-After goes before them. */
  const noteQuotas = (headers: Headers, sinceMs: number): void => {
    const rateLimit = headers.get('ratelimit');
    if (rateLimit === null || parseRetryAfter(headers.get('retry-after'), epochNow()) !== undefined) return;
    pace.setQuotas(rateLimit, headers.get('ratelimit-policy'), sinceMs);
  };

  const exchange = async (spec: RequestSpec, token: string): Promise<Exchange> => {
    const controller = new AbortController();
    let cause: ProblemKind | undefined;
    const cut = (why: ProblemKind): void => {
      cause ??= why;
      controller.abort();
    };
    const leave = (): void => cut('aborted');
    const received: { current: Received | undefined } = { current: undefined };
    const started = now();
    const cancelDeadline = after(spec.timeoutMs, () => cut('timeout'));
    spec.signal?.addEventListener('abort', leave, { once: true });
    try {
      const response = await untilAborted(ask(spec, token, controller.signal), controller.signal);
      const { type, status } = response;
      if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        return unanswered('redirect', started, undefined, status || undefined);
      }
      noteQuotas(response.headers, now() - started);
      await receive(response, received, (work) => untilAborted(work, controller.signal));
    } catch {
      // A read that the page's own leaving cuts off was called off; a write may have been done.
      const cutOff = spec.lane === 'read' && isPageLeaving() ? 'aborted' : undefined;
      const kind = cause ?? cutOff ?? (isOnline() ? 'network' : 'offline');
      const partial = received.current;
      // An error status says what it says, also where the text behind it broke off.
      if (!partial || partial.status < 400) return unanswered(kind, started, partial);
    } finally {
      cancelDeadline();
      spec.signal?.removeEventListener('abort', leave);
      // What is left of a body that nobody waits for.
      controller.abort();
    }
    if (!received.current) return unanswered('network', started);
    return { kind: 'answered', answer: toAnswer(received.current, timing(started)), sessionEnded: false };
  };

  const sendInTurn = async (spec: RequestSpec): Promise<Sent> => {
    const wasOnline = isOnline();
    if (!wasOnline && !isLoopback) return { exchange: unanswered('offline'), token: undefined };
    const token = await untilAborted(tokens.freshToken(), spec.signal);
    if (token === undefined) return { exchange: unanswered('session-ended'), token };
    if (countsLeave(spec)) preflights.note(spec.line.target);
    const done = await exchange(spec, token);
    if (done.kind === 'answered') {
      const { status, retryAfterMs } = done.answer;
      if (status === 429 || status === 503) pace.hold(retryAfterMs, spec.lane);
      else pace.ease(spec.lane);
      if (!wasOnline) isReachedOffline = true;
    } else if (done.problem.kind === 'timeout' && spec.lane === 'read') {
      pace.silent();
    } else if (!wasOnline && !isReachedOffline && done.problem.kind === 'offline') {
      return { exchange: unanswered('offline'), token };
    }
    return { exchange: done, token };
  };

  const send = async (spec: RequestSpec): Promise<Sent> => {
    try {
      // Whoever waited for a renewal in his turn would leave after it, on top of those whose turn it is then.
      if (isOnline() || isLoopback) await untilAborted(tokens.freshToken(), spec.signal);
      const signal = anyOf([spec.signal, spec.turn]);
      const cost = countsLeave(spec) ? preflights.costOf(spec.line.target) : 1;
      return await pace.run(spec.lane, () => sendInTurn(spec), { ...spec, signal, cost });
    } catch {
      // Only waiting can reject, for the turn or for the token: nothing has left.
      const isOff = spec.signal?.aborted || spec.turn?.aborted;
      return { exchange: unanswered(isOff ? 'aborted' : 'network'), token: undefined };
    }
  };

  return async (given: RequestSpec): Promise<Exchange> => {
    const spec = { ...given, signal: anyOf([given.signal, tokens.signal?.()]) };
    const first = await send(spec);
    if (first.exchange.kind !== 'answered' || first.exchange.answer.status !== 401) return first.exchange;
    if (first.token === undefined) return first.exchange;
    const renewed = await untilAborted(tokens.renew(first.token), spec.signal).catch(() => undefined);
    // Called off meanwhile, the second try is not sent either.
    if (renewed === 'unreachable' || (!renewed && !spec.signal?.aborted)) return first.exchange;
    if (renewed === 'ended') return { ...first.exchange, sessionEnded: true };
    const second = await send({ ...spec, priority: (spec.priority ?? 0) + 1 });
    if (second.exchange.kind === 'unanswered') {
      const end = second.exchange;
      return end.sent ? end : { ...end, problem: { ...end.problem, status: 401 } };
    }
    if (second.exchange.answer.status !== 401) return second.exchange;
    if (second.token !== undefined) tokens.refused?.(second.token);
    return { ...second.exchange, sessionEnded: true };
  };
};
