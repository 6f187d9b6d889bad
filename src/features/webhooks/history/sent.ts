import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { formatMoment, formatUtc } from '#src/lib/timestamp.ts';
import { getQuote, getSentKind, OUTCOMES, formatOutcome } from '#src/outcomes/messages.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { ACT_LABELS, reverse, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';

type EntryText = Omit<StatusLook, 'word'> & {
  /** Before and after the webhook ID: `Attach wh-1: refused, 400`. */
  title: [before: string, after: string];
  /** After the campaign ID: `to cmp-1, undone`. */
  detail: string;
  quote: string | undefined;
};

const UNDONE_LOOK = { tone: 'none', icon: 'undo' } as const;

const describeUndo = ({ undoOf, at }: SentPair, undone: SentPair | undefined): string => {
  if (undoOf === undefined) return '';
  return undone ? `, undo of ${formatMoment(undone.at, at)}` : ', undo of an earlier one';
};

export const describeEntry = (entry: SentPair, undone: SentPair | undefined): EntryText => {
  const { operation, outcome, status, requests = 0, undoneBy, later } = entry;
  const { look, sentence } = OUTCOMES[getSentKind(entry)];
  const isUndone = undoneBy !== undefined;
  const isSettled = outcome === 'unknown' && later === 'accepted';
  // An earlier request was sent, and the service did not carry it out.
  const isSecond = outcome === 'not-sent' && (status !== undefined || requests > 0);
  const details = [isUndone && 'undone', isSettled && 'settled later', isSecond && 'not sent again'];
  const text = details.flatMap((detail) => (detail ? `, ${detail}` : [])).join('');
  return {
    ...(isUndone ? UNDONE_LOOK : look),
    title: isUndone ? [VERBS[operation].done, ''] : sentence(VERBS[operation], status),
    detail: text + describeUndo(entry, undone),
    quote: getQuote(entry),
  };
};

/**
 * None once something later was accepted for the pair: the action would change that, not this. Only the latest in the
 * list can be repeated.
 */
export const findAction = (entry: SentPair): { label: string; change: Change } | undefined => {
  const { outcome, later } = entry;
  if (later === 'accepted' || (later === 'listed' && outcome !== 'accepted')) return undefined;
  switch (outcome) {
    case 'accepted': {
      const change = reverse(entry);
      return { label: ACT_LABELS[change.operation], change };
    }
    case 'refused':
    case 'not-sent':
      return { label: 'Retry', change: entry };
    case 'unknown':
      return { label: 'Send again', change: entry };
    case 'sending':
      return undefined;
  }
};

export type SentItem = { at: number; entry: SentPair } | { at: number; run: Run };

export const mergeSent = (entries: readonly SentPair[], runs: readonly Run[]): SentItem[] =>
  [
    ...entries.map((entry) => ({ at: entry.at, entry })),
    ...runs.map((run) => ({ at: run.at, run })),
  ].toSorted((a, b) => b.at - a.at);

const COLUMNS = {
  kind: 'Kind',
  time: 'Time (UTC)',
  operation: 'Operation',
  campaignId: 'Campaign ID',
  webhookId: 'Webhook ID',
  outcome: 'Outcome',
  status: 'Status',
  message: 'Answer',
  durationMs: 'Duration (ms)',
  undoOf: 'Undo of (UTC)',
  undoneBy: 'Undone by (UTC)',
  source: 'Source',
  title: 'Title',
  pairs: 'Pairs',
  accepted: 'Accepted',
  withMessage: 'Accepted, with a message',
  refused: 'Refused',
  unknown: 'Unknown',
  notSent: 'Not sent',
  requestId: 'Request ID',
} as const;

type SentRow = Partial<Record<keyof typeof COLUMNS, CsvCell>>;

/** One row for each pair and each run that is shown, newest first. */
export const toSentRows = (
  entries: readonly SentPair[],
  runs: readonly Run[],
  isShown: (item: SentItem) => boolean = () => true,
): CsvCell[][] => {
  const times = new Map([...entries, ...runs].map(({ id, at }) => [id, formatUtc(at)]));
  const findTime = (id: string | undefined) => id && (times.get(id) ?? 'earlier');

  const pairRow = (entry: SentPair): SentRow => ({
    ...entry,
    kind: 'pair',
    outcome: formatOutcome(entry),
    withMessage: undefined,
    time: formatUtc(entry.at),
    undoOf: findTime(entry.undoOf),
    undoneBy: findTime(entry.undoneBy),
  });
  const runRow = ({ counts, messages, earlier, ...run }: Run): SentRow => ({
    operation: run.operation,
    source: run.source,
    title: run.title,
    kind: 'run',
    time: formatUtc(run.at),
    outcome: run.status,
    undoOf: findTime(earlier?.isUndo ? earlier.run : undefined),
    pairs: run.total,
    accepted: counts.accepted - messages,
    withMessage: messages || undefined,
    refused: counts.refused,
    unknown: counts.unknown,
    notSent: counts['not-sent'],
  });
  const keys = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const rows = mergeSent(entries, runs)
    .filter(isShown)
    .map((sent) => {
      const row = 'run' in sent ? runRow(sent.run) : pairRow(sent.entry);
      return keys.map((key) => row[key]);
    });
  return [COLUMNS.title, COLUMNS.withMessage, COLUMNS.requestId].reduce(omitEmptyColumn, [
    Object.values(COLUMNS),
    ...rows,
  ]);
};
