import type { Run } from '#src/journal/runs/run.ts';
import { classes } from '#src/lib/classes.ts';
import { Tally, type TallyKey } from '#src/ui/table/Tally.tsx';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import { useRun } from './run-hooks.ts';
import { filterCounts, type RunFilter } from './run-rows.ts';
import { progressWords, settledOf } from '#src/features/webhooks/run/run-words.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

const keysOf = (run: Run, chosen: RunFilter): TallyKey[] => {
  const counts = filterCounts(run.counts);
  const keys: TallyKey[] = [
    { value: 'all', label: 'All', count: run.total },
    { value: 'done', label: VERBS[run.operation].done, tone: 'ok', count: counts.done },
    { value: 'failed', label: 'Failed', tone: 'bad', count: counts.failed },
    { value: 'unknown', label: 'Unknown', tone: 'warn', count: counts.unknown },
  ];
  const isOver = run.status === 'finished';
  // A key that is chosen stays, so that the way back to all lines does too.
  if (!isOver || counts.remaining > 0 || chosen === 'remaining') {
    keys.push({
      value: 'remaining',
      label: 'Waiting',
      tone: 'wait',
      icon: 'rest',
      count: counts.remaining,
    });
  }
  if (counts['not-sent'] > 0 || chosen === 'not-sent') {
    keys.push({
      value: 'not-sent',
      label: 'Not sent',
      tone: 'other',
      icon: 'rest',
      count: counts['not-sent'],
    });
  }
  return keys;
};

const FILTERS: readonly RunFilter[] = ['all', 'done', 'failed', 'unknown', 'remaining', 'not-sent'];

/** How a run stands, as a bar over keys that choose what is shown. */
export const RunTally = ({
  filter,
  onFilter,
}: {
  filter: RunFilter;
  onFilter: (filter: RunFilter) => void;
}) => {
  const { run } = useRun();
  return (
    <Tally
      className={classes(list['tally'], styles['tally'])}
      label="Progress"
      keys={keysOf(run, filter)}
      chosen={filter}
      onChoose={(value) => onFilter(FILTERS.find((one) => one === value) ?? 'all')}
      progress={{ now: settledOf(run.counts), max: run.total, text: progressWords(run) }}
    />
  );
};
