import type { RunLog, RunCommand } from './run-log.ts';
import type { OnKept } from './run-store.ts';

type Listener = Parameters<RunLog['onCommand']>[0];

/** What other tabs ask the sending one to do. */
export type Commands = {
  listen: (listener: Listener) => () => void;
  /** Passes on what waits. One that nobody acts on goes on waiting. */
  receive: () => Promise<void>;
  /** This tab is the one that sends; what waits was meant for the one before. */
  begin: () => Promise<void>;
  /** Another tab may send from here on. */
  end: () => void;
  stop: () => void;
};

export const createCommands = (onKept: OnKept): Commands => {
  const listeners = new Set<Listener>();
  let receiving: Promise<void> | undefined;
  let isToReceiveAgain = false;
  let isSender = false;

  const isActedOn = (run: string, command: RunCommand): boolean => {
    let isTaken = false;
    for (const listener of listeners) if (listener(run, command)) isTaken = true;
    return isTaken;
  };

  const receiveAll = async (): Promise<void> => {
    do {
      isToReceiveAgain = false;
      const kept = await onKept((store) => store.commands());
      const taken = (kept?.result ?? []).filter(({ run, wish }) => isSender && isActedOn(run, wish));
      if (taken.length > 0) await onKept((store) => store.removeCommands(taken));
    } while (isToReceiveAgain);
    receiving = undefined;
  };

  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: async () => {
      if (!isSender || listeners.size === 0) return;
      // One at a time, so that none is passed on twice.
      isToReceiveAgain = true;
      receiving ??= receiveAll();
      await receiving;
    },
    begin: async () => {
      await onKept((store) => store.clearCommands());
      isSender = true;
    },
    end: () => {
      isSender = false;
    },
    stop: () => listeners.clear(),
  };
};
