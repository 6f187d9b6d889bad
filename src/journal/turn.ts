import type { Lease } from './lease.ts';
import type { TabLocks } from './tabs.ts';

/** Who sends: one tab of this browser at a time. */
export type Turn = {
  take: () => Promise<(() => void) | undefined>;
  /** Settles when no tab has it, or on `signal`. */
  isFree: (signal: AbortSignal) => Promise<void>;
  /** Has it, by a lock: for as long as this tab lives no other one can take it. */
  isLocked: () => boolean;
  /** Has it for a moment, where it is here already or nobody has it; undefined otherwise. */
  hold: () => Promise<(() => void) | undefined>;
};

/** Whoever waits for the turn holds the lock for a moment when it becomes free, and is not the one that sends. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 20;

/** The turn is a lock, which the browser takes away with the tab. Where there are none, or they are refused, it is a lease. */
export const createTurn = (
  database: Promise<string | undefined>,
  locks: TabLocks | undefined,
  lease: Pick<Lease, 'take' | 'isFree'>,
): Turn => {
  const name = database.then((known) => `${known ?? 'journal'}-turn`);
  let isHere = false;
  let isLocked = false;

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
      const lock = await request();
      const end = lock === undefined ? await lease.take() : lock;
      if (isHere) {
        end?.();
        return undefined;
      }
      if (end) {
        isHere = true;
        isLocked = lock !== undefined;
        return () => {
          isHere = false;
          isLocked = false;
          end();
        };
      }
      if (lock === undefined || tries === TRIES || (await isSomebodysTurn())) return undefined;
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
      const asked = locks?.request(lockName, { mode: 'shared', signal }, () => true);
      if (!(await asked?.catch(() => false))) await lease.isFree(signal);
    },
    isLocked: () => isLocked,
  };
};
