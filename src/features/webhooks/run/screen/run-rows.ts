import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Counts, Line, LineState, Run } from '#src/journal/runs/run.ts';
import { createPause } from '#src/lib/slicing.ts';

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

export const isShown = (line: Line, filter: RunFilter): boolean =>
  filter === 'all' || FILTER_OF[line.state] === filter;

/**
 * Which lines stand in which order: as they were given while the run is under way, the failed and the unknown ones first
 * once it is over. Gives up its turn after each `slice` lines, so that whoever runs it can let the page breathe.
 */
export function* orderRows(
  record: Pick<RunRecord, 'line'>,
  { total, isOver, filter }: { total: number; isOver: boolean; filter: RunFilter },
  slice = 2000,
): Generator<undefined, number[]> {
  const first: number[] = [];
  const rest: number[] = [];
  for (let index = 0; index < total; index += 1) {
    const line = record.line(index);
    if (isShown(line, filter)) {
      const isFirst = isOver && (line.state === 'refused' || line.state === 'unknown');
      (isFirst ? first : rest).push(index);
    }
    if (index % slice === slice - 1) yield undefined;
  }
  for (const index of rest) first.push(index);
  return first;
}

const collectRows = async (
  record: RunRecord,
  question: { total: number; isOver: boolean; filter: RunFilter },
  signal: AbortSignal,
): Promise<number[]> => {
  const pause = createPause({ signal });
  const steps = orderRows(record, question);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause(0);
  }
};

/** What is read from the lines of a run, in slices. */
export const runLineQueries = {
  /** Which are shown in which order. To be read again while the run is moving. */
  rows: (record: RunRecord, { id, total, status, counts }: Run, filter: RunFilter) =>
    queryOptions({
      queryKey: ['run-lines', id, filter, status, counts.sending > 0 || counts],
      queryFn: ({ signal }) => collectRows(record, { total, isOver: status === 'finished', filter }, signal),
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
  /** How many were lost with their tab. */
  lost: (record: RunRecord, { id, total, counts }: Run) =>
    queryOptions({
      queryKey: ['run-lines', id, 'lost', counts.unknown],
      queryFn: async ({ signal }) => {
        if (counts.unknown === 0) return 0;
        const rows = await collectRows(record, { total, isOver: false, filter: 'unknown' }, signal);
        return rows.filter((index) => record.line(index).problem === 'lost').length;
      },
      gcTime: 0,
    }),
};

/** Lines as given, all of them: no list of a quarter of a million numbers is needed for it. */
export const isAsGiven = ({ status, counts }: Run, filter: RunFilter): boolean =>
  filter === 'all' && (status !== 'finished' || counts.refused + counts.unknown === 0);

/**
 * Tells where the newest answers are: the last line before those that wait. Made once for a record; each call goes on from
 * where the last one stopped, so that a run is walked through once and not with every answer. `queued` is how many wait.
 */
export const createFront = (record: Pick<RunRecord, 'line'>, total: number) => {
  let waiting = 0;
  let front = 0;
  const walk = (): void => {
    while (waiting < total && record.line(waiting).state !== 'queued') waiting += 1;
  };
  return (queued: number): number => {
    walk();
    if (waiting === total && queued > 0) {
      // Lines were opened again behind its back.
      waiting = 0;
      front = 0;
      walk();
    }
    if (waiting < total) front = Math.max(0, waiting - 1);
    else {
      // Nothing waits any more: the last one on its way, where there is one.
      let index = total - 1;
      while (index > front && record.line(index).state !== 'sending') index -= 1;
      front = Math.max(front, index);
    }
    return front;
  };
};
