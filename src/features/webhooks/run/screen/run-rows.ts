import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Counts, Line, LineState, Run } from '#src/journal/runs/run.ts';

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
