import type { RunStore } from './run-store.ts';

/** So much is kept; the oldest finished runs leave first, and one that is not finished stays. */
const MOST_LINES = 300_000;
const MOST_RUNS = 200;
/** Pairs whose last accepted operation is known. */
export const MOST_PAIRS = 300_000;

type Limits = { lines: number; runs: number };

/** Makes room for a run of so many lines. */
export const makeRoom = async (
  store: Pick<RunStore, 'runs' | 'remove'>,
  lines: number,
  most: Limits = { lines: MOST_LINES, runs: MOST_RUNS },
): Promise<void> => {
  const runs = await store.runs();
  let linesKept = runs.reduce((sum, { total }) => sum + total, lines);
  let runsKept = runs.length + 1;
  const leaving: string[] = [];
  // Their order in storage is that in which they were begun.
  for (const { id, status, total } of runs) {
    if (linesKept <= most.lines && runsKept <= most.runs) break;
    if (status !== 'finished') continue;
    leaving.push(id);
    linesKept -= total;
    runsKept -= 1;
  }
  if (leaving.length > 0) await store.remove(leaving);
};
