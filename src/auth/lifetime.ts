import type { Platform } from './platform.ts';

const MAX_TIMER_MS = 3600_000;
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

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 60_000;
const WINDOW_MS = 60_000;
const MAX_PER_WINDOW = 10;

/**
 * One limit for all who want a token, the timer and requests alike: at most ten token requests a minute, and after a failure 2 to
 * 60 s of waiting, or as long as the server asks.
 */
export const createTokenLimit = ({ uptime }: Pick<Platform, 'uptime'>) => {
  let sentTimes: number[] = [];
  let failures = 0;
  let notBefore = -Infinity;
  let isAsked = false;
  return {
    msUntilNext: (): number => {
      const now = uptime();
      sentTimes = sentTimes.filter((at) => at > now - WINDOW_MS);
      const windowEnd = sentTimes.length < MAX_PER_WINDOW ? now : (sentTimes[0] ?? now) + WINDOW_MS;
      return Math.max(0, notBefore - now, windowEnd - now);
    },
    countSent: (): void => void sentTimes.push(uptime()),
    fail: (retryAfterMs: number | undefined): void => {
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
      failures += 1;
      isAsked = retryAfterMs !== undefined;
      notBefore = uptime() + Math.max(backoff, retryAfterMs ?? 0);
    },
    succeed: (): void => {
      failures = 0;
      notBefore = -Infinity;
    },
    /** The page is visible or online again: the next try may succeed, unless the server asked to wait. */
    wake: (): void => {
      if (!isAsked) notBefore = -Infinity;
    },
    isFailing: (): boolean => failures > 0,
  };
};

/** Renews before a token expires, and again when the limit allows it while the server doesn't answer. */
export const createRenewalSchedule = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after'>,
  renew: () => Promise<unknown>,
) => {
  let stopTimer: (() => void) | undefined;
  let due: { elapsed: () => number; after: number } | undefined;

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
    start: (lifetimeSeconds: number | undefined): void =>
      set(lifetimeSeconds === undefined ? undefined : renewAfterMs(lifetimeSeconds)),
    retryIn: set,
    /** Timers may be late. */
    check,
    stop: (): void => set(undefined),
  };
};
