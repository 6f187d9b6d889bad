import { webLocks } from './tabs.ts';

/** A lock that this tab holds. The browser frees it when the tab goes. */
export type HeldLock = {
  release: () => void;
  /** Settles once this tab has it no more: released here, or stolen by another tab. */
  gone: Promise<void>;
};

/** `ifAvailable`: never waits. `steal`: takes it from the tab that holds it. `signal`: ends the wait. */
type TabLockOptions = Pick<LockOptions, 'ifAvailable' | 'steal' | 'signal'>;

/**
 * Takes a lock that all tabs of this origin share. Undefined: another tab holds it, or the wait was ended. Rejects if this
 * browser has no locks or refuses them.
 */
export const takeLock = (
  name: string,
  options: TabLockOptions = {},
  locks: Pick<LockManager, 'request'> | undefined = webLocks(),
): Promise<HeldLock | undefined> =>
  new Promise((resolve, reject) => {
    if (!locks) return reject(new Error('This browser has no locks'));
    const requested = locks.request(name, options, (lock) => {
      if (!lock || options.signal?.aborted) return resolve(undefined);
      return new Promise<void>((release) => resolve({ release, gone }));
    });
    const gone = requested.catch((error: unknown) => {
      // Without effect once the lock was held: it was stolen then.
      if (options.signal?.aborted) resolve(undefined);
      else reject(error);
    });
  });
