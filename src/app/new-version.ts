import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { throttle } from '#src/lib/timing.ts';

export const isOutdated = createStore<boolean>(() => false);

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

const checkVersion = async (): Promise<void> => {
  const own = document.documentElement.dataset['build'];
  if (own === undefined || document.visibilityState === 'hidden' || !navigator.onLine) return;
  try {
    const response = await fetch(`${BASE}version.json`, { cache: 'no-store' });
    const { build } = (await response.json()) as { build?: unknown };
    if (typeof build === 'string' && build !== own) isOutdated.setState(true, true);
  } catch {
    // No network, or the page of a proxy: there is no version to compare.
  }
};

/** Checks for a new version when the page is shown again, once an hour, and if a part can't be loaded. */
export const followVersions = (): void => {
  // A missing part is loaded several times.
  const checkAfterFailure = throttle(MINUTE_MS, () => void checkVersion());
  addEventListener('vite:preloadError', checkAfterFailure.call);
  document.addEventListener('visibilitychange', () => void checkVersion());
  setInterval(() => void checkVersion(), HOUR_MS);
};
