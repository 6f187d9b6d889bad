import type { Log } from '#src/log/log.ts';
import { getPairKey, readAccepted } from '#src/log/views.ts';
import type { NewLine } from '#src/log/run-input.ts';
import { getLineOperation, type NewRun, type RunView } from '#src/log/run.ts';
import { formatCount } from '#src/lib/count.ts';
import { OPPOSITE_OPERATION, VERBS } from '#src/features/webhooks/change/change.ts';

/** A new run to check, made from lines of an earlier one. */
export type FollowUp = {
  run: NewRun;
  lines: NewLine[];
  /** Shown before they are sent. */
  note?: string | undefined;
};

/** Leaves out pairs that an earlier request had already changed the same way, and pairs that a later one changed. */
export const prepareUndo = async (log: Pick<Log, 'read'>, { run, lines }: RunView): Promise<FollowUp> => {
  const accepted = lines.filter(({ state }) => state === 'accepted');
  const byPair = await log.read((db) => readAccepted(db, accepted));
  const undoable = accepted.filter((line) => {
    const ofPair = byPair.get(getPairKey(line)) ?? [];
    const own = ofPair.findIndex(({ id }) => id === line.row);
    const isLast = own === ofPair.length - 1;
    return isLast && ofPair[own - 1]?.operation !== getLineOperation(run, line);
  });
  const { operation } = run;
  const opposite = operation === 'change' ? operation : OPPOSITE_OPERATION[operation];
  const leftOut = accepted.length - undoable.length;
  const done = VERBS[operation].done.toLowerCase();
  const { unknown } = run.counts;
  const undoLines = undoable.map(({ campaignId, webhookId, sourceLine, operation: own }) => ({
    campaignId,
    webhookId,
    sourceLine,
    operation: own && OPPOSITE_OPERATION[own],
  }));
  const notes = [
    leftOut > 0 &&
      `${formatCount(leftOut, 'pair')} left out: ${done} before this run already, or changed since.`,
    unknown > 0 &&
      `${formatCount(unknown, 'unknown line')} ${unknown === 1 ? 'is' : 'are'} not undone: the service may or may not have ${done} ${unknown === 1 ? 'it' : 'them'}.`,
  ].filter((note) => note !== false);
  return {
    run: { operation: opposite, source: '', title: run.title, earlier: { run: run.id, isUndo: true } },
    // A refused attach must be seen before anything is detached in its place.
    lines: undoLines.toSorted((a, b) => Number(a.operation === 'detach') - Number(b.operation === 'detach')),
    note: notes.length === 0 ? undefined : notes.join(' '),
  };
};

export const prepareResend = ({ run, lines }: RunView): FollowUp => {
  const { plain, done } = VERBS[run.operation];
  const hasUnknown = lines.some(({ state }) => state === 'unknown');
  return {
    run: {
      operation: run.operation,
      source: run.source,
      title: run.title,
      earlier: { run: run.id, isUndo: false },
    },
    lines: [...lines],
    note: hasUnknown
      ? `Unknown pairs may be ${done.toLowerCase()} already. What a second ${plain} does isn’t documented.`
      : undefined,
  };
};
