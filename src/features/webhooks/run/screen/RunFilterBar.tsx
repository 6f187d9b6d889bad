import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { describeProgress, LINE_STATES } from '#src/features/webhooks/run/describe-run.ts';
import { countSettled } from '#src/features/webhooks/run/sent-runs.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRun } from './run-context.ts';
import type { RunFilter } from './run-filter.ts';
import styles from './RunScreen.module.css';

const SHOWN_WHEN_EMPTY = new Set<RunFilter>(['all', 'accepted', 'refused', 'unknown']);

const toOption = (
  value: RunFilter,
  { word, tone, icon }: StatusLook,
  count: number,
): FilterOption<RunFilter> => ({ value, label: word, tone, icon, count });

const listOptions = (
  { status, total, counts, messages }: Run,
  chosen: RunFilter,
): FilterOption<RunFilter>[] => {
  const options: FilterOption<RunFilter>[] = [
    { value: 'all', label: 'All', count: total },
    toOption('accepted', LINE_STATES.accepted, counts.accepted - messages),
    toOption('with-message', WITH_MESSAGE, messages),
    toOption('refused', LINE_STATES.refused, counts.refused),
    toOption('unknown', LINE_STATES.unknown, counts.unknown),
    toOption('waiting', LINE_STATES.queued, counts.queued + counts.sending),
    toOption('not-sent', LINE_STATES['not-sent'], counts['not-sent']),
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
