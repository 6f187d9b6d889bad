import { createStore } from 'zustand/vanilla';
import { isLeaving } from '#src/api/leaving.ts';
import { BASE } from '#src/lib/base.ts';
import { blockReload, followTyping, mayReload } from '#src/ui/reload-guard.ts';

/**
 * What becomes of parts of the console that the server no longer has, as after a deployment. `checking`: one was asked for in
 * vain, and the page may be about to reload. `waiting`: it reloads by itself once that loses nothing. `stuck`: it has
 * reloaded for this, and they are still missing.
 */
export const missingParts = createStore<'none' | 'checking' | 'waiting' | 'stuck'>(() => 'none');

/** The builds for which this tab has reloaded by itself, by their first script, separated by blanks. */
const KEY = 'console.reloaded-for';
const LOOK_MS = 1000;

const build = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

const readReloaded = (): string => sessionStorage.getItem(KEY) ?? '';

/** Once a build: a tab between two servers of different builds would go on for ever otherwise. */
const mayStillReload = (): boolean => {
  try {
    return !readReloaded().split(' ').includes(build());
  } catch {
    return false;
  }
};

/** Without a place for the mark nothing would end it, so there is no reload. */
const reload = (): void => {
  try {
    sessionStorage.setItem(KEY, `${readReloaded()} ${build()}`);
    location.reload();
  } catch {
    missingParts.setState('stuck', true);
  }
};

/** Whether the server answers, with a page of the console: else the network is what is missing. */
const isServed = async (): Promise<boolean> => {
  try {
    const response = await fetch(BASE, { cache: 'no-store' });
    return response.ok && (await response.text()).includes('id="root"');
  } catch {
    return false;
  }
};

const reloadWhenCalm = (): void => {
  if (mayReload()) return reload();
  missingParts.setState('waiting', true);
  setTimeout(reloadWhenCalm, LOOK_MS);
};

const check = async (): Promise<void> => {
  // Firefox breaks off parts that are loaded ahead as the page leaves, and a reload would keep it from getting there.
  if (isLeaving() || missingParts.getState() !== 'none') return;
  missingParts.setState('checking', true);
  if (!(await isServed())) missingParts.setState('none', true);
  else if (mayStillReload()) reloadWhenCalm();
  else missingParts.setState('stuck', true);
};

/**
 * Reloads the page, once, where a part of it is no longer on the server. `isBusy` keeps it from that, beside what other
 * parts hold (ui/reload-guard.ts).
 */
export const followMissingParts = (isBusy: () => boolean): void => {
  followTyping();
  blockReload(isBusy);
  blockReload(isLeaving);
  // Vite tells of each import that failed, before whoever wanted it hears of it.
  addEventListener('vite:preloadError', () => void check());
};
