/**
 * Acts at once, but not again before so many milliseconds have passed: calls within them lead to one more at their
 * end. `stop` forgets it. Told by the clock, since the timers of a hidden page may be late by a minute.
 */
export const atMostEvery = (ms: number, act: () => void): { call: () => void; stop: () => void } => {
  let lastMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = (): void => {
    stop();
    lastMs = performance.now();
    act();
  };
  const call = (): void => {
    const waitMs = lastMs + ms - performance.now();
    if (waitMs <= 0) now();
    else timer ??= setTimeout(now, waitMs);
  };
  return { call, stop };
};
