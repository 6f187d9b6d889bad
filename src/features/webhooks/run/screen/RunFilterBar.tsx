import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { describeProgress, LINE_LOOKS } from '#src/features/webhooks/run/describe-run.ts';
import { countSettled } from '#src/features/webhooks/run/sent-runs.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRun } from './run-context.ts';
import type { RunFilter } from './run-filter.ts';
import styles from './RunScreen.module.css';

const SHOWN_WHEN_EMPTY = new Set<RunFilter>(['all', 'accepted', 'refused', 'unknown']);

const toOption = (
  value: RunFilter,
  count: number,
  { word, tone, icon } = LINE_LOOKS[value === 'all' || value === 'waiting' ? 'queued' : value],
): FilterOption<RunFilter> => ({ value, label: word, tone, icon, count });

const listOptions = (
  { status, total, counts, messages }: Run,
  chosen: RunFilter,
): FilterOption<RunFilter>[] => {
  const options: FilterOption<RunFilter>[] = [
    { value: 'all', label: 'All', count: total },
    toOption('accepted', counts.accepted - messages),
    toOption('with-message', messages),
    toOption('refused', counts.refused),
    toOption('unknown', counts.unknown),
    toOption('waiting', counts.queued + counts.sending),
    toOption('not-sent', counts['not-sent']),
  ];
  return options.filter(
    ({ value, count }) =>
      count > 0 ||
      SHOWN_WHEN_EMPTY.has(value) ||
      // The chosen option stays, as the way back to all lines.
      value === chosen ||
      (value === 'waiting' && status !== 'finished'),
  );
};

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
