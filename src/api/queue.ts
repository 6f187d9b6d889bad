import { createStore } from 'zustand/vanilla';
import { browserClock, type Clock } from '#src/lib/timing.ts';

/** Requests bunch up on their way, so a window is a little longer than one second. */
const WINDOW_SLACK_MS = 25;
/** Pause after a refusal: long enough for a service that counts by the second. */
const REST_MS = 1000;
const QUIET_MS = 5000;
const RECOVERY_FACTOR = 1.1;
/** Never slower than one request a second: below that, one refusal too many stops the board. */
const SLOWEST_PER_SECOND = 1;

/** Allows `maxPerSecond` requests in any second. A refusal halves the rate; every quiet five seconds add a tenth. */
const createRateLimiter = (maxPerSecond: number, clock: Clock) => {
  const perWindow = Math.max(1, Math.floor(maxPerSecond));
  const windowMs = (1000 * perWindow) / maxPerSecond + WINDOW_SLACK_MS;
  /** Times of the latest requests, at maxPerSecond `perWindow`. */
  const sentTimes: number[] = [];
  let perSecond = maxPerSecond;
  let slowedAt = -Infinity;
  let recoveredAt = -Infinity;

  const recover = (): void => {
    const steps = Math.floor((clock.now() - recoveredAt) / QUIET_MS);
    if (perSecond === maxPerSecond || steps < 1) return;
    recoveredAt += steps * QUIET_MS;
    perSecond = Math.min(maxPerSecond, perSecond * RECOVERY_FACTOR ** steps);
  };

  return {
    perSecond: (): number => {
      recover();
      return perSecond;
    },
    msUntilNext: (): number => {
      recover();
      const now = clock.now();
      const windowEnd = sentTimes.length < perWindow ? now : (sentTimes[0] ?? now) + windowMs;
      const apart = perSecond < maxPerSecond ? (sentTimes.at(-1) ?? -Infinity) + 1000 / perSecond : now;
      return Math.max(slowedAt + REST_MS, windowEnd, apart) - now;
    },
    countSent: (): void => {
      sentTimes.push(clock.now());
      if (sentTimes.length > perWindow) sentTimes.shift();
    },
    /** Ignores requests that were sent before the rate was last halved. */
    slowDown: (sentAt: number): void => {
      if (sentAt <= slowedAt) return;
      slowedAt = clock.now();
      recoveredAt = slowedAt;
      perSecond = Math.min(maxPerSecond, Math.max(SLOWEST_PER_SECOND, perSecond / 2));
    },
  };
};

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

type QueueLimits = {
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
