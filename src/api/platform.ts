import { BASE } from '#src/lib/base.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';

export type Platform = Clock & {
  /** Default: the browser's. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  epochNow: () => number;
  /** Only a hint: some browsers with a VPN say "offline" all the time. */
  isOnline: () => boolean;
  /** Whether the console's own server answers. */
  findsConnection: () => Promise<boolean>;
};

export const browserPlatform: Platform = {
  ...browserClock,
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
  findsConnection: () =>
    fetch(BASE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    }).then(
      () => true,
      () => false,
    ),
};
