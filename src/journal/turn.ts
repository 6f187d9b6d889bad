import type { TabLocks } from './tabs.ts';

/** Who sends: one tab of this browser at a time. */
export type Turn = {
  take: () => Promise<(() => void) | undefined>;
  /** Settles when no tab has it, or on `signal`. */
  isFree: (signal: AbortSignal) => Promise<void>;
  isHere: () => boolean;
  /** Has it for a moment, where it is here already or nobody has it; undefined otherwise. */
  hold: () => Promise<(() => void) | undefined>;
};

/** Whoever waits for the turn holds the lock for a moment when it becomes free, and is not the one that sends. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 20;

/** The turn is a lock, which the browser takes away with the tab. Without locks it is free. */
export const createTurn = (name: Promise<string>, locks: TabLocks | undefined): Turn => {
  let isHere = false;

  const release = (end: () => void) => () => {
    isHere = false;
    end();
  };

  /** The way to give it back; `null` where another tab has it; undefined where locks are refused. */
  const request = async (): Promise<(() => void) | null | undefined> => {
    const lockName = await name;
    if (!locks) return undefined;
    return new Promise((resolve) => {
      locks
        .request(lockName, { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(null);
          return new Promise<void>((end) => resolve(end));
        })
        .catch(() => resolve(undefined));
    });
  };

  const isSomebodysTurn = async (): Promise<boolean> => {
    const lockName = await name;
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    return held.some((lock) => lock.name === lockName && lock.mode === 'exclusive');
  };

  const take = async (): Promise<(() => void) | undefined> => {
    for (let tries = 1; !isHere; tries += 1) {
      const end = await request();
      if (isHere) {
        end?.();
        return undefined;
      }
      if (end !== null) {
        isHere = true;
        return release(end ?? (() => undefined));
      }
      if (tries === TRIES || (await isSomebodysTurn())) return undefined;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
    }
    return undefined;
  };

  return {
    take,
    hold: async () => (isHere ? () => undefined : take()),
    isFree: async (signal) => {
      const lockName = await name;
      if (signal.aborted) return;
      await locks?.request(lockName, { mode: 'shared', signal }, () => undefined).catch(() => undefined);
    },
    isHere: () => isHere,
  };
};
