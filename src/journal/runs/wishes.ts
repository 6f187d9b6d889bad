import type { RunLog, Wish } from './run-log.ts';
import type { OnKept } from './run-store.ts';

type Listener = Parameters<RunLog['wishes']>[0];

/** What other tabs would like the sending one to do. */
export type Wishes = {
  listen: (listener: Listener) => () => void;
  /** Tells what waits. One that nobody acts on goes on waiting. */
  hear: () => Promise<void>;
  /** This tab is the one that sends; what waits was meant for the one before. */
  begin: () => Promise<void>;
  /** Another tab may send from here on. */
  end: () => void;
  stop: () => void;
};

export const createWishes = (onKept: OnKept): Wishes => {
  const listeners = new Set<Listener>();
  let hearing: Promise<void> | undefined;
  let isToHearAgain = false;
  let isSender = false;

  const isActedOn = (run: string, wish: Wish): boolean => {
    let isTaken = false;
    for (const listener of listeners) if (listener(run, wish)) isTaken = true;
    return isTaken;
  };

  const hearAll = async (): Promise<void> => {
    do {
      isToHearAgain = false;
      const kept = await onKept((store) => store.wishes());
      const taken = (kept?.result ?? []).filter(({ run, wish }) => isSender && isActedOn(run, wish));
      if (taken.length > 0) await onKept((store) => store.removeWishes(taken));
    } while (isToHearAgain);
    hearing = undefined;
  };

  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hear: async () => {
      if (!isSender || listeners.size === 0) return;
      // One at a time, so that none is told twice.
      isToHearAgain = true;
      hearing ??= hearAll();
      await hearing;
    },
    begin: async () => {
      await onKept((store) => store.clearWishes());
      isSender = true;
    },
    end: () => {
      isSender = false;
    },
    stop: () => listeners.clear(),
  };
};
