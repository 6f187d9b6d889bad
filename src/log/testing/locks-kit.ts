import type { TabLocks } from '#src/log/log.ts';

type Held = { name: string; mode: LockMode };
type Asked = Held & { grant: () => void };

/** The Web Locks of one browser, as far as the log uses them. */
export const locksOf = (): TabLocks => {
  const held = new Set<Held>();
  const waiting: Asked[] = [];
  const isGrantable = ({ name, mode }: Held, ahead: readonly Held[]): boolean =>
    ![...held, ...ahead].some(
      (other) => other.name === name && (mode === 'exclusive' || other.mode === 'exclusive'),
    );
  const grantNext = (): void => {
    for (const [index, asked] of waiting.entries()) {
      if (!isGrantable(asked, waiting.slice(0, index))) continue;
      waiting.splice(index, 1);
      asked.grant();
      return grantNext();
    }
  };
  type Act = (lock: Lock | null) => unknown;
  const request = async (name: string, ...given: [Act] | [LockOptions, Act]): Promise<unknown> => {
    const [options, act] = given.length === 1 ? [{}, given[0]] : given;
    const lock: Held = { name, mode: options.mode ?? 'exclusive' };
    await Promise.resolve();
    options.signal?.throwIfAborted();
    if (!isGrantable(lock, waiting)) {
      if (options.ifAvailable) return act(null);
      await new Promise<void>((resolve, reject) => {
        const asked = { ...lock, grant: () => (held.add(lock), resolve()) };
        waiting.push(asked);
        options.signal?.addEventListener('abort', () => {
          // A granted one can't be aborted.
          const at = waiting.indexOf(asked);
          if (at >= 0) waiting.splice(at, 1);
          reject(options.signal?.reason);
        });
      });
    }
    held.add(lock);
    try {
      return await act(lock);
    } finally {
      held.delete(lock);
      grantNext();
    }
  };
  return {
    request,
  };
};

/** Locks of one tab: released when it is closed. */
export const locksUntil = (locks: TabLocks, end: AbortSignal): TabLocks => {
  const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
  const request = (name: string, options: LockOptions, act: (lock: Lock | null) => unknown) =>
    locks.request(name, options, (lock) => Promise.race([act(lock), ended]));
  return { request: request as TabLocks['request'] };
};
