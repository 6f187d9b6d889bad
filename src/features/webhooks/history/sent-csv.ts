import type { LoggedChange } from '#src/log/entry.ts';
import type { Run } from '#src/log/run.ts';
import type { CsvCell } from '#src/lib/csv.ts';
import { WITH_MESSAGE_WORDS } from '#src/outcomes/with-message.ts';
import { EXPORTED, isPairEntry, type PairEntry } from '#src/features/webhooks/change/change.ts';
import { mergeSent } from './sent.ts';

const COLUMNS = [
  'kind',
  'time',
  ...EXPORTED,
  'undoOf',
  'undoneBy',
  'source',
  'pairs',
  'accepted',
  'refused',
  'unknown',
  'notSent',
  'message',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], CsvCell>>;

/**
 * What was sent as rows of a table, newest first: one for each single pair and one for each run, as `kind` says. Times in
 * ISO 8601 (UTC), durations in milliseconds.
 */
export const sentRows = (entries: readonly LoggedChange[], runs: readonly Run[]): CsvCell[][] => {
  const iso = (at: number): string => new Date(at).toISOString();
  const times = new Map([...entries, ...runs].map(({ id, at }) => [id, iso(at)]));
  const timeOf = (id: string | undefined) => (id === undefined ? undefined : (times.get(id) ?? 'earlier'));
  const undoneBy = new Map(runs.map(({ id, earlier }) => [earlier?.isUndo && earlier.run, id]));

  const pairRow = (entry: PairEntry): Row => ({
    ...entry,
    kind: 'pair',
    outcome: entry.withMessage ? WITH_MESSAGE_WORDS : entry.outcome,
    time: iso(entry.at),
    undoOf: timeOf(entry.undoOf),
    undoneBy: timeOf(entry.undoneBy),
  });
  const runRow = ({ id, at, operation, status, earlier, source, total, counts }: Run): Row => ({
    ...counts,
    kind: 'run',
    time: iso(at),
    operation,
    outcome: status,
    undoOf: timeOf(earlier?.isUndo ? earlier.run : undefined),
    undoneBy: timeOf(undoneBy.get(id)),
    source,
    pairs: total,
    notSent: counts['not-sent'],
  });
  const rows = mergeSent(entries.filter(isPairEntry), runs).map((sent) =>
    'run' in sent ? runRow(sent.run) : pairRow(sent.entry),
  );
  return [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => row[column]))];
};
