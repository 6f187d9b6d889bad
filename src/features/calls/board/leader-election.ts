import { webLocks } from '#src/storage/tabs.ts';

/**
 * One of the candidate tabs asks the service for all: the one that holds a lock, which the browser hands on when the tab
 * gives it up or dies. Without locks each asks for itself.
 */
export const createElection = (
  name: string,
  onChange: () => void,
  locks: Pick<LockManager, 'request'> | undefined = webLocks(),
) => {
  let lease: AbortController | undefined;
  let isLeader = false;

  const become = (next: boolean): void => {
    if (isLeader === next) return;
    isLeader = next;
    onChange();
  };

  const wait = ({ signal }: AbortController): void => {
    if (!locks) return become(true);
    const hold = () => {
      if (signal.aborted) return Promise.resolve();
      become(true);
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    locks.request(name, { signal }, hold).catch(() => {
      // Refused, where it was not this tab that gave up: a tab that cannot agree with others asks alone.
      if (!signal.aborted) become(true);
    });
  };

  return {
    isLeader: (): boolean => isLeader,
    /** Whether this tab could ask. Being candidate asks for the lease, not being candidate gives it to the next. */
    setCandidate: (candidate: boolean): void => {
      if (candidate === (lease !== undefined)) return;
      if (candidate) {
        lease = new AbortController();
        wait(lease);
        return;
      }
      const own = lease;
      lease = undefined;
      become(false);
      own?.abort();
    },
  };
};
