/** Reads and writes wait in lanes of their own, so that neither keeps the other from being sent. */
export type Lane = 'read' | 'write';

export type PaceOptions = {
  signal?: AbortSignal | undefined;
  /** Each step is a head start of ten seconds in the lane; bounded, so that nobody starves. Default 0. */
  priority?: number | undefined;
};

export type Pace = {
  /** Runs the task when its turn comes. Rejects with the signal's reason where it is aborted while waiting. */
  run<T>(lane: Lane, task: () => Promise<T>, options?: PaceOptions): Promise<T>;
  /** Holds everything that has not been sent, for the given time or else 5 to 60 s, longer each time in a row. */
  hold: (retryAfterMs: number | undefined) => void;
  /** An ordinary answer came: the next hold without a given time starts at the shortest again. */
  ease: () => void;
  /** Until when everything is held, on the clock of `performance.now()`; undefined where nothing is. */
  heldUntil: () => number | undefined;
  /** Tells of every change of `heldUntil`. Gives back how to leave. */
  subscribe: (listener: () => void) => () => void;
};

export type PaceLimits = {
  maxConcurrentReads: number;
  maxConcurrentWrites: number;
  maxRequestsPerSecond: number;
};

/** What time is and what chance is; tests bring their own. `after` returns how to call it off. */
export type PaceClock = {
  now: () => number;
  random: () => number;
  after: (ms: number, act: () => void) => () => void;
};

const browserClock: PaceClock = {
  now: () => performance.now(),
  random: () => Math.random(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

const HEAD_START_MS = 10_000;
/**
 * Requests arrive at the service with other times between them than they left with: the last of one second a little
 * late, the first of the next one on time. Each window is longer by this, so that no second there sees too many.
 */
const ARRIVAL_SLACK_MS = 25;
const SHORTEST_HOLD_MS = 5000;
const LONGEST_HOLD_MS = 60_000;

/** How long to hold where the service named no time: 5–10 s, then 10–20, 20–40, 30–60 (`random` from 0 to 1). */
export const holdMs = (holdsInARow: number, random: number): number => {
  const most = Math.min(LONGEST_HOLD_MS, 2 * SHORTEST_HOLD_MS * 2 ** holdsInARow);
  return most / 2 + (most / 2) * random;
};

type Waiter = { rank: number; start: () => void };

/**
 * How much the service is asked: at most so many requests at once in each lane, and at most `maxRequestsPerSecond`
 * in any second over both (below one: one in so many seconds). In a lane the order is first come, first served.
 */
export const createPace = (limits: PaceLimits, clock: PaceClock = browserClock): Pace => {
  const perWindow = Math.max(1, Math.floor(limits.maxRequestsPerSecond));
  const windowMs = (perWindow / limits.maxRequestsPerSecond) * 1000 + ARRIVAL_SLACK_MS;
  const free: Record<Lane, number> = { read: limits.maxConcurrentReads, write: limits.maxConcurrentWrites };
  const waiting: Record<Lane, Waiter[]> = { read: [], write: [] };
  const starts: number[] = [];
  const listeners = new Set<() => void>();
  let next: Lane = 'write';
  let held: number | undefined;
  let holdsInARow = 0;
  let cancelWake: (() => void) | undefined;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const wakeIn = (ms: number): void => {
    cancelWake?.();
    cancelWake = clock.after(ms, () => {
      cancelWake = undefined;
      dispatch();
    });
  };

  const isReady = (lane: Lane): boolean => free[lane] > 0 && waiting[lane].length > 0;

  const dispatch = (): void => {
    if (held !== undefined) {
      const left = held - clock.now();
      if (left > 0) return wakeIn(left);
      held = undefined;
      tell();
    }
    for (;;) {
      const other: Lane = next === 'write' ? 'read' : 'write';
      const lane = isReady(next) ? next : isReady(other) ? other : undefined;
      if (lane === undefined) return;
      const oldest = starts[0];
      const wait = starts.length < perWindow || oldest === undefined ? 0 : oldest + windowMs - clock.now();
      if (wait > 0) return wakeIn(wait);
      if (starts.length >= perWindow) starts.shift();
      starts.push(clock.now());
      free[lane] -= 1;
      next = lane === 'write' ? 'read' : 'write';
      waiting[lane].shift()?.start();
    }
  };

  const enqueue = (lane: Lane, waiter: Waiter): void => {
    const line = waiting[lane];
    let at = line.length;
    while (at > 0 && (line[at - 1]?.rank ?? 0) > waiter.rank) at -= 1;
    line.splice(at, 0, waiter);
  };

  return {
    run: (lane, task, { signal, priority = 0 } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = (): void => {
          const at = waiting[lane].indexOf(waiter);
          if (at >= 0) waiting[lane].splice(at, 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          rank: clock.now() - priority * HEAD_START_MS,
          start: () => {
            signal?.removeEventListener('abort', leave);
            task()
              .then(resolve, reject)
              .finally(() => {
                free[lane] += 1;
                dispatch();
              });
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        enqueue(lane, waiter);
        dispatch();
      }),
    hold: (retryAfterMs) => {
      const running = held !== undefined && held > clock.now();
      const wait =
        retryAfterMs ?? holdMs(running ? Math.max(0, holdsInARow - 1) : holdsInARow, clock.random());
      // Answers to what was in flight when the hold began are one refusal together, not one after the other.
      if (!running) holdsInARow += 1;
      if (wait <= 0) return;
      held = Math.max(held ?? 0, clock.now() + wait);
      tell();
      wakeIn(held - clock.now());
    },
    ease: () => {
      if (held === undefined) holdsInARow = 0;
    },
    heldUntil: () => held,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
