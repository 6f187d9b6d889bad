import { createStore } from 'zustand/vanilla';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Reads and writes have separate slots, so that neither blocks the other. */
export type Lane = 'read' | 'write';

/** In this order: asked by the user, the first check of a call, all other checks. */
export const PRIORITIES = ['asked', 'first', 'routine'] as const;
export type Priority = (typeof PRIORITIES)[number];

export type QueueOptions = {
  /** Cancels only while the request waits in the queue. */
  queueSignal?: AbortSignal | undefined;
  priority?: Priority | undefined;
  /** Monotonic milliseconds; orders requests of one priority. Default: now. */
  dueAt?: number | undefined;
};

export type QueueLimits = {
  maxConcurrentReads: number;
  maxConcurrentWrites: number;
  maxRequestsPerSecond: number;
};

type QueueState = {
  /** The service asked to wait until then, in milliseconds of `performance.now()`. */
  waitUntil: number | undefined;
  /** The configured rate, or less after refusals. */
  perSecond: number;
};

type QueuedRequest = { priority: Priority; dueAt: number; start: () => void };

const goesBefore = (a: QueuedRequest, b: QueuedRequest): boolean =>
  (PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || a.dueAt - b.dueAt) < 0;

export const createQueue = (limits: QueueLimits, clock: Clock = browserClock) => {
  const rate = createRateLimiter(limits.maxRequestsPerSecond, clock);
  const store = createStore<QueueState>(() => ({ waitUntil: undefined, perSecond: rate.perSecond() }));
  const free: Record<Lane, number> = { read: limits.maxConcurrentReads, write: limits.maxConcurrentWrites };
  const waiting: Record<Lane, QueuedRequest[]> = { read: [], write: [] };
  let nextLane: Lane = 'write';
  let cancelWake: (() => void) | undefined;

  const wakeIn = (ms: number): void => {
    cancelWake?.();
    cancelWake = clock.after(ms, dispatch);
  };

  /** Requests of the user go first; otherwise the lanes alternate. */
  const chooseLane = (): Lane | undefined => {
    const other: Lane = nextLane === 'write' ? 'read' : 'write';
    const ready = [nextLane, other].filter((lane) => free[lane] > 0 && waiting[lane].length > 0);
    return ready.find((lane) => waiting[lane][0]?.priority === 'asked') ?? ready[0];
  };

  function dispatch(): void {
    const { waitUntil } = store.getState();
    if (waitUntil !== undefined && waitUntil <= clock.now()) store.setState({ waitUntil: undefined });
    if (rate.perSecond() !== store.getState().perSecond) store.setState({ perSecond: rate.perSecond() });
    for (;;) {
      const lane = chooseLane();
      if (!lane) return;
      const wait = Math.max(rate.msUntilNext(), (store.getState().waitUntil ?? 0) - clock.now());
      if (wait > 0) return wakeIn(wait);
      nextLane = lane === 'write' ? 'read' : 'write';
      free[lane] -= 1;
      rate.countSent();
      waiting[lane].shift()?.start();
    }
  }

  const enqueue = (lane: Lane, entry: QueuedRequest): void => {
    const at = waiting[lane].findIndex((each) => goesBefore(entry, each));
    waiting[lane].splice(at < 0 ? waiting[lane].length : at, 0, entry);
    dispatch();
  };

  return {
    store,
    /** Rejects with the signal's reason if the task is cancelled before it starts. */
    run: <T>(lane: Lane, task: () => Promise<T>, options: QueueOptions = {}): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const { queueSignal, priority = 'asked', dueAt = clock.now() } = options;
        if (queueSignal?.aborted) return reject(queueSignal.reason);
        const cancel = (): void => {
          waiting[lane] = waiting[lane].filter((each) => each !== entry);
          reject(queueSignal?.reason);
        };
        const release = (): void => {
          free[lane] += 1;
          dispatch();
        };
        const start = (): void => {
          queueSignal?.removeEventListener('abort', cancel);
          task().then(resolve, reject).finally(release);
        };
        const entry: QueuedRequest = { priority, dueAt, start };
        queueSignal?.addEventListener('abort', cancel, { once: true });
        enqueue(lane, entry);
      }),
    /** After 429: waits as long as the service asks, or slows down. */
    reportRefusal: (retryAfterMs: number | undefined, sentAt: number): void => {
      if (retryAfterMs === undefined) {
        rate.slowDown(sentAt);
        store.setState({ perSecond: rate.perSecond() });
        return;
      }
      const waitUntil = Math.max(store.getState().waitUntil ?? 0, clock.now() + retryAfterMs);
      store.setState({ waitUntil });
      wakeIn(waitUntil - clock.now());
    },
  };
};

export type Queue = ReturnType<typeof createQueue>;
