import { addFormat } from './format.ts';
import { getWebLocks } from './tabs.ts';

export type TabLocks = Pick<LockManager, 'request'>;

export type HeldLock = {
  release: () => void;
  /** Settles when it is released, or stolen by another tab. */
  gone: Promise<void>;
};

type TabLockOptions = Pick<LockOptions, 'ifAvailable' | 'steal' | 'signal'>;

/**
 * All tabs of this origin and storage format share it. Undefined if it is not available, or `signal` ended the wait. Rejects if the
 * browser has no locks or refuses them.
 */
export const takeLock = (
  name: string,
  options: TabLockOptions = {},
  locks: TabLocks | undefined = getWebLocks(),
): Promise<HeldLock | undefined> =>
  new Promise((resolve, reject) => {
    if (!locks) return reject(new Error('This browser has no locks'));
    const requested = locks.request(addFormat(name), options, (lock) => {
      if (!lock || options.signal?.aborted) return resolve(undefined);
      return new Promise<void>((release) => resolve({ release, gone }));
    });
    const gone = requested.catch((error: unknown) => {
      // Has no effect if the lock was granted and then stolen.
      if (options.signal?.aborted) resolve(undefined);
      else reject(error);
    });
  });
