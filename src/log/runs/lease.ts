import { inTime } from '#src/lib/timing.ts';
import type { TabLocks } from '#src/log/tabs.ts';

/** Who sends: one tab of this browser at a time. */
export type Lease = {
  /** Whether tabs can agree on it: not where Web Locks are missing or refused. There are no runs then. */
  isShared: () => Promise<boolean>;
  /** Waits so long for it; undefined while another tab has it. The result releases it. */
  take: (waitMs?: number) => Promise<(() => void) | undefined>;
  /** Settles when no tab has it, or on `signal`. */
  isFree: (signal: AbortSignal) => Promise<void>;
};

/** Of its own, and only ever shared: whoever tries whether locks work is in nobody's way. */
const TRY_NAME = 'journal-try';
/** After a request that was refused though locks have worked. */
const ASK_AGAIN_MS = 1000;

const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()));
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
  const tryLocks = async (): Promise<boolean> => {
    const trying = locks?.request(TRY_NAME, { mode: 'shared' }, () => true);
    return (trying && (await inTime(trying, deadlineMs)))?.result === true;
  };
  const isShared = tryLocks().catch(() => false);

  return {
    isShared: () => isShared,
    take: async (waitMs = 0) => {
      const lockName = await name;
      // Nobody can begin a run then.
      if (!locks || !(await isShared)) return () => undefined;
      const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
      return new Promise((resolve) => {
        locks
          .request(lockName, options, (lock) => {
            if (!lock) return resolve(undefined);
            return new Promise<void>((end) => resolve(end));
          })
          .catch(() => resolve(undefined));
      });
    },
    isFree: async (signal) => {
      const lockName = await name;
      if (!locks || signal.aborted) return;
      const isGranted = await locks
        .request(lockName, { mode: 'shared', signal }, () => true)
        .catch(() => false);
      // Nobody can say when; at once it would be asked without end.
      if (!isGranted && !signal.aborted) await delay(ASK_AGAIN_MS, signal);
    },
  };
};
