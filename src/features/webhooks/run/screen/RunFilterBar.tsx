import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { filterCounts, useRun, type RunFilter } from './run-hooks.ts';
import { progressWords, settledOf } from '#src/features/webhooks/run/run-words.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

const filterOptions = (run: Run, chosen: RunFilter): FilterOption<RunFilter>[] => {
  const { operation, status, total } = run;
  const {
    done,
    'with-message': withMessage,
    failed,
    unknown,
    remaining,
    'not-sent': notSent,
  } = filterCounts(run);
  const options: FilterOption<RunFilter>[] = [
    { value: 'all', label: 'All', count: total },
    { value: 'done', label: VERBS[operation].done, tone: 'ok', count: done },
    {
      value: 'with-message',
      label: WITH_MESSAGE.word,
      tone: WITH_MESSAGE.tone,
      icon: WITH_MESSAGE.icon,
      count: withMessage,
    },
    { value: 'failed', label: 'Failed', tone: 'bad', count: failed },
    { value: 'unknown', label: 'Unknown', tone: 'warn', count: unknown },
    { value: 'remaining', label: 'Waiting', tone: 'wait', icon: 'dot', count: remaining },
    { value: 'not-sent', label: 'Not sent', tone: 'other', icon: 'dot', count: notSent },
  ];
  const leftOutWhenEmpty: RunFilter[] =
    status === 'finished' ? ['with-message', 'remaining', 'not-sent'] : ['with-message', 'not-sent'];
  // A key that is chosen stays, so that the way back to all lines does too.
  return options.filter(
    ({ value, count }) => count > 0 || value === chosen || !leftOutWhenEmpty.includes(value),
  );
};

/** How a run stands, as a bar over keys that choose what is shown. */
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
      options={filterOptions(run, filter)}
      value={filter}
      onChange={onFilter}
      progress={{ now: settledOf(run.counts), max: run.total, text: progressWords(run) }}
    />
  );
};
