import type { Log } from '#src/log/log.ts';
import { getPairKey, readAccepted } from '#src/log/views.ts';
import type { NewLine, NewRun, RunView } from '#src/log/run.ts';
import { formatCount } from '#src/lib/count.ts';
import { OPPOSITE, VERBS } from '#src/features/webhooks/change/change.ts';

export type Relist = {
  run: NewRun;
  lines: NewLine[];
  /** What to know before they are sent. */
  note?: string | undefined;
};

/** The lines of a run that can be undone: not if an earlier operation had done the same, and not if a later one followed. */
export const findUndoable = async (log: Pick<Log, 'read'>, { run, lines }: RunView): Promise<Relist> => {
  const accepted = lines.filter(({ state }) => state === 'accepted');
  const byPair = await log.read((db) => readAccepted(db, accepted));
  const undoable = accepted.filter((line) => {
    const ofPair = byPair.get(getPairKey(line)) ?? [];
    const own = ofPair.findIndex(({ id }) => id === line.row);
    const isLast = own === ofPair.length - 1;
    return isLast && ofPair[own - 1]?.operation !== run.operation;
  });
  const left = accepted.length - undoable.length;
  const done = VERBS[run.operation].done.toLowerCase();
  return {
    run: { operation: OPPOSITE[run.operation], source: '', earlier: { run: run.id, isUndo: true } },
    lines: undoable,
    note:
      left === 0
        ? undefined
        : `${formatCount(left, 'pair')} left out: ${done} before this run already, or changed since.`,
  };
};

export const relist = ({ run, lines }: RunView): Relist => {
  const { plain, done } = VERBS[run.operation];
  const hasUnknown = lines.some(({ state }) => state === 'unknown');
  return {
    run: { operation: run.operation, source: run.source, earlier: { run: run.id, isUndo: false } },
    lines: [...lines],
    note: hasUnknown
      ? `Unknown pairs may be ${done.toLowerCase()} already. The service doesn’t say what a second ${plain} does.`
      : undefined,
  };
};
