import type { Platform } from './platform.ts';

const LONGEST_TIMER = 3600_000;
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 60_000;

const renewAfterMs = (lifetimeSeconds: number): number =>
  Math.max(lifetimeSeconds - Math.min(60, lifetimeSeconds / 3), 5) * 1000;

/**
 * Milliseconds since now. The greater of two clocks: the wall clock goes on while the computer sleeps, the other is
 * never set back.
 */
export const stopwatch = (platform: Pick<Platform, 'now' | 'uptime'>): (() => number) => {
  const wall = platform.now();
  const up = platform.uptime();
  return () => Math.max(platform.now() - wall, platform.uptime() - up);
};

export const within = <Value>(
  platform: Pick<Platform, 'after'>,
  limit: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> =>
  new Promise((resolve) => {
    const stop = platform.after(limit, () => resolve(otherwise));
    void work
      .catch(() => otherwise)
      .then((value) => {
        stop();
        resolve(value);
      });
  });

/** Renews before a token expires, and retries at growing intervals (2 s to 60 s) while the server doesn't answer. */
export const createSchedule = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after'>,
  renew: () => Promise<unknown>,
) => {
  let stopTimer: (() => void) | undefined;
  let due: { elapsed: () => number; after: number } | undefined;
  let retryAfter = FIRST_RETRY;

  const look = (): void => {
    stopTimer?.();
    if (!due) return;
    const rest = due.after - due.elapsed();
    if (rest > 0) {
      stopTimer = platform.after(Math.min(rest, LONGEST_TIMER), look);
      return;
    }
    due = undefined;
    void renew();
  };
  const set = (after: number | undefined): void => {
    due = after === undefined ? undefined : { elapsed: stopwatch(platform), after };
    look();
  };

  return {
    /** New tokens. Without a lifetime, only a 401 of the service shows that they have expired. */
    start: (lifetimeSeconds: number | undefined): void => {
      retryAfter = FIRST_RETRY;
      set(lifetimeSeconds === undefined ? undefined : renewAfterMs(lifetimeSeconds));
    },
    retry: (): void => {
      set(retryAfter);
      retryAfter = Math.min(retryAfter * 2, LONGEST_RETRY);
    },
    /** The page is visible or online again: timers may be late, and a retry may succeed now. */
    wake: (): void => {
      if (due && retryAfter > FIRST_RETRY) due.after = 0;
      look();
    },
    stop: (): void => set(undefined),
  };
};
