import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/client.ts';
import type { Log } from '#src/log/log.ts';
import {
  findKnown,
  getPairKey,
  readAccepted,
  readDetachNext,
  readReplaced,
  readSentSince,
  type SentPair,
  type SentSince,
} from '#src/log/sent-pairs.ts';
import type { Line, NewRun, Run, RunView, DetachNext, NewLine } from '#src/log/run.ts';
import { perWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { joinSentences } from '#src/outcomes/messages.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { describeLineReason, describeLineResult } from './describe-run.ts';
import { OPPOSITE_OPERATION, VERBS } from '#src/features/webhooks/change/change.ts';

/** `wasUnknown`: an earlier request for it may have been carried out. `reason`: why it is sent again. */
export type FollowUpLine = NewLine & { wasUnknown?: boolean; reason?: string | undefined };

/** A new run to check. */
export type FollowUp = {
  run: NewRun;
  lines: FollowUpLine[];
  /** Offered as another run when this one has finished. */
  detachNext?: DetachNext[] | undefined;
  /** Shown before they are sent. */
  note?: string | undefined;
};

/** Keys of the pairs selected in Campaigns. Kept until a check that was opened there is sent: it may be discarded. */
export const getSelection = perWorkspace(() => createStore<ReadonlySet<string>>(() => new Set()));

/** Opens the check with prepared lines. */
export const [FollowUpContext, useCheckFollowUp] =
  createRequiredContext<(followUp: FollowUp) => void>('useCheckFollowUp');

const toLines = (lines: readonly NewLine[]): FollowUpLine[] =>
  lines.map(({ campaignId, webhookId, sourceLine }) => ({ campaignId, webhookId, sourceLine }));

export const prepareDetach = (pairs: readonly WebhookPair[], origin: Partial<NewRun> = {}): FollowUp => ({
  run: { source: '', ...origin, operation: 'detach' },
  lines: toLines(pairs),
});

/** Webhooks whose IDs are in the title of a run. */
const MAX_NAMED = 3;

export const formatReplacement = (...sides: readonly [old: readonly string[], next: readonly string[]]) =>
  `Replace ${sides.map((ids) => (ids.length > MAX_NAMED ? formatCount(ids.length, 'webhook') : ids.join(', '))).join(' by ')}`;

/** A run does one thing: detaching is offered once the attaches have finished. */
export const preparePlan = (
  { attach, detach }: { attach: readonly WebhookPair[]; detach: DetachNext[] },
  title: string | undefined,
  leftOut?: string,
): FollowUp => {
  if (attach.length === 0) return { ...prepareDetach(detach, { title }), note: leftOut };
  const later = `This run only attaches. When it has finished, it offers to detach the other ${formatNumber(detach.length)}.`;
  return {
    run: { operation: 'attach', source: '', title },
    lines: toLines(attach),
    detachNext: detach,
    note: joinSentences(detach.length > 0 && later, leftOut) || undefined,
  };
};

/** What a finished attach run leaves to detach. */
export const prepareDetachNext = async (log: Pick<Log, 'read'>, run: Run): Promise<FollowUp> =>
  prepareDetach(await log.read((db) => readDetachNext(db, run)), {
    title: run.title,
    earlier: { run: run.id, isUndo: false },
  });

const MAX_QUOTED = 2;

/** `“already attached”, “queued” and 3 other messages`. The most frequent first. */
export const quoteMessages = (lines: readonly Pick<Line, 'message'>[]): string => {
  const counts = [...groupBy(lines, ({ message = '' }) => message)]
    .filter(([message]) => message !== '')
    .toSorted(([, one], [, other]) => other.length - one.length);
  const quoted = counts.slice(0, MAX_QUOTED).map(([message]) => `“${escapeInvisible(message)}”`);
  const others = counts.length - quoted.length;
  return quoted.join(', ') + (others > 0 ? ` and ${formatCount(others, 'other message')}` : '');
};

/** The user's word on a pair, if it is later than the line's request. */
const findSettled = (line: Line, { pairs }: SentSince): SentPair | undefined => {
  const word = pairs.get(getPairKey(line))?.accepted;
  return word?.checked && word.id > (line.row ?? '') ? word : undefined;
};

export const markSettled = (line: Line, since: SentSince): Line => {
  const word = line.state === 'unknown' ? findSettled(line, since) : undefined;
  return word ? { ...line, checked: word.operation } : line;
};

/** Each line as its last retry or the user left it, perhaps corrected, and the run that this is from. */
export const mergeRetries = ({ run, lines }: RunView, since: SentSince): { line: Line; run: Run }[] => {
  const last = new Map<number | string, { line: Line; run: Run }>();
  const lineNumbers = groupBy(lines, ({ sourceLine }) => sourceLine);
  // A line of the list may have several pairs.
  const getKey = (line: Line) =>
    lineNumbers.get(line.sourceLine)?.length === 1 && line.sourceLine !== undefined
      ? line.sourceLine
      : getPairKey(line);
  for (const retry of since.retries) {
    const sent = retry.lines.filter(({ row }) => row !== undefined);
    for (const line of sent) last.set(getKey(line), { line, run: retry.run });
  }
  return lines.map((own) => {
    const { line, run: from } = last.get(getKey(own)) ?? { line: own, run };
    return { line: markSettled(line, since), run: from };
  });
};

/**
 * What the run and its retries did: accepted, or done by the user's word. `row`: the ID of what says so. Each once, also if
 * the run and a retry were unknown.
 */
export const listDone = (
  { run, lines }: RunView,
  since: SentSince,
): { line: Line; row: string; isSettled: boolean; withMessage: boolean }[] => {
  const all = [{ lines }, ...since.retries].flatMap((each) => each.lines);
  const done = all.flatMap((line) => {
    const word = findSettled(line, since);
    const isSettled = word?.operation === run.operation;
    if (line.state !== 'accepted' && !(line.state === 'unknown' && isSettled)) return [];
    const row = (isSettled ? word.id : line.row) ?? '';
    return [{ line, row, isSettled, withMessage: !isSettled && line.withMessage === true }];
  });
  return [...new Map(done.toReversed().map((one) => [one.row, one])).values()].toReversed();
};

/** Nothing that was accepted later, such as an undo, changed its pair. */
export const isLastAccepted = (line: Line, row: string, { pairs }: SentSince): boolean =>
  (pairs.get(getPairKey(line))?.accepted?.id ?? row) === row;

/**
 * Undoes what the run and its retries changed, without pairs that an earlier request had already changed the same way, and
 * pairs that a later one changed. What was accepted with a message is undone apart: it may say that nothing was changed.
 */
const prepareUndoOfRun = async (
  log: Pick<Log, 'read'>,
  view: RunView,
  group: 'plain' | 'with-message' = 'plain',
): Promise<FollowUp> => {
  const { run, lines } = view;
  const since = await log.read((db) => readSentSince(db, run.id));
  const all = listDone(view, since);
  const byPair = await log.read((db) =>
    readAccepted(
      db,
      all.map(({ line }) => line),
    ),
  );
  const changed = all.filter(({ line, row }) => {
    const ofPair = byPair.get(getPairKey(line)) ?? [];
    const before = ofPair.filter(({ id }) => id < (line.row ?? ''));
    return ofPair.at(-1)?.id === row && findKnown(before) !== run.operation;
  });
  const withMessage = changed.filter((one) => one.withMessage);
  const undone = group === 'plain' ? changed.filter((one) => !one.withMessage) : withMessage;
  const leftOut = all.length - changed.length;
  const settled = undone.filter(({ isSettled }) => isSettled).length;
  const own = new Set(lines);
  const ofRetries = undone.filter(({ line, isSettled }) => !isSettled && !own.has(line)).length;
  const unknown = mergeRetries(view, since).filter(
    ({ line }) => line.state === 'unknown' && !line.checked,
  ).length;
  const done = VERBS[run.operation].done.toLowerCase();
  const says = `the service says ${quoteMessages(withMessage.map(({ line }) => line))}.`;
  const notes = [
    ofRetries > 0 && `With ${formatCount(ofRetries, 'pair')} that a retry ${done}.`,
    settled > 0 && `With ${formatCount(settled, 'pair')} that you checked.`,
    withMessage.length > 0 &&
      (group === 'plain'
        ? `${formatCount(withMessage.length, 'pair')} left out: ${says}`
        : `Of these, ${says}`),
    leftOut > 0 &&
      `${formatCount(leftOut, 'pair')} left out: ${done} before this run already, or changed since.`,
    unknown > 0 && `${formatCount(unknown, 'unknown pair')} left out.`,
  ];
  return {
    run: {
      operation: OPPOSITE_OPERATION[run.operation],
      source: '',
      title: run.title,
      earlier: { run: run.id, isUndo: true },
    },
    lines: toLines(
      undone
        .map(({ line }) => line)
        .toSorted((one, other) => (one.sourceLine ?? 0) - (other.sourceLine ?? 0)),
    ),
    note: joinSentences(...notes) || undefined,
  };
};

/**
 * Undoes a replacement, of which this run is a half, by another one. It attaches first, too. Undefined if nothing that it
 * detached can come back.
 */
const prepareReplaceBack = async (log: Pick<Log, 'read'>, run: Run): Promise<FollowUp | undefined> => {
  const replaced = await log.read((db) => readReplaced(db, run));
  if (!replaced || replaced.detached.length === 0) return undefined;
  const { first, detached, others } = replaced;
  const back = groupBy(detached, ({ campaignId }) => campaignId);
  const detach = (await prepareUndoOfRun(log, first)).lines.flatMap(({ campaignId, webhookId }) => {
    const [replacedBy, ...alsoBy] = (back.get(campaignId) ?? []).map((pair) => pair.webhookId);
    return replacedBy === undefined ? [] : [{ campaignId, webhookId, replacedBy, alsoBy }];
  });
  const listWebhooks = (pairs: readonly WebhookPair[]) => [...new Set(pairs.map((pair) => pair.webhookId))];
  const title =
    detach.length > 0 ? formatReplacement(listWebhooks(detach), listWebhooks(detached)) : run.title;
  const leftOut = others > 0 && `${formatCount(others, 'pair')} left out: not detached, or changed since.`;
  const plan = preparePlan({ attach: detached, detach }, title, leftOut || undefined);
  return { ...plan, run: { ...plan.run, earlier: { run: run.id, isUndo: true } } };
};

export const prepareUndo = async (
  log: Pick<Log, 'read'>,
  view: RunView,
  group: 'plain' | 'with-message' = 'plain',
): Promise<FollowUp> =>
  (group === 'plain' && (await prepareReplaceBack(log, view.run))) || prepareUndoOfRun(log, view, group);

/** Leaves out pairs that were sent again apart from the run, whatever came of it: only the latest request can be repeated. */
export const filterLatest = (lines: RunView['lines'], { pairs }: SentSince): RunView['lines'] =>
  lines.filter((line) => (pairs.get(getPairKey(line))?.last.id ?? line.row) === line.row);

/** Lines of this state, as the run's retries left them. */
export const prepareResend = async (
  log: Pick<Log, 'read'>,
  view: RunView,
  state: Line['state'],
): Promise<FollowUp> => {
  const { run } = view;
  const since = await log.read((db) => readSentSince(db, run.id));
  const lines = mergeRetries(view, since).flatMap(({ line }) => (line.state === state ? [line] : []));
  const latest = filterLatest(lines, since);
  const leftOut = lines.length - latest.length;
  const notes = [
    leftOut > 0 && `${formatCount(leftOut, 'pair')} left out: sent again or checked since.`,
    state === 'unknown' &&
      latest.length > 0 &&
      `Unknown pairs may be ${VERBS[run.operation].done.toLowerCase()} already.`,
  ];
  return {
    run: {
      operation: run.operation,
      source: run.source,
      title: run.title,
      earlier: { run: run.id, isUndo: false },
    },
    lines: latest.map((line) => ({
      campaignId: line.campaignId,
      webhookId: line.webhookId,
      sourceLine: line.sourceLine,
      wasUnknown: line.state === 'unknown',
      // The warning says that it is unknown.
      reason: line.state === 'unknown' ? describeLineReason(line) : describeLineResult(line),
    })),
    note: joinSentences(...notes) || undefined,
  };
};
