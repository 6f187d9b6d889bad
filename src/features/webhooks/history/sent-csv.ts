import type { JournalEntry } from '#src/journal/entry.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import { download } from '#src/ui/download.ts';
import { isPairEntry, type PairEntry } from '#src/features/webhooks/change/change.ts';

const HEADER = [
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
];

const iso = (at: number): string => new Date(at).toISOString();

type TimeOf = (id: string | undefined) => string | undefined;

const entryRow = (entry: PairEntry, timeOf: TimeOf): CsvCell[] => [
  'pair',
  iso(entry.at),
  entry.operation,
  entry.campaignId,
  entry.webhookId,
  entry.outcome,
  entry.status,
  entry.durationMs,
  timeOf(entry.undoOf),
  timeOf(entry.undoneBy),
  '',
  '',
  '',
  '',
  '',
  '',
];

const runRow = (run: Run, timeOf: TimeOf, undoneBy: string | undefined): CsvCell[] => [
  'run',
  iso(run.at),
  run.operation,
  '',
  '',
  run.status,
  '',
  '',
  timeOf(run.undoOf),
  timeOf(undoneBy),
  run.source,
  run.total,
  run.counts.accepted,
  run.counts.refused,
  run.counts.unknown,
  run.counts['not-sent'],
];

/**
 * What was sent as CSV, newest first: a row for each single pair and one for each run, as `kind` says. Times in ISO 8601
 * (UTC), durations in milliseconds. Starts with a byte order mark.
 */
export const sentCsv = (entries: readonly JournalEntry[], runs: readonly Run[]): string => {
  const times = new Map([...entries, ...runs].map(({ id, at }) => [id, iso(at)]));
  const undone = new Map(runs.map(({ id, undoOf }) => [undoOf, id]));
  const timeOf: TimeOf = (id) => (id === undefined ? undefined : (times.get(id) ?? 'earlier'));
  const rows = [
    ...entries.filter(isPairEntry).map((entry) => ({ at: entry.at, cells: entryRow(entry, timeOf) })),
    ...runs.map((run) => ({ at: run.at, cells: runRow(run, timeOf, undone.get(run.id)) })),
  ].toSorted((a, b) => b.at - a.at);
  // Without the mark spreadsheets take the text for the local code page.
  return `\uFEFF${toCsv([HEADER, ...rows.map(({ cells }) => cells)])}`;
};

/** Hands the list to the person as a file. */
export const downloadSent = (entries: readonly JournalEntry[], runs: readonly Run[]): void =>
  download(
    [sentCsv(entries, runs)],
    `sent-from-this-browser-${new Date().toISOString().slice(0, 10)}.csv`,
    'text/csv;charset=utf-8',
  );
