import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Counts, Line, LineState, Run } from '#src/log/runs/run.ts';
import { eachLine } from '#src/features/webhooks/run/each-line.ts';

/** The keys over the table of a run. */
export type RunFilter = 'all' | 'done' | 'failed' | 'unknown' | 'remaining' | 'not-sent';

/** How many lines each key shows. Without `all` they always sum to the lines. */
export const filterCounts = (counts: Counts): Record<Exclude<RunFilter, 'all'>, number> => ({
  done: counts.accepted,
  failed: counts.refused,
  unknown: counts.unknown,
  remaining: counts.queued + counts.sending,
  'not-sent': counts['not-sent'],
});

const FILTER_OF: Record<LineState, Exclude<RunFilter, 'all'>> = {
  accepted: 'done',
  refused: 'failed',
  unknown: 'unknown',
  queued: 'remaining',
  sending: 'remaining',
  'not-sent': 'not-sent',
};

/**
 * Which lines stand in which order: as they were given while the run is under way, the failed and the unknown ones first
 * once it is over. In slices; rejects on `signal`.
 */
export const orderRows = async (
  record: Pick<RunRecord, 'line'>,
  { total, isOver, filter }: { total: number; isOver: boolean; filter: RunFilter },
  signal: AbortSignal,
): Promise<number[]> => {
  const first: number[] = [];
  const rest: number[] = [];
  const take = ({ state }: Line, index: number) => {
    if (filter !== 'all' && FILTER_OF[state] !== filter) return;
    (isOver && (state === 'refused' || state === 'unknown') ? first : rest).push(index);
  };
  await eachLine(record, total, take, signal);
  return first.concat(rest);
};

/** What is read from the lines of a run, in slices. */
export const runLineQueries = {
  /** Which are shown in which order. To be read again while the run is moving. */
  rows: (record: RunRecord, { id, total, status, counts }: Run, filter: RunFilter) =>
    queryOptions({
      queryKey: ['run-lines', id, filter, status, counts.sending > 0 || counts],
      queryFn: ({ signal }) => orderRows(record, { total, isOver: status === 'finished', filter }, signal),
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
  /** How many were lost with their tab. */
  lost: (record: RunRecord, { id, total, counts }: Run) =>
    queryOptions({
      queryKey: ['run-lines', id, 'lost', counts.unknown],
      queryFn: async ({ signal }) => {
        if (counts.unknown === 0) return 0;
        const rows = await orderRows(record, { total, isOver: false, filter: 'unknown' }, signal);
        return rows.filter((index) => record.line(index).problem === 'lost').length;
      },
      gcTime: 0,
    }),
};

/** Lines as given, all of them: no list of a quarter of a million numbers is needed for it. */
export const isAsGiven = ({ status, counts }: Run, filter: RunFilter): boolean =>
  filter === 'all' && (status !== 'finished' || counts.refused + counts.unknown === 0);

/** Where the newest answers are: the last line before those that wait, or the last one on its way where none waits. */
export const frontOf = (record: Pick<RunRecord, 'line'>, { total, counts }: Run): number => {
  let index = 0;
  if (counts.queued > 0) {
    while (index < total && record.line(index).state !== 'queued') index += 1;
    return Math.max(0, index - 1);
  }
  index = total - 1;
  while (index > 0 && counts.sending > 0 && record.line(index).state !== 'sending') index -= 1;
  return index;
};
