import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';

export const isOutdated = createStore<boolean>(() => false);

const CHECK_EVERY_MS = 10 * 60_000;
let checkedAt = performance.now();

const checkVersion = async (): Promise<void> => {
  checkedAt = performance.now();
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const response = await fetch(BASE, { cache: 'no-store' });
    const page = response.ok ? await response.text() : '';
    // Ignores the page of a proxy or of a sign-in in front of the console.
    if (script && page.includes('id="root"') && !page.includes(script)) isOutdated.setState(true, true);
  } catch {
    // Offline: checked again later.
  }
};

/** Checks when a part can't be loaded, and when the page is shown again. */
export const followVersions = (): void => {
  addEventListener('vite:preloadError', () => void checkVersion());
  document.addEventListener('visibilitychange', () => {
    const isDue = performance.now() - checkedAt > CHECK_EVERY_MS;
    if (isDue && document.visibilityState === 'visible') void checkVersion();
  });
};
