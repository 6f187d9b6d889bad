import { inTime } from '#src/lib/timing.ts';
import type { TabLocks } from '#src/journal/tabs.ts';

/** Who sends: one tab of this browser at a time. */
export type Lease = {
  /** Whether tabs can agree on it: not where Web Locks are missing or refused. Each tab has a lease of its own then. */
  isShared: () => Promise<boolean>;
  take: () => Promise<(() => void) | undefined>;
  /** Settles when no tab has it, or on `signal`. */
  isFree: (signal: AbortSignal) => Promise<void>;
};

/** Of its own, and only ever shared: whoever tries whether locks work is in nobody's way. */
const TRY_NAME = 'journal-try';
/** Whoever waits for the lease holds the lock for a moment when it becomes free, and is not the one that sends. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 20;
/** After a request that was refused though locks have worked. */
const ASK_AGAIN_MS = 1000;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Settles with the other promise, or on `signal`. */
const orAborted = (signal: AbortSignal, sooner: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    void sooner.then(end);
  });

/** The lease is a lock, which the browser takes away with the tab. */
export const createLease = (
  database: Promise<string>,
  locks: TabLocks | undefined,
  deadlineMs: number,
): Lease => {
  const name = database.then(
    (known) => `${known}-turn`,
    () => 'journal-turn',
  );
  let isHere = false;
  let ended = Promise.resolve();

  const tryLocks = async (): Promise<boolean> => {
    const trying = locks?.request(TRY_NAME, { mode: 'shared' }, () => true);
    return (trying && (await inTime(trying, deadlineMs)))?.result === true;
  };
  const isShared = tryLocks().catch(() => false);

  /** The way to release it; undefined where it is not this tab's. */
  const request = async (): Promise<(() => void) | undefined> => {
    const lockName = await name;
    if (!locks || !(await isShared)) return () => undefined;
    return new Promise((resolve) => {
      locks
        .request(lockName, { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(undefined);
          return new Promise<void>((end) => resolve(end));
        })
        .catch(() => resolve(undefined));
    });
  };

  const isLeased = async (): Promise<boolean> => {
    const lockName = await name;
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    return held.some((lock) => lock.name === lockName && lock.mode === 'exclusive');
  };

  const take = async (): Promise<(() => void) | undefined> => {
    for (let tries = 1; !isHere; tries += 1) {
      const release = await request();
      if (release && !isHere) {
        isHere = true;
        let tellEnd: () => void = () => undefined;
        ended = new Promise((resolve) => {
          tellEnd = resolve;
        });
        return () => {
          isHere = false;
          release();
          tellEnd();
        };
      }
      release?.();
      if (tries === TRIES || (await isLeased())) return undefined;
      await delay(BETWEEN_TRIES_MS);
    }
    return undefined;
  };

  return {
    isShared: () => isShared,
    take,
    isFree: async (signal) => {
      const lockName = await name;
      const isOwn = !(await isShared);
      if (signal.aborted) return;
      if (!locks || isOwn) return orAborted(signal, ended);
      const isGranted = await locks
        .request(lockName, { mode: 'shared', signal }, () => true)
        .catch(() => false);
      // Nobody can say when; at once it would be asked without end.
      if (!isGranted && !signal.aborted) await orAborted(signal, delay(ASK_AGAIN_MS));
    },
  };
};
