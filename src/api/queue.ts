import { createStore } from 'zustand/vanilla';
import { browserClock, type Clock } from '#src/lib/timing.ts';

/** Reads and writes have slots of their own, so that neither keeps the other from being sent. */
export type Lane = 'read' | 'write';

/** Who goes first: what a person asked for, then calls without a first answer, then the rest by due time. */
export const PRIORITIES = ['asked', 'first', 'routine'] as const;
export type Priority = (typeof PRIORITIES)[number];

export type QueueOptions = {
  /** Cancels while the request waits; what has left is not affected. */
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

export type QueueState = {
  /** The service asked to wait until then, in milliseconds of `performance.now()`: nothing leaves before. */
  heldUntil: number | undefined;
  /** Requests a second: the configured rate, or less after the service refused that many. */
  perSecond: number;
};

/** Requests bunch up on their way: a window this much longer keeps the service's own seconds below the limit. */
const WINDOW_SLACK_MS = 25;
/** After a 429 without Retry-After: a service that counts by the second has forgotten by then. */
const REST_MS = 1000;
const QUIET_MS = 5000;
const RECOVERY_FACTOR = 1.1;
/** Never slower than one request a second: below that, one refusal too many stops the board. */
const SLOWEST_PER_SECOND = 1;

type Waiting = { priority: Priority; dueAt: number; start: () => void };

const goesBefore = (a: Waiting, b: Waiting): boolean =>
  (PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || a.dueAt - b.dueAt) < 0;

/**
 * The one queue of requests to the service: at most so many at once in each lane, at most so many a second over both,
 * counted when they leave. Slows down when the service refuses, and recovers by itself.
 */
export const createQueue = (limits: QueueLimits, clock: Clock = browserClock) => {
  const most = limits.maxRequestsPerSecond;
  const perWindow = Math.max(1, Math.floor(most));
  const windowMs = (1000 * perWindow) / most + WINDOW_SLACK_MS;
  const store = createStore<QueueState>(() => ({ heldUntil: undefined, perSecond: most }));
  const free: Record<Lane, number> = { read: limits.maxConcurrentReads, write: limits.maxConcurrentWrites };
  const waiting: Record<Lane, Waiting[]> = { read: [], write: [] };
  /** When the latest requests left, as many as one window may hold. */
  const leftAt: number[] = [];
  let nextLane: Lane = 'write';
  let slowedAt = -Infinity;
  let restUntil = -Infinity;
  let recoveredAt = -Infinity;
  let cancelWake: (() => void) | undefined;

  const wakeIn = (ms: number): void => {
    cancelWake?.();
    cancelWake = clock.after(ms, dispatch);
  };

  const recover = (): void => {
    const steps = Math.floor((clock.now() - recoveredAt) / QUIET_MS);
    const { perSecond } = store.getState();
    if (perSecond >= most || steps < 1) return;
    recoveredAt += steps * QUIET_MS;
    store.setState({ perSecond: Math.min(most, perSecond * RECOVERY_FACTOR ** steps) });
  };

  const msUntilNext = (): number => {
    const now = clock.now();
    const { heldUntil = now, perSecond } = store.getState();
    const windowEnd = leftAt.length < perWindow ? now : (leftAt[0] ?? now) + windowMs;
    const apart = perSecond < most ? (leftAt.at(-1) ?? -Infinity) + 1000 / perSecond : now;
    return Math.max(heldUntil, restUntil, windowEnd, apart) - now;
  };

  /** The lane whose first request goes next: what a person asked for, else the lanes take turns. */
  const chooseLane = (): Lane | undefined => {
    const other: Lane = nextLane === 'write' ? 'read' : 'write';
    const ready = [nextLane, other].filter((lane) => free[lane] > 0 && waiting[lane].length > 0);
    return ready.find((lane) => waiting[lane][0]?.priority === 'asked') ?? ready[0];
  };

  function dispatch(): void {
    recover();
    if ((store.getState().heldUntil ?? Infinity) <= clock.now()) store.setState({ heldUntil: undefined });
    for (;;) {
      const lane = chooseLane();
      if (!lane) return;
      const wait = msUntilNext();
      if (wait > 0) return wakeIn(wait);
      nextLane = lane === 'write' ? 'read' : 'write';
      free[lane] -= 1;
      leftAt.push(clock.now());
      if (leftAt.length > perWindow) leftAt.shift();
      waiting[lane].shift()?.start();
    }
  }

  const enqueue = (lane: Lane, entry: Waiting): void => {
    const at = waiting[lane].findIndex((each) => goesBefore(entry, each));
    waiting[lane].splice(at < 0 ? waiting[lane].length : at, 0, entry);
  };

  return {
    store,
    /** Runs the task when its turn comes. Rejects with the signal's reason if it is cancelled before. */
    run: <T>(lane: Lane, task: () => Promise<T>, options: QueueOptions = {}): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const { queueSignal, priority = 'asked', dueAt = clock.now() } = options;
        if (queueSignal?.aborted) return reject(queueSignal.reason);
        const cancel = (): void => {
          waiting[lane] = waiting[lane].filter((each) => each !== entry);
          reject(queueSignal?.reason);
        };
        const start = (): void => {
          queueSignal?.removeEventListener('abort', cancel);
          const release = (): void => {
            free[lane] += 1;
            dispatch();
          };
          task().then(resolve, reject).finally(release);
        };
        const entry: Waiting = { priority, dueAt, start };
        queueSignal?.addEventListener('abort', cancel, { once: true });
        enqueue(lane, entry);
        dispatch();
      }),
    /**
     * The service asked for fewer requests: 429, or 503 with Retry-After. With a time it holds everything for that long,
     * without one it halves the rate. `sentAt`: requests that left before the rate was last halved say nothing new.
     */
    refused: (retryAfterMs: number | undefined, sentAt: number): void => {
      const now = clock.now();
      const { heldUntil = now, perSecond } = store.getState();
      if (retryAfterMs !== undefined) {
        store.setState({ heldUntil: Math.max(heldUntil, now + retryAfterMs) });
        wakeIn(Math.max(heldUntil, now + retryAfterMs) - now);
      } else if (sentAt > slowedAt) {
        slowedAt = now;
        recoveredAt = now;
        restUntil = now + REST_MS;
        store.setState({ perSecond: Math.min(most, Math.max(SLOWEST_PER_SECOND, perSecond / 2)) });
      }
    },
  };
};

export type Queue = ReturnType<typeof createQueue>;
