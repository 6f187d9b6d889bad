/** Time as whoever waits sees it; tests bring their own. */
export type Clock = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Acts later. The result cancels it. */
  after: (ms: number, act: () => void) => () => void;
};

/** A fraction of a millisecond would be cut off: whoever waits for it would be woken too early, for ever at a time that stands. */
export const browserClock: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};

/**
 * Acts once `due` has come on the clock's milliseconds, within this call where it has. Browsers cut a timer to whole
 * milliseconds, so it may fire a fraction early: then it is set again for the rest. Returns how to cancel.
 */
export const actAt = (due: number, act: () => void, clock: Clock = browserClock): (() => void) => {
  let cancel = (): void => undefined;
  const look = (): void => {
    const left = due - clock.now();
    if (left > 0) cancel = clock.after(left, look);
    else act();
  };
  look();
  return () => cancel();
};

/**
 * Acts at once, but not again before so many milliseconds have passed: calls within them lead to one more at their
 * end. `stop` forgets it. Told by the clock, since the timers of a hidden page may be late by a minute.
 */
export const throttle = (ms: number, act: () => void): { call: () => void; stop: () => void } => {
  let lastMs = -Infinity;
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const now = (): void => {
    stop();
    lastMs = performance.now();
    act();
  };
  const call = (): void => {
    const waitMs = lastMs + ms - performance.now();
    if (waitMs <= 0) now();
    else cancel ??= browserClock.after(waitMs, now);
  };
  return { call, stop };
};

/**
 * The result of some work, or undefined where it takes longer. Storage that another page holds up may never answer;
 * nothing that is sent waits for it without an end.
 */
export const inTime = async <T>(work: Promise<T>, deadlineMs: number): Promise<{ result: T } | undefined> => {
  let cancel = (): void => undefined;
  const late = new Promise<undefined>((resolve) => {
    cancel = browserClock.after(deadlineMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([work.then((result) => ({ result })), late]);
  } finally {
    cancel();
  }
};
