import type { Platform } from './platform.ts';
import { stopwatch } from './lifetime.ts';

/** When the user last did something in any tab, epoch milliseconds. */
const LAST_INPUT = 'auth.last-input';

export type IdleLimit = ReturnType<typeof createIdleLimit>;

/**
 * Ends a session after `limitMs` milliseconds without input in any tab of this browser. Only a person's
 * input counts: not what the page asks for by itself. Without a limit it does nothing.
 */
export const createIdleLimit = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after' | 'browser'>,
  limitMs: number | undefined,
  onIdle: () => void,
) => {
  const { browser } = platform;
  let sinceOwnInput = stopwatch(platform);
  let stopTimer: (() => void) | undefined;

  /** Undefined if no tab has noted any, or the clock was set back since. */
  const sinceAnyInput = (): number | undefined => {
    const noted = browser.get(LAST_INPUT);
    const since = noted === null ? Number.NaN : platform.now() - Number(noted);
    return since >= 0 ? since : undefined;
  };
  const stop = (): void => {
    stopTimer?.();
    stopTimer = undefined;
  };
  const look = (): void => {
    if (limitMs === undefined || !stopTimer) return;
    stop();
    const rest = limitMs - Math.min(sinceOwnInput(), sinceAnyInput() ?? Infinity);
    if (rest > 0) stopTimer = platform.after(rest, look);
    else onIdle();
  };

  return {
    /** The person did something. */
    touch: (): void => {
      if (limitMs === undefined) return;
      sinceOwnInput = stopwatch(platform);
      browser.set(LAST_INPUT, String(platform.now()));
    },
    /** Whether the limit passed before this page came: then a session is not taken up again by itself. */
    isOver: (): boolean => limitMs !== undefined && (sinceAnyInput() ?? 0) >= limitMs,
    /** From here on somebody is signed in, or not. */
    follow: (isActive: boolean): void => {
      if (limitMs === undefined || isActive === (stopTimer !== undefined)) return;
      if (!isActive) return stop();
      // The page itself was no input: what other tabs know counts.
      if (sinceAnyInput() === undefined) browser.set(LAST_INPUT, String(platform.now()));
      const already = sinceAnyInput() ?? 0;
      const own = stopwatch(platform);
      sinceOwnInput = () => already + own();
      stopTimer = platform.after(limitMs - already, look);
    },
    /** Looks at the clock: timers sleep with the computer. */
    look,
    /** Nobody is signed in any more. */
    forget: (): void => browser.remove(LAST_INPUT),
  };
};
