import { addFormat } from './format.ts';

const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

export const canOpenChannel = (): boolean => {
  const channel = openChannel('console.probe');
  channel?.close();
  return channel !== undefined;
};

/** Between tabs of all formats. Never throws: without channels, no message arrives. */
export const openSharedChannel = (name: string, onMessage: (message: unknown) => void) => {
  const channel = openChannel(name);
  channel?.addEventListener('message', ({ data }) => onMessage(data));
  return {
    post: (message: unknown): void => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        channel?.postMessage(message);
      } catch {
        // The channel is closed, or the message can't be copied: other tabs read storage.
      }
    },
    close: () => channel?.close(),
  };
};

/** Between tabs of this format. */
export const openTabChannel: typeof openSharedChannel = (name, onMessage) =>
  openSharedChannel(addFormat(name), onMessage);

export type TabChannel = ReturnType<typeof openTabChannel>;

export const getWebLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};

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
