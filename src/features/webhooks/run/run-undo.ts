import type { Log } from '#src/log/log.ts';
import { getPairKey, readAccepted } from '#src/log/views.ts';
import type { NewLine, NewRun, RunView } from '#src/log/run.ts';
import { counted } from '#src/lib/count.ts';
import { OPPOSITE, VERBS } from '#src/features/webhooks/change/change.ts';

/** Lines of a run that are checked again as a new run. */
export type Relist = {
  run: NewRun;
  lines: NewLine[];
  /** What to know before they are sent, one sentence each. */
  notes: string[];
};

/** What of a run can be taken back: a later operation of a pair stays, and so does what an earlier one had done already. */
export const findUndoable = async (log: Pick<Log, 'read'>, { run, lines }: RunView): Promise<Relist> => {
  const done = lines.filter(({ state }) => state === 'accepted');
  const accepted = await log.read((db) => readAccepted(db, done));
  const left = { again: 0, changed: 0 };
  const undoable = done.filter((line) => {
    const ofPair = accepted.get(getPairKey(line)) ?? [];
    const own = ofPair.findIndex(({ id }) => id === line.row);
    const isChanged = own < ofPair.length - 1;
    const isAgain = ofPair[own - 1]?.operation === run.operation;
    if (isChanged) left.changed += 1;
    else if (isAgain) left.again += 1;
    return !isChanged && !isAgain;
  });
  const { done: did } = VERBS[run.operation];
  const notes: string[] = [];
  const say = (count: number, one: string, many: string): void => {
    if (count > 0) notes.push(`${counted(count, 'pair')} ${count === 1 ? one : many}`);
  };
  say(
    left.again,
    `was ${did.toLowerCase()} from this browser before this run and is left as it is.`,
    `were ${did.toLowerCase()} from this browser before this run and are left as they are.`,
  );
  say(
    left.changed,
    'was changed since by a later operation and is left out.',
    'were changed since by later operations and are left out.',
  );
  return {
    run: { operation: OPPOSITE[run.operation], source: run.source, earlier: { run: run.id, isUndo: true } },
    lines: undoable,
    notes,
  };
};

/** Lines of a run once more. */
export const relist = ({ run, lines }: RunView): Relist => {
  const unknown = lines.filter(({ state }) => state === 'unknown').length;
  const { plain, done } = VERBS[run.operation];
  return {
    run: { operation: run.operation, source: run.source, earlier: { run: run.id, isUndo: false } },
    lines: [...lines],
    notes:
      unknown === 0
        ? []
        : [
            `No answer came for ${counted(unknown, 'pair')}, so the service may already have ${done.toLowerCase()} ${unknown === 1 ? 'it' : 'them'}. It does not say what a second ${plain} of the same pair does.`,
          ],
  };
};
