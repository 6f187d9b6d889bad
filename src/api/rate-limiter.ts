import type { Clock } from '#src/lib/timing.ts';

/** Requests bunch up on their way, so a window is a little longer than one second. */
const WINDOW_SLACK_MS = 25;
/** Pause after a refusal: long enough for a service that counts by the second. */
const REST_MS = 1000;
const QUIET_MS = 5000;
const RECOVERY_FACTOR = 1.1;
/** Never slower than one request a second: below that, one refusal too many stops the board. */
const SLOWEST_PER_SECOND = 1;

/** Allows `maxPerSecond` requests in any second. A refusal halves the rate; every quiet five seconds add a tenth. */
export const createRateLimiter = (maxPerSecond: number, clock: Clock) => {
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
