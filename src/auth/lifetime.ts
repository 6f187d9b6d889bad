import type { Platform } from './platform.ts';

const MAX_TIMER_MS = 3600_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

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

/** Renews before a token expires, and retries at growing intervals (2 s to 60 s) while the server doesn't answer. */
export const createRenewalSchedule = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after'>,
  renew: () => Promise<unknown>,
) => {
  let stopTimer: (() => void) | undefined;
  let due: { elapsed: () => number; after: number } | undefined;
  let retryAfterMs = FIRST_RETRY_MS;

  const check = (): void => {
    stopTimer?.();
    if (!due) return;
    const rest = due.after - due.elapsed();
    if (rest > 0) {
      stopTimer = platform.after(Math.min(rest, MAX_TIMER_MS), check);
      return;
    }
    due = undefined;
    void renew();
  };
  const set = (after: number | undefined): void => {
    due = after === undefined ? undefined : { elapsed: stopwatch(platform), after };
    check();
  };

  return {
    /** Without a lifetime, only a 401 of the service shows that the token has expired. */
    start: (lifetimeSeconds: number | undefined): void => {
      retryAfterMs = FIRST_RETRY_MS;
      set(lifetimeSeconds === undefined ? undefined : renewAfterMs(lifetimeSeconds));
    },
    retry: (): void => {
      set(retryAfterMs);
      retryAfterMs = Math.min(retryAfterMs * 2, MAX_RETRY_MS);
    },
    /** The page is visible or online again: timers may be late, and a retry may succeed now. */
    wake: (): void => {
      if (due && retryAfterMs > FIRST_RETRY_MS) due.after = 0;
      check();
    },
    stop: (): void => set(undefined),
  };
};
