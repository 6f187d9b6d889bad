import { takeLock, type HeldLock } from '#src/storage/tab-lock.ts';

/**
 * One of the candidate tabs asks the service for all: the one that holds a lock, which the browser hands on when the tab
 * gives it up or dies. Without locks each asks for itself.
 */
export const createElection = (name: string, onChange: () => void, locks?: Pick<LockManager, 'request'>) => {
  let wish: AbortController | undefined;
  let lock: HeldLock | undefined;
  let isLeader = false;

  const become = (next: boolean): void => {
    if (isLeader === next) return;
    isLeader = next;
    onChange();
  };

  const wait = async ({ signal }: AbortController): Promise<void> => {
    const taken = await takeLock(name, { signal }, locks).catch(() => undefined);
    if (signal.aborted) return taken?.release();
    lock = taken;
    become(true);
  };

  return {
    isLeader: (): boolean => isLeader,
    /** Whether this tab could ask. Being candidate asks for the lock, not being candidate gives it to the next. */
    setCandidate: (candidate: boolean): void => {
      if (candidate === (wish !== undefined)) return;
      if (candidate) {
        wish = new AbortController();
        void wait(wish);
        return;
      }
      wish?.abort();
      wish = undefined;
      become(false);
      lock?.release();
      lock = undefined;
    },
  };
};
