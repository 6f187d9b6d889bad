/** Lines from one index to another, both included. */
export type LineRange = { from: number; to: number };

const keyOf = (runId: string): string => `console.run-unkept.${runId}`;

/**
 * Where the database fails in the middle of a run, it goes on holding as queued what is sent from then on. Which lines
 * that may be is kept elsewhere, so that none of them is sent twice after the tab has ended. Nothing here throws.
 */
export const unkeptSends = {
  of: (runId: string): LineRange | undefined => {
    try {
      const [from, to] = (localStorage.getItem(keyOf(runId)) ?? '').split('-').map(Number);
      return from === undefined || to === undefined || !(from <= to) ? undefined : { from, to };
    } catch {
      return undefined;
    }
  },
  add: (runId: string, indexes: readonly number[]): void => {
    if (indexes.length === 0) return;
    let { from, to } = unkeptSends.of(runId) ?? { from: Infinity, to: -Infinity };
    for (const index of indexes) {
      from = Math.min(from, index);
      to = Math.max(to, index);
    }
    try {
      localStorage.setItem(keyOf(runId), `${from}-${to}`);
    } catch {
      // Refused as well: `isKept` has said that this run is not kept.
    }
  },
  forget: (runId: string): void => {
    try {
      localStorage.removeItem(keyOf(runId));
    } catch {
      // Never kept, then.
    }
  },
};
