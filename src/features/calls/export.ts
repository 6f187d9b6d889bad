import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import type { CallView } from './call/overview.ts';
import { errorSummary } from './call/error-summary.ts';

const HEADER = [
  'Call ID',
  'Status',
  'Started',
  'Ended',
  'Duration in seconds',
  'Error',
  'Last checked',
  'Added',
];

const toRow = ({ entry, seen, state, statusBadge }: CallView): CsvCell[] => {
  const record = seen?.last?.record;
  return [
    entry.id,
    state.kind === 'reported' ? state.status : statusBadge.word,
    record?.startTime,
    record?.endTime,
    record?.duration,
    record?.error === undefined ? undefined : errorSummary(record.error),
    seen?.checked && new Date(seen.checked.at).toISOString(),
    new Date(entry.addedAt).toISOString(),
  ];
};

/** The board as CSV, the service's values as they came. */
export const boardAsCsv = (views: readonly CallView[]): string => toCsv([HEADER, ...views.map(toRow)]);

/** The same as JSON, with what was seen of each call; the service's record as it came. */
export const boardAsJson = (views: readonly CallView[]): string =>
  JSON.stringify(
    views.map(({ entry, seen, statusBadge }) => ({
      callId: entry.id,
      shownAs: statusBadge.word,
      record: seen?.last?.record,
      lastChecked: seen?.checked && new Date(seen.checked.at).toISOString(),
      added: new Date(entry.addedAt).toISOString(),
      checks: seen?.checks ?? 0,
      seen: seen?.runs.map(({ from, until, ...run }) => ({
        ...run,
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
      })),
    })),
    undefined,
    2,
  );
