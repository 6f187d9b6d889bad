import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { Tally, type TallyKey } from '#src/ui/table/Tally.tsx';
import { countSettled, describeProgress, LINE_STATES } from '#src/features/webhooks/run/describe-run.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRun } from './run-context.ts';
import type { RunFilter } from './run-filter.ts';
import styles from './RunScreen.module.css';

const SHOWN_WHEN_EMPTY: readonly RunFilter[] = ['all', 'accepted', 'refused', 'unknown'];

const listKeys = ({ status, total, counts, messages }: Run, chosen: RunFilter): TallyKey<RunFilter>[] => {
  const { accepted, refused, unknown, queued } = LINE_STATES;
  const keys = [
    { value: 'all', word: 'All', count: total },
    { value: 'accepted', ...accepted, count: counts.accepted - messages },
    { value: 'with-message', ...WITH_MESSAGE, count: messages },
    { value: 'refused', ...refused, count: counts.refused },
    { value: 'unknown', ...unknown, count: counts.unknown },
    { value: 'waiting', ...queued, count: counts.queued + counts.sending },
    { value: 'not-sent', ...LINE_STATES['not-sent'], count: counts['not-sent'] },
  ] as const;
  return keys
    .filter(
      ({ value, count }) =>
        count > 0 ||
        SHOWN_WHEN_EMPTY.includes(value) ||
        // The chosen key stays, as the way back to all lines.
        value === chosen ||
        (value === 'waiting' && status !== 'finished'),
    )
    .map(({ word: label, ...key }) => ({ label, ...key }));
};

/** How far a run is, as a bar over the keys that filter its lines. */
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
      keys={listKeys(run, filter)}
      chosen={filter}
      onChoose={onFilter}
      progress={{ now: countSettled(run.counts), max: run.total, text: describeProgress(run) }}
    />
  );
};
