import { takeLock, type HeldLock } from '#src/storage/tabs.ts';

/**
 * Only the tab that holds this lock polls. A tab that is shown takes it over, since timers of a hidden page are slow.
 * In a browser without locks each tab polls.
 */
export const createPollLock = (
  name: string,
  onChange: (isHeld: boolean) => void,
  locks?: Pick<LockManager, 'request'>,
) => {
  let seeking: AbortController | undefined;
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
      // The browser has no locks.
      if (!signal.aborted) setHeld(true);
      return;
    }
    if (signal.aborted) return;
    setHeld(false);
    await seek(signal, false);
  };

  const release = (): void => {
    seeking?.abort();
    seeking = undefined;
    setHeld(false);
    held?.release();
    held = undefined;
  };

  return {
    isHeld: (): boolean => isHeld,
    /** A shown tab takes the lock over, a hidden one waits for it, `none` releases it. */
    want: (as: 'shown' | 'hidden' | 'none'): void => {
      if (as === 'none') return release();
      if (isHeld || (seeking && as === 'hidden')) return;
      seeking?.abort();
      seeking = new AbortController();
      void seek(seeking.signal, as === 'shown');
    },
  };
};
