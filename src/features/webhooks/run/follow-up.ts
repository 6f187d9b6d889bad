import type { WebhookPair } from '#src/api/operations.ts';
import type { Log } from '#src/log/log.ts';
import { readDetachNext, readSentSince, type SentSince } from '#src/log/sent-pairs.ts';
import { getPairKey, readAccepted } from '#src/log/views.ts';
import type { DetachNext, NewLine } from '#src/log/run-input.ts';
import type { Line, NewRun, Run, RunView } from '#src/log/run.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { OPPOSITE_OPERATION, VERBS } from '#src/features/webhooks/change/change.ts';

/** `wasUnknown`: an earlier request for it may have been carried out. */
export type FollowUpLine = NewLine & { wasUnknown?: boolean };

/** A new run to check. */
export type FollowUp = {
  run: NewRun;
  lines: FollowUpLine[];
  /** Offered as another run when this one has finished. */
  detachNext?: DetachNext[] | undefined;
  /** Shown before they are sent. */
  note?: string | undefined;
};

/** Opens the check with prepared lines. */
export const [FollowUpContext, useCheckFollowUp] =
  createRequiredContext<(followUp: FollowUp) => void>('useCheckFollowUp');

const toLines = (lines: readonly (NewLine & Partial<Pick<Line, 'state'>>)[]): FollowUpLine[] =>
  lines.map(({ campaignId, webhookId, sourceLine, state }) => ({
    campaignId,
    webhookId,
    sourceLine,
    wasUnknown: state === 'unknown',
  }));

export const prepareDetach = (pairs: readonly WebhookPair[], origin: Partial<NewRun> = {}): FollowUp => ({
  run: { source: '', ...origin, operation: 'detach' },
  lines: toLines(pairs),
});

/** A run does one thing: detaching is offered once the attaches have finished. */
export const preparePlan = (
  { attach, detach }: { attach: readonly WebhookPair[]; detach: DetachNext[] },
  title: string,
): FollowUp => {
  if (attach.length === 0) return prepareDetach(detach, { title });
  return {
    run: { operation: 'attach', source: '', title },
    lines: toLines(attach),
    detachNext: detach,
    note:
      detach.length === 0
        ? undefined
        : `This run only attaches. When it has finished, it offers to detach the other ${formatNumber(detach.length)}.`,
  };
};

/** What a finished attach run leaves to detach. */
export const prepareDetachNext = async (log: Pick<Log, 'read'>, run: Run): Promise<FollowUp> =>
  prepareDetach(await log.read((db) => readDetachNext(db, run)), {
    title: run.title,
    earlier: { run: run.id, isUndo: false },
  });

const joinNotes = (notes: readonly (string | false | undefined)[]): string | undefined =>
  notes.filter(Boolean).join(' ') || undefined;

/** Leaves out pairs that an earlier request had already changed the same way, and pairs that a later one changed. */
export const prepareUndo = async (log: Pick<Log, 'read'>, { run, lines }: RunView): Promise<FollowUp> => {
  const accepted = lines.filter(({ state }) => state === 'accepted');
  const byPair = await log.read((db) => readAccepted(db, accepted));
  const undoable = accepted.filter((line) => {
    const ofPair = byPair.get(getPairKey(line)) ?? [];
    const own = ofPair.findIndex(({ id }) => id === line.row);
    const isLast = own === ofPair.length - 1;
    return isLast && ofPair[own - 1]?.operation !== run.operation;
  });
  const { retriedPairs } = await log.read((db) => readSentSince(db, run.id));
  const leftOut = accepted.length - undoable.length;
  const done = VERBS[run.operation].done.toLowerCase();
  const { unknown } = run.counts;
  const notes = [
    leftOut > 0 &&
      `${formatCount(leftOut, 'pair')} left out: ${done} before this run already, or changed since.`,
    retriedPairs > 0 &&
      `${formatCount(retriedPairs, 'pair')} that a retry ${done} ${retriedPairs === 1 ? 'is' : 'are'} not undone: undo that run, too.`,
    unknown > 0 &&
      `${formatCount(unknown, 'unknown line')} ${unknown === 1 ? 'is' : 'are'} not undone: the service may or may not have ${done} ${unknown === 1 ? 'it' : 'them'}.`,
  ];
  return {
    run: {
      operation: OPPOSITE_OPERATION[run.operation],
      source: '',
      title: run.title,
      earlier: { run: run.id, isUndo: true },
    },
    lines: toLines(undoable),
    note: joinNotes(notes),
  };
};

/** Leaves out lines and pairs that were sent again, whatever came of it: only their latest request can be repeated. */
export const filterLatest = (
  lines: RunView['lines'],
  { lastRows, retriedLines }: SentSince,
): RunView['lines'] =>
  lines.filter(
    (line) => (lastRows.get(getPairKey(line)) ?? line.row) === line.row && !retriedLines.has(line.sourceLine),
  );

export const prepareResend = async (log: Pick<Log, 'read'>, { run, lines }: RunView): Promise<FollowUp> => {
  const latest = filterLatest(lines, await log.read((db) => readSentSince(db, run.id)));
  const leftOut = lines.length - latest.length;
  const { plain } = VERBS[run.operation];
  const done = VERBS[run.operation].done.toLowerCase();
  const notes = [
    leftOut > 0 && `${formatCount(leftOut, 'pair')} left out: sent again since.`,
    latest.some(({ state }) => state === 'unknown') &&
      `Unknown pairs may be ${done} already. What a second ${plain} does isn’t documented.`,
  ];
  return {
    run: {
      operation: run.operation,
      source: run.source,
      title: run.title,
      earlier: { run: run.id, isUndo: false },
    },
    lines: toLines(latest),
    note: joinNotes(notes),
  };
};
