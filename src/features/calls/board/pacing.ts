import { browserClock } from '#src/lib/timing.ts';

const SLICE = 500;

/** Acts on the first 500 at once, on each further slice in a task of its own: copying thousands of calls is work. */
export const inSlices = <Each>(all: readonly Each[], act: (slice: Each[]) => void): void => {
  if (all.length > 0) act(all.slice(0, SLICE));
  if (all.length > SLICE) setTimeout(() => inSlices(all.slice(SLICE), act));
};

const CALM_MS = 250;
const MOST_AT_ONCE = 20;

/**
 * Acts at once where that is asked for now and then, but where it is asked for many times a second, four times a second:
 * one credit for each time, which comes back with time.
 */
export const calmly = (act: () => void): (() => void) => {
  let credit = MOST_AT_ONCE;
  let countedAt = performance.now();
  let isWaiting = false;
  const call = (): void => {
    const now = performance.now();
    credit = Math.min(MOST_AT_ONCE, credit + (now - countedAt) / CALM_MS);
    countedAt = now;
    if (credit >= 1) {
      credit -= 1;
      act();
      return;
    }
    if (isWaiting) return;
    isWaiting = true;
    browserClock.after(CALM_MS * (1 - credit), () => {
      isWaiting = false;
      call();
    });
  };
  return call;
};
