import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import { askToPersist } from '#src/storage/persistence.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { setTitleText } from '#src/ui/Title.tsx';
import { isJustBegun, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { RunButtons, type Reopened } from './RunButtons.tsx';
import { RunFooter } from './RunFooter.tsx';
import { RunHead } from './RunHead.tsx';
import { askedByLink, RunQuestions, type Asking } from './RunQuestions.tsx';
import { RunRows } from './RunRows.tsx';
import { RunSpoken } from './RunSpoken.tsx';
import { RunTally } from './RunTally.tsx';
import { useLost, useMoment, useRunNow, useRunRows } from './run-hooks.ts';
import type { RunFilter } from './run-rows.ts';
import { runWords } from '#src/features/webhooks/run/run-words.ts';
import { RunWhy } from './RunWhy.tsx';
import type { Asked, Runner } from '#src/features/webhooks/run/runner.ts';
import { useAsking } from './use-asking.ts';
import { useUndo } from '#src/features/webhooks/run/use-undo.ts';
import './run.css';

/** One run: how far it is, its lines and their answers, and what can be done about it. */
export const RunScreen = ({
  record,
  runner,
  isHere,
  onNew,
}: {
  record: RunRecord;
  runner: Runner;
  isHere: boolean;
  onNew: () => void;
}) => {
  const runLog = runLogOf(useWorkspace());
  const [, navigate] = useLocation();
  const now = useRunNow(record);
  const { run } = now;
  const moment = { ...useMoment(now, runner, isHere), lost: useLost(record, run) };
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useRunRows(record, run, filter);
  const [isFollowing, setIsFollowing] = useState(true);
  const search = useSearch();
  const [askedHere, setAsking] = useState<Asking>();
  const asking = askedHere ?? askedByLink(search, run);
  const { id, status } = run;
  const undoState = useUndo(record, run);
  const { why, isGoingOn, isShown, ask, setWhy } = useAsking(runLog);

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

  // Another status has other buttons: the keyboard goes to the heading where its button has gone.
  const statusBefore = useRef<typeof status>(undefined);
  const keepFocus = useEffectEvent(() => {
    const before = statusBefore.current;
    statusBefore.current = status;
    if (before === status || (before === undefined && !isJustBegun(history.state))) return;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#run-title')?.focus();
  });
  useEffect(() => {
    keepFocus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asks when the status changes
  }, [status]);

  const { title } = runWords(run, moment);
  useEffect(() => {
    setTitleText(title);
    return () => setTitleText(undefined);
  }, [title]);

  // A link to the undo of a run that is not over leads to the run; the question is not kept for its end.
  const isEarly = status !== 'finished' && new URLSearchParams(search).has('undo');
  useEffect(() => {
    if (isEarly) navigate(pathOfRun(id), { replace: true });
  }, [isEarly, navigate, id]);

  const close = () => {
    setAsking(undefined);
    if (search !== '') navigate(pathOfRun(id), { replace: true });
  };
  const openLine = useCallback((index: number) => setAsking({ kind: 'line', index }), [setAsking]);
  const stopFollowing = useCallback(() => setIsFollowing(false), [setIsFollowing]);

  const go = async (begin: () => Promise<Asked>, lines: number) => {
    setAsking(undefined);
    if ((await ask(begin, lines)) !== 'running') return;
    setFilter('all');
    setIsFollowing(true);
  };
  const sendAgain = (state: Reopened) => void go(() => runner.sendAgain(id, state), run.counts[state]);

  const undo = async (lines: readonly number[]) => {
    const pairs = lines.map((index) => {
      const { campaignId, webhookId } = record.line(index);
      return { campaignId, webhookId };
    });
    const operation = OPPOSITE[run.operation];
    askToPersist();
    const begun = await runner.begin({ operation, source: run.source, undoOf: id }, pairs);
    // Whoever has gone elsewhere meanwhile stays there.
    if (!isShown()) return;
    if (typeof begun !== 'string') return navigate(pathOfRun(begun.id));
    close();
    setWhy(begun === 'busy' ? 'busy' : 'refused');
  };

  const trouble = record.trouble();
  // A run that stands still says in its own words that storage fails.
  const shownWhy = why ?? (trouble === 'gone' || status === 'finished' ? trouble : undefined);

  return (
    <section className="board2 run" aria-labelledby="run-title">
      <RunHead
        run={run}
        moment={moment}
        why={shownWhy !== undefined && <RunWhy why={shownWhy} runner={runner} ownId={id} />}
      >
        <RunButtons
          record={record}
          run={run}
          isGoingOn={isGoingOn}
          onPause={() => void runner.pause(id)}
          onResume={() => void go(() => runner.resume(id), 0)}
          onCancel={() => setAsking({ kind: 'cancel' })}
          onNew={onNew}
          onSendAgain={sendAgain}
        />
      </RunHead>
      <RunTally run={run} filter={filter} onFilter={setFilter} />
      <RunRows
        record={record}
        run={run}
        rows={rows}
        filter={filter}
        isFollowing={isFollowing}
        onScrolled={stopFollowing}
        onOpen={openLine}
      />
      <RunFooter
        run={run}
        undo={undoState}
        isHere={isHere}
        isKept={trouble === undefined}
        isFollowing={isFollowing}
        onFollow={() => setIsFollowing(true)}
        onSendUnknown={() => setAsking({ kind: 'unknown' })}
        onSendRest={() => sendAgain('not-sent')}
        onUndo={() => setAsking({ kind: 'undo' })}
      />
      <RunSpoken key={id} run={run} moment={moment} />
      <RunQuestions
        asking={asking}
        record={record}
        run={run}
        nowMs={moment.nowMs}
        onClose={close}
        onCancel={() => {
          close();
          void runner.cancel(id);
        }}
        onSendUnknown={() => sendAgain('unknown')}
        onUndo={(lines) => void undo(lines)}
      />
    </section>
  );
};
