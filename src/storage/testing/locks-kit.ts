import type { TabLocks } from '#src/storage/tabs.ts';

type Act = (lock: Lock | null) => unknown;

/** The exclusive locks of one browser, granted in the order of their requests. */
export const createTestLocks = (): TabLocks => {
  /** By name: a function that takes the lock from its holder. */
  const held = new Map<string, (error: DOMException) => void>();
  const waiting: { name: string; grant: () => void }[] = [];

  const waitInLine = (name: string, signal?: AbortSignal) =>
    new Promise<void>((grant, reject) => {
      const own = { name, grant };
      waiting.push(own);
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(own);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(signal.reason as Error);
      });
    });

  const passOn = (name: string): void => {
    const at = waiting.findIndex((other) => other.name === name);
    if (at < 0) held.delete(name);
    else waiting.splice(at, 1)[0]?.grant();
  };

  const request = async (name: string, { ifAvailable, steal, signal }: LockOptions, act: Act) => {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (steal) held.get(name)?.(new DOMException('stolen', 'AbortError'));
    else if (held.has(name)) {
      if (ifAvailable) return act(null);
      await waitInLine(name, signal);
    }
    return new Promise((resolve, reject) => {
      held.set(name, reject);
      const release = (): void => {
        if (held.get(name) === reject) passOn(name);
      };
      Promise.resolve(act({ name, mode: 'exclusive' }))
        .finally(release)
        .then(resolve, reject);
    });
  };
  return { request: request as TabLocks['request'] };
};

/** The locks of one tab: released when it is closed. */
export const releaseOnClose = (locks: TabLocks, closed: AbortSignal): TabLocks => {
  const ended = new Promise<void>((resolve) => closed.addEventListener('abort', () => resolve()));
  const request = (name: string, options: LockOptions, act: Act) =>
    locks.request(name, options, (lock) => Promise.race([act(lock), ended]));
  return { request: request as TabLocks['request'] };
};
