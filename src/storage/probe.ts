import { createStore } from 'zustand/vanilla';
import { writeLocal } from './local.ts';
import { openBroadcast, webLocks } from './tabs.ts';

const NAME = 'console.probe';

/** True if this browser refuses storage, locks or channels. */
export const isPageOnly = createStore<boolean>(() => false);

const opensDatabase = (): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(NAME);
    opening.addEventListener('error', () => resolve(false));
    opening.addEventListener('success', () => {
      opening.result.close();
      indexedDB.deleteDatabase(NAME);
      resolve(true);
    });
  });

const takesLock = async (): Promise<boolean> => {
  const locks = webLocks();
  await locks?.request(NAME, { ifAvailable: true }, () => undefined);
  return locks !== undefined;
};

const opensChannel = (): boolean => {
  const channel = openBroadcast(NAME);
  channel?.close();
  return channel !== undefined;
};

const hasAll = async (): Promise<boolean> => {
  try {
    const writes = writeLocal(NAME, '1') && writeLocal(NAME, undefined);
    return writes && opensChannel() && (await takesLock()) && (await opensDatabase());
  } catch {
    return false;
  }
};

let probing: Promise<void> | undefined;

export const probeBrowser = (): Promise<void> =>
  (probing ??= hasAll().then((works) => isPageOnly.setState(!works, true)));
