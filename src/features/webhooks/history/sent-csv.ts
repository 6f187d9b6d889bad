import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { formatUtc } from '#src/lib/timestamp.ts';
import { formatOutcome } from '#src/outcomes/messages.ts';
import { mergeSent, type SentItem } from './sent.ts';

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
  const runRow = ({ at, operation, status, earlier, source, total, counts, messages }: Run): SentRow => ({
    ...counts,
    accepted: counts.accepted - messages,
    withMessage: messages || undefined,
    kind: 'run',
    time: formatUtc(at),
    operation,
    outcome: status,
    undoOf: findTime(earlier?.isUndo ? earlier.run : undefined),
    source,
    pairs: total,
    notSent: counts['not-sent'],
  });
  const keys = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const rows = mergeSent(entries, runs)
    .filter(isShown)
    .map((sent) => {
      const row = 'run' in sent ? runRow(sent.run) : pairRow(sent.entry);
      return keys.map((key) => row[key]);
    });
  return [COLUMNS.withMessage, COLUMNS.requestId].reduce(omitEmptyColumn, [Object.values(COLUMNS), ...rows]);
};
