import { browserClock, type Clock } from '#src/lib/timing.ts';

/** What a request needs of the browser; tests bring their own. */
export type Platform = Clock & {
  /** In place of the browser's own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  epochNow: () => number;
  isOnline: () => boolean;
};

export const browserPlatform: Platform = {
  ...browserClock,
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
};
