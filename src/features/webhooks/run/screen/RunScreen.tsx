import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import { asBegun } from '#src/log/runs/run-rules.ts';
import type { Run } from '#src/log/runs/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { askToPersist } from '#src/storage/persistence.ts';
import { setTitleText } from '#src/ui/Title.tsx';
import { isJustBegun, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { RunDialogs } from './RunDialogs.tsx';
import { RunFooter } from './RunFooter.tsx';
import { RunHead } from './RunHead.tsx';
import { RunRows } from './RunRows.tsx';
import { RunTally } from './RunTally.tsx';
import {
  RunContext,
  useBegin,
  useMoment,
  useRunNow,
  useRunRows,
  type Question,
  type RunActs,
} from './run-hooks.ts';
import type { RunFilter } from './run-rows.ts';
import { runTitle } from '#src/features/webhooks/run/run-words.ts';
import type { Asked } from '#src/features/webhooks/run/runner.ts';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';
import { useUndo } from '#src/features/webhooks/run/run-undo.ts';
import list from '#src/features/webhooks/run/PairList.module.css';

/** What a link to the run asks for: its undo where it is over, or one of its lines, counted from 1. */
const askedByLink = (query: URLSearchParams, { total, status }: Run): Question | undefined => {
  if (query.has('undo')) return status === 'finished' ? { kind: 'undo' } : undefined;
  const line = Number(query.get('line'));
  return Number.isInteger(line) && line >= 1 && line <= total ? { kind: 'line', index: line - 1 } : undefined;
};

/** Another status has other buttons: the keyboard goes to the heading where its button has gone. */
const useFocusKept = (status: Run['status']) => {
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
export const RunScreen = ({ record }: { record: RunRecord }) => {
  const runner = runnerOf(useWorkspace());
  const [, navigate] = useLocation();
  const run = useRunNow(record);
  const moment = useMoment(record, run);
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useRunRows(record, run, filter);
  const [isFollowing, setIsFollowing] = useState(true);
  const search = useSearch();
  const query = new URLSearchParams(search);
  const [askedHere, setAsking] = useState<Question>();
  const question = askedHere ?? askedByLink(query, run);
  const { id, status } = run;
  const undoState = useUndo(record, run);
  const { why, isBeginning, begin } = useBegin();
  useFocusKept(status);

  // Over, the lines stand in another order, with those to look at on top.
  const [seenStatus, setSeenStatus] = useState(status);
  if (seenStatus !== status) {
    setSeenStatus(status);
    if (status === 'finished') setIsFollowing(true);
    // What was asked about the run as it stood before is no question any more.
    if (askedHere && askedHere.kind !== 'line' && (askedHere.kind !== 'cancel' || status === 'finished')) {
      setAsking(undefined);
    }
  }

  const title = runTitle(run);
  useEffect(() => {
    setTitleText(title);
    return () => setTitleText(undefined);
  }, [title]);

  // A link to the undo of a run that is not over leads to the run; the question is not kept for its end.
  const isEarly = status !== 'finished' && query.has('undo');
  useEffect(() => {
    if (isEarly) navigate(pathOfRun(id), { replace: true });
  }, [isEarly, navigate, id]);

  const openLine = useCallback((index: number) => setAsking({ kind: 'line', index }), [setAsking]);
  const stopFollowing = useCallback(() => setIsFollowing(false), [setIsFollowing]);

  const closeQuestion = () => {
    setAsking(undefined);
    if (search !== '') navigate(pathOfRun(id), { replace: true });
  };
  const goOn = (lines: number, start: () => Promise<Asked>) => {
    setAsking(undefined);
    begin(
      { lines, begin: start },
      {
        onSuccess: (answer) => {
          if (answer !== 'running') return;
          setFilter('all');
          setIsFollowing(true);
        },
      },
    );
  };
  const beginUndo = async (lines: readonly number[]) => {
    const pairs = lines.map((index) => asBegun({ ...record.line(index), again: undefined }));
    askToPersist();
    const undoing = { operation: OPPOSITE[run.operation], source: run.source, undoOf: id };
    const begun = await runner.begin(undoing, pairs);
    return begun === 'unwritten' ? 'refused' : begun;
  };
  const act: RunActs = {
    pause: () => runner.pause(id),
    resume: () => goOn(0, () => runner.resume(id)),
    cancel: () => {
      closeQuestion();
      void runner.cancel(id);
    },
    sendAgain: (state) => goOn(run.counts[state], () => runner.sendAgain(id, state)),
    undo: (lines) =>
      begin(
        { lines: 0, begin: () => beginUndo(lines) },
        // Not told to whoever has gone elsewhere meanwhile.
        {
          onSuccess: (begun) => {
            if (typeof begun === 'string') closeQuestion();
            else navigate(pathOfRun(begun.id));
          },
        },
      ),
    ask: setAsking,
    closeQuestion,
  };

  const trouble = record.trouble();
  // A run that stands still says in its own words that storage fails.
  const shownWhy = why ?? (trouble === 'gone' || status === 'finished' ? trouble : undefined);

  return (
    <RunContext value={{ record, run, moment, undoState, isBeginning, act }}>
      <section className={list['screen']} aria-labelledby="run-title">
        <RunHead why={shownWhy} />
        <RunTally filter={filter} onFilter={setFilter} />
        <RunRows
          record={record}
          run={run}
          rows={rows}
          filter={filter}
          isFollowing={isFollowing}
          onScrolled={stopFollowing}
          onOpen={openLine}
        />
        <RunFooter isFollowing={isFollowing} onFollow={() => setIsFollowing(true)} />
        <RunDialogs question={question} />
      </section>
    </RunContext>
  );
};
