import { takeLock, type HeldLock } from '#src/storage/tab-lock.ts';

/**
 * Holds the lock of the one tab that asks the service. The tab that was shown last takes it, since timers of a hidden page
 * are slow; a tab that is hidden waits for it. Without locks each tab asks for itself.
 */
export const createPollLock = (
  name: string,
  onChange: (isHeld: boolean) => void,
  locks?: Pick<LockManager, 'request'>,
) => {
  let wish: AbortController | undefined;
  let held: HeldLock | undefined;
  let isHeld = false;

  const setHeld = (next: boolean): void => {
    if (isHeld === next) return;
    isHeld = next;
    onChange(next);
  };

  const seek = async (signal: AbortSignal, steal: boolean): Promise<void> => {
    try {
      const taken = await takeLock(name, steal ? { steal } : { signal }, locks);
      if (signal.aborted) return taken?.release();
      held = taken;
      setHeld(true);
      await taken?.gone;
    } catch {
      // A tab that cannot agree with others asks alone.
      if (!signal.aborted) setHeld(true);
      return;
    }
    if (signal.aborted) return;
    setHeld(false);
    await seek(signal, false);
  };

  const leave = (): void => {
    wish?.abort();
    wish = undefined;
    setHeld(false);
    held?.release();
    held = undefined;
  };

  return {
    isHeld: (): boolean => isHeld,
    /** `shown`: takes the lock over. `hidden`: waits for it. `none`: gives it up. */
    want: (as: 'shown' | 'hidden' | 'none'): void => {
      if (as === 'none') return leave();
      if (isHeld || (wish && as === 'hidden')) return;
      wish?.abort();
      wish = new AbortController();
      void seek(wish.signal, as === 'shown');
    },
  };
};
