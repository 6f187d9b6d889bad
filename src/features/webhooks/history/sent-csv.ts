import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/views.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { formatOutcome } from '#src/outcomes/messages.ts';
import { mergeSent } from './sent.ts';

const COLUMNS = [
  'kind',
  'time',
  'operation',
  'campaignId',
  'webhookId',
  'outcome',
  'status',
  'durationMs',
  'undoOf',
  'undoneBy',
  'source',
  'pairs',
  'accepted',
  'refused',
  'unknown',
  'notSent',
  'message',
  'requestId',
] as const;

type SentRow = Partial<Record<(typeof COLUMNS)[number], CsvCell>>;

/** One row for each pair and each run, newest first. Times in ISO 8601 (UTC), durations in milliseconds. */
export const toSentRows = (entries: readonly SentPair[], runs: readonly Run[]): CsvCell[][] => {
  const formatIso = (at: number): string => new Date(at).toISOString();
  const times = new Map([...entries, ...runs].map(({ id, at }) => [id, formatIso(at)]));
  const findTime = (id: string | undefined) => id && (times.get(id) ?? 'earlier');

  const pairRow = (entry: SentPair): SentRow => ({
    ...entry,
    kind: 'pair',
    outcome: formatOutcome(entry),
    time: formatIso(entry.at),
    undoOf: findTime(entry.undoOf),
    undoneBy: findTime(entry.undoneBy),
  });
  const runRow = ({ at, operation, status, earlier, source, total, counts }: Run): SentRow => ({
    ...counts,
    kind: 'run',
    time: formatIso(at),
    operation,
    outcome: status,
    undoOf: findTime(earlier?.isUndo ? earlier.run : undefined),
    source,
    pairs: total,
    notSent: counts['not-sent'],
  });
  const rows = mergeSent(entries, runs).map((sent) =>
    'run' in sent ? runRow(sent.run) : pairRow(sent.entry),
  );
  return omitEmptyColumn([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))], 'requestId');
};
