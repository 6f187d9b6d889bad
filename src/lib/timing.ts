export type Clock = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Returns a function that cancels it. */
  after: (ms: number, act: () => void) => () => void;
};

/** Rounds up: a timer drops fractions of a millisecond, and would fire too early. */
export const browserClock: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};

/** Acts at once, then at most every `ms`. Reads the clock: timers of a hidden page may be a minute late. */
export const throttle = (ms: number, act: () => void): { call: () => void; stop: () => void } => {
  let lastMs = -Infinity;
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const run = (): void => {
    stop();
    lastMs = performance.now();
    act();
  };
  const call = (): void => {
    const waitMs = lastMs + ms - performance.now();
    if (waitMs <= 0) run();
    else cancel ??= browserClock.after(waitMs, run);
  };
  return { call, stop };
};

/** Hands over as one list what is added within `ms`. */
export const collect = <Item>(ms: number, act: (items: readonly Item[]) => void) => {
  let items: Item[] = [];
  let cancel: (() => void) | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    items = [];
  };
  return {
    add: (item: Item): void => {
      items.push(item);
      cancel ??= browserClock.after(ms, () => {
        const collected = items;
        stop();
        act(collected);
      });
    },
    /** Forgets what was added. */
    stop,
  };
};

/** Undefined after the deadline: storage that another page blocks may never answer. */
export const waitAtMost = <T>(
  work: Promise<T>,
  deadlineMs: number,
  after = browserClock.after,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const cancel = after(deadlineMs, () => resolve(undefined));
    work.finally(cancel).then(resolve, reject);
  });

/** Lets the browser draw and handle input first. */
export const nextTask = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
