import type { OutcomeKind } from '#src/api/outcome.ts';
import { countSettled, type Line, type Run, type RunView } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { describeProgress, LINE_LOOKS } from '#src/features/webhooks/run/describe-run.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRun } from './run-context.ts';
import styles from './RunScreen.module.css';

export type RunFilter = 'all' | 'waiting' | OutcomeKind;

const getLineFilter = ({ state, withMessage }: Line): RunFilter => {
  if (withMessage) return 'with-message';
  return state === 'queued' || state === 'sending' ? 'waiting' : state;
};

/** Indexes of the lines that a filter shows. After the run, refused and unknown ones come first. */
export const filterLines = ({ run, lines }: RunView, filter: RunFilter): number[] => {
  const first: number[] = [];
  const rest: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (filter !== 'all' && getLineFilter(line) !== filter) continue;
    const isTrouble = line.state === 'refused' || line.state === 'unknown';
    (run.status === 'finished' && isTrouble ? first : rest).push(index);
  }
  return first.concat(rest);
};

const listOptions = ({ status, total, counts, messages }: Run): FilterOption<RunFilter>[] => {
  const toOption = (value: OutcomeKind, count: number, isOptional = false): FilterOption<RunFilter> => {
    const { word, tone, icon } = LINE_LOOKS[value];
    return { value, label: word, tone, icon, count, isOptional };
  };
  const { word: label, tone, icon } = LINE_LOOKS.queued;
  const waiting = counts.queued + counts.sending;
  return [
    { value: 'all', label: 'All', count: total },
    toOption('accepted', counts.accepted - messages),
    toOption('with-message', messages, true),
    toOption('refused', counts.refused),
    toOption('unknown', counts.unknown),
    { value: 'waiting', label, tone, icon, count: waiting, isOptional: status === 'finished' },
    toOption('not-sent', counts['not-sent'], true),
  ];
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
      options={listOptions(run)}
      value={filter}
      onChange={onFilter}
      progress={{ now: countSettled(run.counts), max: run.total, text: describeProgress(run) }}
    />
  );
};
