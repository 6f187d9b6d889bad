import { useQuery } from '@tanstack/react-query';
import { journalQueries } from '#src/journal/queries.ts';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { createPause } from '#src/lib/slicing.ts';
import { undoUnderWay } from './sent-runs.ts';

/** What can be said of the undo of a run that is over. */
export type UndoState = {
  /** Lines that did something that can be taken back, and has not been. */
  count: number;
  /** Lines that were taken back. */
  undone: number;
  mayUndo: boolean;
  /** The run that takes it back, or has done so. */
  by: Run | undefined;
  /** All of them were taken back. */
  isWhole: boolean;
};

const LINES_A_SLICE = 2000;

/** How many accepted lines did something that can be taken back. Counted in slices; rejects on `signal`. */
const countUndoable = async (record: RunRecord, signal: AbortSignal): Promise<number> => {
  const pause = createPause({ signal });
  const { total } = record.run();
  let count = 0;
  for (let index = 0; index < total; index += 1) {
    const { state, again } = record.line(index);
    if (state === 'accepted' && !again) count += 1;
    if (index % LINES_A_SLICE === LINES_A_SLICE - 1) await pause(0);
  }
  return count;
};

const stateOf = (run: Run, undoable: number, runs: readonly Run[]): UndoState => {
  const underWay = undoUnderWay(run, runs);
  const undos = runs.filter(({ undoOf, counts }) => undoOf === run.id && counts.accepted > 0);
  const undone = undos.reduce((sum, { counts }) => sum + counts.accepted, 0);
  const count = Math.max(0, undoable - undone);
  const isWhole = !underWay && undone > 0 && count === 0;
  return { count, undone, mayUndo: count > 0 && !underWay, by: underWay ?? undos[0], isWhole };
};

/** Undefined where nothing can be undone, or until that is known. */
export const useUndo = (record: RunRecord, run: Run): UndoState | undefined => {
  const workspace = useWorkspace();
  const { accepted } = run.counts;
  const isAsked = run.status === 'finished' && run.undoOf === undefined && accepted > 0;
  const { data: count } = useQuery({
    queryKey: ['undoable', run.id, accepted],
    queryFn: ({ signal }) => countUndoable(record, signal),
    gcTime: 0,
    enabled: isAsked,
  });
  const { data: runs } = useQuery({ ...journalQueries.runs(workspace), enabled: isAsked });
  return isAsked && runs && count !== undefined ? stateOf(run, count, runs) : undefined;
};
