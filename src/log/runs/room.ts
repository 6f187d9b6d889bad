import type { RunStore } from './run-store.ts';

/** What a line takes in storage, generously: long IDs, words of an error, rows that are written over. */
const LINE_BYTES = 600;
const MOST_TRIED_BYTES = 1_000_000;

/** Whether a run of so many lines can be kept: by what the browser says, and by trying. */
export const hasRoomFor = async (store: Pick<RunStore, 'tryRoom'>, lines: number): Promise<boolean> => {
  const bytes = lines * LINE_BYTES;
  // Absent where the page is not served securely.
  const estimating = globalThis.navigator?.storage?.estimate();
  const { quota, usage = 0 } = (await estimating?.catch(() => undefined)) ?? {};
  if (quota !== undefined && quota - usage < bytes) return false;
  await store.tryRoom(Math.min(bytes, MOST_TRIED_BYTES));
  return true;
};

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
