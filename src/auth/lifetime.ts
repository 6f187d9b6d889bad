import type { Platform } from './platform.ts';
import type { Renewal } from './state.ts';

const nothing = (): void => {};

const LONGEST_TIMER = 3600_000;
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 60_000;

/** Milliseconds after which to renew: a third of the lifetime ahead, a minute at most, and never sooner than five seconds. */
export const renewAfter = (lifetimeSeconds: number): number =>
  Math.max(lifetimeSeconds - Math.min(60, lifetimeSeconds / 3), 5) * 1000;

/**
 * Milliseconds since now. The greater of two clocks: the wall clock goes on while the computer sleeps, the other does
 * not go back when the time is set.
 */
export const stopwatch = (platform: Pick<Platform, 'now' | 'uptime'>): (() => number) => {
  const wall = platform.now();
  const up = platform.uptime();
  return () => Math.max(platform.now() - wall, platform.uptime() - up);
};

/** What `work` comes to, or `otherwise` when it fails or takes more than `limit` milliseconds. */
export const within = <Value>(
  platform: Pick<Platform, 'after'>,
  limit: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> =>
  new Promise((resolve) => {
    const stop = platform.after(limit, () => resolve(otherwise));
    const finish = (value: Value): void => {
      stop();
      resolve(value);
    };
    work.then(finish, () => finish(otherwise));
  });

/**
 * Renews in time, and again and again, further and further apart (2 s to 60 s), while the server does not answer.
 * Timers sleep with the computer and are slowed in hidden tabs: `wake` looks at the clock again.
 */
export const createSchedule = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after'>,
  renew: () => Promise<Renewal>,
) => {
  let stopTimer = nothing;
  let due: { elapsed: () => number; after: number } | undefined;
  let retry = FIRST_RETRY;
  let isRetry = false;

  const look = (): void => {
    stopTimer();
    if (!due) return;
    const rest = due.after - due.elapsed();
    if (rest > 0) {
      stopTimer = platform.after(Math.min(rest, LONGEST_TIMER), look);
      return;
    }
    due = undefined;
    void renew();
  };
  const set = (after: number): void => {
    stopTimer();
    due = { elapsed: stopwatch(platform), after };
    look();
  };

  return {
    /** New tokens; without a lifetime the service's 401 is the only judge. */
    start: (lifetimeSeconds: number | undefined): void => {
      retry = FIRST_RETRY;
      isRetry = false;
      stopTimer();
      due = undefined;
      if (lifetimeSeconds !== undefined) set(renewAfter(lifetimeSeconds));
    },
    /** Nobody answered: once more in a while. */
    again: (): void => {
      isRetry = true;
      set(retry);
      retry = Math.min(retry * 2, LONGEST_RETRY);
    },
    /** The page is seen or the network is back: what waits for another try need not wait any longer. */
    wake: (): void => {
      if (isRetry && due) due = { ...due, after: 0 };
      look();
    },
    stop: (): void => {
      stopTimer();
      due = undefined;
    },
  };
};
