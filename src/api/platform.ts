import { browserClock, type Clock } from '#src/lib/timing.ts';

export type Platform = Clock & {
  /** Default: the browser's. */
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
