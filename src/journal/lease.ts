import type { KeptTurn, OnKept } from './run-store.ts';

/**
 * The turn where the browser has no locks: a note in the database, written anew every now and then by the tab that has it.
 * It says who sends; that nothing is sent twice rests on each line's own writing (`maySend` of a sheet).
 */
export type Lease = {
  /** The way to give it back; `null` where another tab has it. Where storage can't be asked there is nothing to share. */
  take: () => Promise<(() => void) | null>;
  /** Settles once `take` may succeed, or on `signal`. */
  isFree: (signal: AbortSignal) => Promise<void>;
  /** The tab ends. */
  stop: () => void;
};

type LeaseSetup = {
  tab: string;
  onKept: OnKept;
  /** A tab that has written nothing for so long is gone. The timers of a hidden page may be late by a minute. */
  goneMs: number;
};

const LOOK_MS = 250;
const BEATS = 6;

export const createLease = ({ tab, onKept, goneMs }: LeaseSetup): Lease => {
  let beating: ReturnType<typeof setInterval> | undefined;
  /** What another tab wrote last, and when this one first saw it: no two clocks are compared. */
  let seen: KeptTurn & { atMs: number } = { tab: '', beat: 0, atMs: 0 };

  const isOthers = (kept: KeptTurn | undefined): boolean => {
    if (!kept || kept.tab === '' || kept.tab === tab) return false;
    if (seen.tab !== kept.tab || seen.beat !== kept.beat) seen = { ...kept, atMs: performance.now() };
    return performance.now() - seen.atMs < goneMs;
  };

  /** Whether another tab has it. */
  const ask = async (isToTake: boolean): Promise<boolean> => {
    let isTaken = false;
    await onKept((store) =>
      store.turn((kept) => {
        isTaken = isOthers(kept);
        return isTaken || !isToTake ? undefined : { tab, beat: (kept?.beat ?? 0) + 1 };
      }),
    );
    return isTaken;
  };

  /** Writes a new beat, as long as no other tab has taken it for gone. */
  const write = (as: string): void => {
    void onKept((store) =>
      store.turn((kept) => (kept?.tab === tab ? { tab: as, beat: kept.beat + 1 } : undefined)),
    );
  };

  return {
    take: async () => {
      if (await ask(true)) return null;
      clearInterval(beating);
      beating = setInterval(() => write(tab), goneMs / BEATS);
      return () => {
        clearInterval(beating);
        write('');
      };
    },
    isFree: async (signal) => {
      while (!signal.aborted && (await ask(false))) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_MS);
          signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
        });
      }
    },
    stop: () => clearInterval(beating),
  };
};
