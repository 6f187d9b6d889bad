import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Line } from '#src/log/runs/run.ts';
import { createPause } from '#src/lib/slicing.ts';

const LINES_A_SLICE = 2000;

/**
 * Takes in the first `total` lines of a run, or those until `take` says `true`, in slices so that the page keeps answering.
 * Rejects on `signal`.
 */
export const eachLine = async (
  record: Pick<RunRecord, 'line'>,
  total: number,
  take: (line: Line, index: number) => unknown,
  signal: AbortSignal,
): Promise<void> => {
  const pause = createPause({ signal });
  for (let index = 0; index < total; index += 1) {
    if (take(record.line(index), index) === true) return;
    if (index % LINES_A_SLICE === 0) await pause(0);
  }
};
