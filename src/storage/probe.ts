import { createStore } from 'zustand/vanilla';
import { writeLocal } from './local.ts';
import { canOpenChannel, getWebLocks } from './tabs.ts';

const NAME = 'console.probe';

/** True if this browser refuses storage, locks or channels. */
export const isPageOnly = createStore<boolean>(() => false);

const canOpenDatabase = (): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(NAME);
    opening.addEventListener('error', () => resolve(false));
    opening.addEventListener('success', () => {
      opening.result.close();
      indexedDB.deleteDatabase(NAME);
      resolve(true);
    });
  });

const canTakeLock = async (): Promise<boolean> => {
  const locks = getWebLocks();
  await locks?.request(NAME, { ifAvailable: true }, () => undefined);
  return locks !== undefined;
};

export const canUseStorage = async (): Promise<boolean> => {
  try {
    const canWrite = writeLocal(NAME, '1') && writeLocal(NAME, undefined);
    return canWrite && canOpenChannel() && (await canTakeLock()) && (await canOpenDatabase());
  } catch {
    return false;
  }
};

export const probeBrowser = async (): Promise<void> => isPageOnly.setState(!(await canUseStorage()), true);
