import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { formatUtc } from '#src/lib/timestamp.ts';
import { formatOutcome } from '#src/outcomes/messages.ts';
import { mergeSent } from './sent.ts';

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
  refused: 'Refused',
  unknown: 'Unknown',
  notSent: 'Not sent',
  requestId: 'Request ID',
} as const;

type SentRow = Partial<Record<keyof typeof COLUMNS, CsvCell>>;

/** One row for each pair and each run, newest first. */
export const toSentRows = (entries: readonly SentPair[], runs: readonly Run[]): CsvCell[][] => {
  const times = new Map([...entries, ...runs].map(({ id, at }) => [id, formatUtc(at)]));
  const findTime = (id: string | undefined) => id && (times.get(id) ?? 'earlier');

  const pairRow = (entry: SentPair): SentRow => ({
    ...entry,
    kind: 'pair',
    outcome: formatOutcome(entry),
    time: formatUtc(entry.at),
    undoOf: findTime(entry.undoOf),
    undoneBy: findTime(entry.undoneBy),
  });
  const runRow = ({ at, operation, status, earlier, source, total, counts }: Run): SentRow => ({
    ...counts,
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
  const rows = mergeSent(entries, runs).map((sent) => {
    const row = 'run' in sent ? runRow(sent.run) : pairRow(sent.entry);
    return keys.map((key) => row[key]);
  });
  return omitEmptyColumn([Object.values(COLUMNS), ...rows], COLUMNS.requestId);
};
