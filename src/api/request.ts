import { parseRetryAfter } from '#src/lib/retry-after.ts';
import { receive, toAnswer, type Received } from './body.ts';
import { isLeaving } from './leaving.ts';
import type { Exchange, Problem, ProblemKind, RequestLine } from './outcome.ts';
import type { Lane, Pace } from './pace.ts';
import { countPreflights } from './preflights.ts';
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
  priority?: number | undefined;
};

/** The parts of the browser that a request needs; tests bring their own. */
export type Surroundings = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Epoch milliseconds. */
  epochNow: () => number;
  isOnline: () => boolean;
  /** The page is about to go. */
  isLeaving: () => boolean;
  after: (ms: number, act: () => void) => () => void;
};

export const browserSurroundings: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
  isLeaving,
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
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
  let isReachedOffline = false;

  const problem = (kind: ProblemKind, started?: number, received?: Received): Problem => {
    const durationMs = started === undefined ? 0 : Math.round(now() - started);
    if (!received) return { kind, durationMs, at: epochNow() };
    const answer = toAnswer(received, { durationMs, at: epochNow() });
    return { kind, status: received.status, answer, durationMs, at: answer.at };
  };

  const unsent = (kind: ProblemKind): Exchange => ({
    kind: 'unanswered',
    sent: false,
    problem: problem(kind),
  });

  const ask = (spec: RequestSpec, token: string, signal: AbortSignal): Promise<Response> => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    return surroundings.fetch(serviceUrl(baseUrl, pageOrigin, spec.line.target), {
      method: spec.line.method,
      ...(spec.body === undefined
        ? { headers }
        : { headers: { ...headers, 'Content-Type': 'application/json' }, body: spec.body }),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
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
      const isRedirect =
        response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
      if (isRedirect) {
        const shown = response.status === 0 ? {} : { status: response.status };
        return { kind: 'unanswered', sent: true, problem: { ...problem('redirect', started), ...shown } };
      }
      await receive(response, received, (work) => untilAborted(work, controller.signal));
    } catch {
      // A read that the page's own leaving cuts off was called off; a write may have been done.
      const cutOff = spec.lane === 'read' && isPageLeaving() ? 'aborted' : undefined;
      const kind = cause ?? cutOff ?? (isOnline() ? 'network' : 'offline');
      const partial = received.current;
      // An error status says what it says, also where the text behind it broke off.
      if (!partial || partial.status < 400) {
        return { kind: 'unanswered', sent: true, problem: problem(kind, started, partial) };
      }
    } finally {
      cancelDeadline();
      spec.signal?.removeEventListener('abort', leave);
      // What is left of a body that nobody waits for.
      controller.abort();
    }
    if (!received.current) return { kind: 'unanswered', sent: true, problem: problem('network', started) };
    const at = epochNow();
    const retryAfterMs = parseRetryAfter(received.current.retryAfter, at);
    const answer = toAnswer(received.current, { durationMs: Math.round(now() - started), at, retryAfterMs });
    return { kind: 'answered', answer, sessionEnded: false };
  };

  const sendInTurn = async (spec: RequestSpec): Promise<Sent> => {
    const wasOnline = isOnline();
    if (!wasOnline && !isLoopback) return { exchange: unsent('offline'), token: undefined };
    const token = await untilAborted(tokens.freshToken(), spec.signal);
    if (token === undefined) return { exchange: unsent('session-ended'), token };
    preflights.note(spec.line.target);
    const done = await exchange(spec, token);
    if (done.kind === 'answered') {
      const { status, retryAfterMs } = done.answer;
      if (status === 429 || status === 503) pace.hold(retryAfterMs);
      else pace.ease();
      if (!wasOnline) isReachedOffline = true;
    } else if (!wasOnline && !isReachedOffline && done.problem.kind === 'offline') {
      return { exchange: unsent('offline'), token };
    }
    return { exchange: done, token };
  };

  const send = async (spec: RequestSpec): Promise<Sent> => {
    try {
      // Whoever waited for a renewal in his turn would leave after it, on top of those whose turn it is then.
      if (isOnline() || isLoopback) await untilAborted(tokens.freshToken(), spec.signal);
      const signal = anyOf([spec.signal, spec.turn]);
      // Each pair in bulk has an address of its own, and would take twice the time; what that means is in docs/deployment.md.
      const cost = spec.lane === 'read' && isElsewhere ? preflights.costOf(spec.line.target) : 1;
      return await pace.run(spec.lane, () => sendInTurn(spec), { ...spec, signal, cost });
    } catch {
      // Only waiting can reject, for the turn or for the token: nothing has left.
      const isOff = spec.signal?.aborted || spec.turn?.aborted;
      return { exchange: unsent(isOff ? 'aborted' : 'network'), token: undefined };
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
