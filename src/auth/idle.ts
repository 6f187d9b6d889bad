import type { Platform } from './platform.ts';

/** The last input in any tab, epoch milliseconds. */
const LAST_INPUT = 'auth.last-input';

export const createIdleLimit = (
  { now, after, browser }: Pick<Platform, 'now' | 'after' | 'browser'>,
  limitMs: number | undefined,
  onIdle: () => void,
) => {
  let stopTimer: (() => void) | undefined;

  /** Milliseconds. NaN before the first input; negative if the clock was set back since the last. */
  const sinceInput = (): number => now() - Number(browser.get(LAST_INPUT) ?? Number.NaN);
  const onInput = (): void => {
    if (limitMs !== undefined) browser.set(LAST_INPUT, String(now()));
  };
  const stop = (): void => {
    stopTimer?.();
    stopTimer = undefined;
  };
  /** Loading a page is no input: the time that other tabs noted counts. */
  const findRest = (limit: number): number => {
    if (!(sinceInput() >= 0)) onInput();
    return limit - sinceInput();
  };
  const check = (): void => {
    if (limitMs === undefined || !stopTimer) return;
    stop();
    const rest = findRest(limitMs);
    if (rest > 0) stopTimer = after(rest, check);
    else onIdle();
  };

  return {
    onInput,
    /** Whether the limit passed before this page was loaded. */
    isOver: (): boolean => limitMs !== undefined && sinceInput() >= limitMs,
    /** Starts or stops the limit as the user is signed in or out. */
    follow: (isActive: boolean): void => {
      if (limitMs === undefined || isActive === (stopTimer !== undefined)) return;
      if (isActive) stopTimer = after(findRest(limitMs), check);
      else stop();
    },
    /** Compares with the clock, since timers stop while the computer sleeps. */
    check,
    forget: (): void => browser.remove(LAST_INPUT),
  };
};
