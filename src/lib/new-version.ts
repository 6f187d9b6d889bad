import { createStore } from 'zustand/vanilla';
import { BASE } from './base.ts';

/** The server has another version than this page. */
export const isOutdated = createStore<boolean>(() => false);

const HOUR_MS = 60 * 60_000;

/** Compares the files that the server's page names, whose names change with their content. Never rejects. */
export const checkVersion = async (): Promise<void> => {
  if (isOutdated.getState()) return;
  const own = [...document.querySelectorAll('script[type="module"], link[rel="stylesheet"]')].map(
    (file) => file.getAttribute('src') ?? file.getAttribute('href') ?? '',
  );
  try {
    const html = await (await fetch(BASE, { cache: 'no-store' })).text();
    // Not the page of a proxy.
    const isConsole = html.includes('id="root"');
    if (isConsole && own.some((path) => !html.includes(path))) isOutdated.setState(true, true);
  } catch {
    // No network: there is no version to compare.
  }
};

/** An older app at this address may have left a service worker, which would go on answering in place of the server. */
export const removeServiceWorker = async (): Promise<void> => {
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    // Not that of an app around this one.
    if (worker && new URL(worker.scope).pathname === BASE) await worker.unregister();
  } catch {
    // The browser has none, or refuses them.
  }
};

/** Checks for a new version when the page is shown again, and once an hour. */
export const followVersions = (): void => {
  const check = () => void (document.visibilityState === 'visible' && checkVersion());
  document.addEventListener('visibilitychange', check);
  setInterval(check, HOUR_MS);
};
