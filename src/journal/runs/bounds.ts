import { timeOfId } from '#src/journal/entry.ts';
import type { OnKept } from './run-store.ts';

/** Times that what is new must not fall behind of, though the clock is put back: later stays later. */
export type Bounds = {
  /** For a new run: the time that its ID sorts by, and `notBefore`. */
  ofNew: () => Promise<{ idAt: number; notBefore: number }>;
  /** What is accepted from now on counts as no older than this, epoch milliseconds; 0 where the clock is right. */
  notBefore: () => Promise<number>;
};

export const createBounds = (onKept: OnKept, epochNow: () => number): Bounds => {
  let newestIdAt = 0;

  const read = async (): Promise<number> => {
    const kept = await onKept((store) => store.newest());
    const { runId, lastAt = 0 } = kept?.result ?? {};
    if (runId !== undefined) newestIdAt = Math.max(newestIdAt, timeOfId(runId));
    return lastAt > epochNow() ? lastAt + 1 : 0;
  };

  return {
    ofNew: async () => {
      const notBefore = await read();
      newestIdAt = Math.max(epochNow(), newestIdAt + 1);
      return { idAt: newestIdAt, notBefore };
    },
    notBefore: read,
  };
};
