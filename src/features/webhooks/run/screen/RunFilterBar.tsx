import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { describeProgress, LINE_STATES } from '#src/features/webhooks/run/describe-run.ts';
import { countSettled } from '#src/features/webhooks/run/sent-runs.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRun } from './run-context.ts';
import type { RunFilter } from './run-filter.ts';
import styles from './RunScreen.module.css';

const SHOWN_WHEN_EMPTY: readonly RunFilter[] = ['all', 'accepted', 'refused', 'unknown'];

const listOptions = (
  { status, total, counts, messages }: Run,
  chosen: RunFilter,
): FilterOption<RunFilter>[] => {
  const { accepted, refused, unknown, queued } = LINE_STATES;
  const options = [
    { value: 'all', word: 'All', count: total },
    { value: 'accepted', ...accepted, count: counts.accepted - messages },
    { value: 'with-message', ...WITH_MESSAGE, count: messages },
    { value: 'refused', ...refused, count: counts.refused },
    { value: 'unknown', ...unknown, count: counts.unknown },
    { value: 'waiting', ...queued, count: counts.queued + counts.sending },
    { value: 'not-sent', ...LINE_STATES['not-sent'], count: counts['not-sent'] },
  ] as const;
  return options
    .filter(
      ({ value, count }) =>
        count > 0 ||
        SHOWN_WHEN_EMPTY.includes(value) ||
        // The chosen option stays, as the way back to all lines.
        value === chosen ||
        (value === 'waiting' && status !== 'finished'),
    )
    .map(({ word: label, ...option }) => ({ label, ...option }));
};

/** How far a run is, above its filters. */
export const RunFilterBar = ({
  filter,
  onFilter,
}: {
  filter: RunFilter;
  onFilter: (filter: RunFilter) => void;
}) => {
  const { run } = useRun();
  return (
    <FilterBar
      className={classes(list['filterBar'], styles['filterBar'])}
      label="Progress"
      options={listOptions(run, filter)}
      value={filter}
      onChange={onFilter}
      progress={{ now: countSettled(run.counts), max: run.total, text: describeProgress(run) }}
    />
  );
};
