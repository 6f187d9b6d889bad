import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';

export const isOutdated = createStore<boolean>(() => false);

const HOUR_MS = 60 * 60_000;

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

/** Checks for a new version when the page is shown again, and once an hour. */
export const followVersions = (): void => {
  document.addEventListener('visibilitychange', () => void checkVersion());
  setInterval(() => void checkVersion(), HOUR_MS);
};
