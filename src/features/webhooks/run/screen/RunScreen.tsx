import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import type { Run, RunView } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { setTitleText } from '#src/ui/page/Title.tsx';
import { isJustBegun, getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { formatRunTitle } from '#src/features/webhooks/run/describe-run.ts';
import { prepareResend, type FollowUp } from '#src/features/webhooks/run/follow-up.ts';
import { LineDialog } from './LineDialog.tsx';
import { RunContext, useRun, useRunMoment } from './run-context.ts';
import { filterLines, type RunFilter } from './run-filter.ts';
import { RunHead } from './RunHead.tsx';
import { RunRows } from './RunRows.tsx';
import { RunFilterBar } from './RunFilterBar.tsx';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

/** A link may name one of the lines, counted from 1. */
const readLinkedLine = (search: string, { total }: Run): number | undefined => {
  const line = Number(new URLSearchParams(search).get('line'));
  return Number.isInteger(line) && line >= 1 && line <= total ? line - 1 : undefined;
};

/** Another status has other buttons: focus goes to the heading if its button is gone. */
const useFocusOnTitle = (status: Run['status']) => {
  const before = useRef<typeof status>(undefined);
  const keepFocus = useEffectEvent(() => {
    const isNew = before.current === undefined ? isJustBegun(history.state) : before.current !== status;
    before.current = status;
    if (isNew && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('#run-title')?.focus();
    }
  });
  useEffect(() => {
    keepFocus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the status changes
  }, [status]);
};

const RunFooter = ({ rows }: { rows: readonly number[] }) => {
  const { run, lines, moment, onFollowUp } = useRun();
  const { refused, unknown } = run.counts;
  const checkAgain = () =>
    onFollowUp(prepareResend({ run, lines: rows.flatMap((index) => lines[index] ?? []) }));
  return (
    <footer className={classes(list['foot'], styles['foot'])}>
      {run.status === 'finished' ? (
        <>
          <span>{refused + unknown > 0 ? 'Refused and unknown first' : 'In the order of the list'}</span>
          {rows.length > 0 && (
            <TextButton onClick={checkAgain}>
              New run from {formatCount(rows.length, 'pair')} shown
            </TextButton>
          )}
        </>
      ) : (
        <span className="quiet" hidden={moment.hasFailed}>
          Closing {run.status === 'running' && !moment.isHere ? 'that' : 'this'} tab pauses the run; it can be
          resumed here
        </span>
      )}
    </footer>
  );
};

export const RunScreen = ({
  view,
  onFollowUp,
}: {
  view: RunView;
  onFollowUp: (followUp: FollowUp) => void;
}) => {
  const { run } = view;
  const [, navigate] = useLocation();
  const moment = useRunMoment(view);
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useMemo(() => filterLines(view, filter), [view, filter]);
  const search = useSearch();
  const [openLine, setOpenLine] = useState<number>();
  const line = openLine ?? readLinkedLine(search, run);
  useFocusOnTitle(run.status);

  const title = formatRunTitle(run, moment.hasFailed);
  useEffect(() => {
    setTitleText(title);
    return () => setTitleText(undefined);
  }, [title]);

  const closeLine = () => {
    setOpenLine(undefined);
    if (search !== '') navigate(getRunPath(run.id), { replace: true });
  };

  return (
    <RunContext value={{ ...view, moment, onFollowUp }}>
      <section className={list['screen']} aria-labelledby="run-title">
        <RunHead />
        <RunFilterBar filter={filter} onFilter={setFilter} />
        <RunRows view={view} rows={rows} onOpen={setOpenLine} />
        <RunFooter rows={rows} />
        {line !== undefined && <LineDialog index={line} onClose={closeLine} />}
      </section>
    </RunContext>
  );
};
