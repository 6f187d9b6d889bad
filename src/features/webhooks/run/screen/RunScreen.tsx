import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Run, RunView } from '#src/log/run.ts';
import { setTitleText } from '#src/ui/page/Title.tsx';
import { isJustBegun } from '#src/features/webhooks/change/paths.ts';
import { classes } from '#src/lib/classes.ts';
import { formatRunTitle } from '#src/features/webhooks/run/describe-run.ts';
import { LineDialog } from './LineDialog.tsx';
import { RunContext, useRun, useRunMoment } from './run-context.ts';
import { RunHead } from './RunHead.tsx';
import { RunRows } from './RunRows.tsx';
import { filterLines, RunFilterBar, type RunFilter } from './RunFilterBar.tsx';
import table from '#src/ui/table/Table.module.css';
import list from '#src/features/webhooks/run/PairList.module.css';

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

const RunFooter = () => {
  const { run, moment } = useRun();
  if (run.status === 'finished' || moment.hasFailed) return null;
  return (
    <footer className={classes(table['foot'], list['foot'])}>
      <span className="quiet">
        Closing {run.status === 'running' && !moment.isHere ? 'that' : 'this'} tab pauses the run; it can be
        resumed here
      </span>
    </footer>
  );
};

export const RunScreen = ({ view }: { view: RunView }) => {
  const { run } = view;
  const moment = useRunMoment(run);
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useMemo(() => filterLines(view, filter), [view, filter]);
  const [openLine, setOpenLine] = useState<number>();
  useFocusOnTitle(run.status);

  const title = formatRunTitle(run, moment.hasFailed);
  useEffect(() => {
    setTitleText(title);
    return () => setTitleText(undefined);
  }, [title]);

  return (
    <RunContext value={{ ...view, moment }}>
      <section className={list['screen']} aria-labelledby="run-title">
        <RunHead />
        <RunFilterBar filter={filter} onFilter={setFilter} />
        <RunRows lines={view.lines} rows={rows} filter={filter} onOpen={setOpenLine} />
        <RunFooter />
        {openLine !== undefined && <LineDialog index={openLine} onClose={() => setOpenLine(undefined)} />}
      </section>
    </RunContext>
  );
};
