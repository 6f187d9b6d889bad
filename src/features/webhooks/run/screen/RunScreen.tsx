import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import type { Run, RunView } from '#src/log/run.ts';
import { setTitleText } from '#src/ui/Title.tsx';
import { isJustBegun, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import type { Relist } from '#src/features/webhooks/run/run-undo.ts';
import { runTitle } from '#src/features/webhooks/run/run-words.ts';
import { RunDialogs } from './RunDialogs.tsx';
import { RunFooter } from './RunFooter.tsx';
import { RunHead } from './RunHead.tsx';
import { orderRows, RunContext, useMoment, type Question, type RunFilter } from './run-hooks.ts';
import { RunRows } from './RunRows.tsx';
import { RunFilterBar } from './RunFilterBar.tsx';
import list from '#src/features/webhooks/run/PairList.module.css';

/** A link may ask for one of the lines, counted from 1. */
const lineOfLink = (search: string, { total }: Run): Question | undefined => {
  const line = Number(new URLSearchParams(search).get('line'));
  return Number.isInteger(line) && line >= 1 && line <= total ? { kind: 'line', index: line - 1 } : undefined;
};

/** Another status has other buttons: focus goes to the heading if its button has gone. */
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asks when the status changes
  }, [status]);
};

/** One run: how far it is, its lines and their answers, and what can be done about it. */
export const RunScreen = ({ view, onRelist }: { view: RunView; onRelist: (list: Relist) => void }) => {
  const { run } = view;
  const [, navigate] = useLocation();
  const moment = useMoment(view);
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useMemo(() => orderRows(view, filter), [view, filter]);
  const search = useSearch();
  const [asked, ask] = useState<Question>();
  const question = asked ?? lineOfLink(search, run);
  useFocusOnTitle(run.status);

  const title = runTitle(run, moment.hasFailed);
  useEffect(() => {
    setTitleText(title);
    return () => setTitleText(undefined);
  }, [title]);

  const closeQuestion = () => {
    ask(undefined);
    if (search !== '') navigate(pathOfRun(run.id), { replace: true });
  };

  return (
    <RunContext value={{ ...view, moment, ask, closeQuestion, onRelist }}>
      <section className={list['screen']} aria-labelledby="run-title">
        <RunHead />
        <RunFilterBar filter={filter} onFilter={setFilter} />
        <RunRows view={view} rows={rows} onOpen={(index) => ask({ kind: 'line', index })} />
        <RunFooter rows={rows} />
        <RunDialogs question={question} />
      </section>
    </RunContext>
  );
};
