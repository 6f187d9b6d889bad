/** Time as whoever waits sees it; tests bring their own. `after` returns how to cancel it. */
type Clock = {
  /** Monotonic milliseconds. */
  now: () => number;
  after: (ms: number, act: () => void) => () => void;
};

const browserClock: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
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
