import { stopwatch } from './lifetime.ts';
import type { Platform } from './platform.ts';

/** The last input in any tab, epoch milliseconds. */
const LAST_INPUT = 'auth.last-input';

export const createIdleLimit = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after' | 'browser'>,
  limitMs: number | undefined,
  onIdle: () => void,
) => {
  const { browser } = platform;
  let sinceOwnInput = stopwatch(platform);
  let stopTimer: (() => void) | undefined;

  /** Undefined before the first input, or if the clock was set back since. */
  const sinceAnyInput = (): number | undefined => {
    const noted = browser.get(LAST_INPUT);
    const since = noted === null ? Number.NaN : platform.now() - Number(noted);
    return since >= 0 ? since : undefined;
  };
  const noteInput = (): void => void browser.set(LAST_INPUT, String(platform.now()));
  const stop = (): void => {
    stopTimer?.();
    stopTimer = undefined;
  };
  const check = (): void => {
    if (limitMs === undefined || !stopTimer) return;
    stop();
    const rest = limitMs - Math.min(sinceOwnInput(), sinceAnyInput() ?? Infinity);
    if (rest > 0) stopTimer = platform.after(rest, check);
    else onIdle();
  };

  return {
    onInput: (): void => {
      if (limitMs === undefined) return;
      sinceOwnInput = stopwatch(platform);
      noteInput();
    },
    /** Whether the limit passed before this page was loaded. */
    isOver: (): boolean => limitMs !== undefined && (sinceAnyInput() ?? 0) >= limitMs,
    /** Starts or stops the limit as the user is signed in or out. */
    follow: (isActive: boolean): void => {
      if (limitMs === undefined || isActive === (stopTimer !== undefined)) return;
      if (!isActive) return stop();
      // Loading the page was no input: the time that other tabs noted counts.
      if (sinceAnyInput() === undefined) noteInput();
      const before = sinceAnyInput() ?? 0;
      const own = stopwatch(platform);
      sinceOwnInput = () => before + own();
      stopTimer = platform.after(limitMs - before, check);
    },
    /** Compares with the clock, since timers stop while the computer sleeps. */
    check,
    forget: (): void => browser.remove(LAST_INPUT),
  };
};

export type IdleLimit = ReturnType<typeof createIdleLimit>;
