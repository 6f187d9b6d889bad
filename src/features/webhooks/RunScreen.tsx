import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { booksOf } from '#src/journal/books-of.ts';
import type { Sheet } from '#src/journal/books.ts';
import { useScope } from '#src/journal/scope.ts';
import { setTitleText } from '#src/ui/Title.tsx';
import { pathOfRun } from './bulk-address.ts';
import { OPPOSITE } from './change.ts';
import { LineDialog } from './LineDialog.tsx';
import { RunButtons, type Reopened } from './RunButtons.tsx';
import { CancelDialog, SendUnknownDialog, UndoDialog } from './RunDialogs.tsx';
import { RunFooter } from './RunFooter.tsx';
import { RunHead } from './RunHead.tsx';
import { RunRows } from './RunRows.tsx';
import { RunSpoken } from './RunSpoken.tsx';
import { RunTally } from './RunTally.tsx';
import { useLost, useMoment, useRun, useRunRows } from './run-hooks.ts';
import type { RunFilter } from './run-rows.ts';
import { runWords } from './run-words.ts';
import type { Runner } from './runner.ts';

type Asking = { kind: 'cancel' | 'unknown' | 'undo' } | { kind: 'line'; index: number };

/** What a link to the run asks for: its undo, or one of its lines, counted from 1. */
const askedByLink = (search: string, total: number): Asking | undefined => {
  const query = new URLSearchParams(search);
  if (query.has('undo')) return { kind: 'undo' };
  const line = Number(query.get('line'));
  return Number.isInteger(line) && line >= 1 && line <= total ? { kind: 'line', index: line - 1 } : undefined;
};

/** Why nothing could be begun: only one run is sent at a time. */
const Busy = ({ runner, ownId }: { runner: Runner; ownId: string }): ReactNode => {
  const other = runner.current()?.sheet.run().id;
  if (other === ownId) return 'The last answers of this run are still to come. Resume it when they are in.';
  return (
    <>
      This browser is sending{' '}
      {other === undefined ? 'another run' : <Link href={pathOfRun(other)}>another run</Link>}. Only one is
      sent at a time: wait until it is over, or pause it.
    </>
  );
};

/** One run: how far it is, its lines and their answers, and what can be done about it. */
export const RunScreen = ({
  sheet,
  runner,
  isHere,
  onNew,
}: {
  sheet: Sheet;
  runner: Runner;
  isHere: boolean;
  onNew: () => void;
}) => {
  const books = booksOf(useScope());
  const [, navigate] = useLocation();
  const run = useRun(sheet);
  const moment = { ...useMoment(run, runner, isHere), lost: useLost(sheet, run) };
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useRunRows(sheet, run, filter);
  const [isFollowing, setIsFollowing] = useState(true);
  const search = useSearch();
  const [askedHere, setAsking] = useState<Asking>();
  const asking = askedHere ?? askedByLink(search, run.total);
  const [isBusy, setIsBusy] = useState(false);
  const { id, status } = run;

  // Over, the lines stand in another order, with those to look at on top.
  const [seenStatus, setSeenStatus] = useState(status);
  if (seenStatus !== status) {
    setSeenStatus(status);
    if (status === 'finished') setIsFollowing(true);
  }

  // Another status has other buttons: the keyboard goes to the heading where its button has gone.
  const statusBefore = useRef(status);
  const keepFocus = useEffectEvent(() => {
    if (statusBefore.current === status) return;
    statusBefore.current = status;
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

  const close = () => {
    setAsking(undefined);
    if (search !== '') navigate(pathOfRun(id), { replace: true });
  };
  const openLine = useCallback((index: number) => setAsking({ kind: 'line', index }), [setAsking]);
  const stopFollowing = useCallback(() => setIsFollowing(false), [setIsFollowing]);

  const go = async (begin: () => Promise<'running' | 'busy'>) => {
    setIsBusy(false);
    setAsking(undefined);
    const begun = await begin();
    if (begun === 'busy') return setIsBusy(true);
    setFilter('all');
    setIsFollowing(true);
  };
  const sendAgain = (state: Reopened) => void go(() => runner.sendAgain(id, state));

  const undo = async (lines: readonly number[]) => {
    const pairs = lines.map((index) => {
      const { campaignId, webhookId } = sheet.line(index);
      return { campaignId, webhookId };
    });
    const operation = OPPOSITE[run.operation];
    const begun = await runner.begin({ operation, source: run.source, undoOf: id }, pairs);
    if (begun !== 'busy') return navigate(pathOfRun(begun.id));
    close();
    setIsBusy(true);
  };

  return (
    <section className="board2 run" aria-labelledby="run-title">
      <RunHead
        run={run}
        moment={moment}
        busy={isBusy && runner.current() && <Busy runner={runner} ownId={id} />}
      >
        <RunButtons
          sheet={sheet}
          run={run}
          onPause={() => void runner.pause(id)}
          onResume={() => void go(() => runner.resume(id))}
          onCancel={() => setAsking({ kind: 'cancel' })}
          onNew={onNew}
          onSendAgain={sendAgain}
        />
      </RunHead>
      <RunTally run={run} filter={filter} onFilter={setFilter} />
      <RunRows
        sheet={sheet}
        run={run}
        rows={rows}
        filter={filter}
        isFollowing={isFollowing}
        onScrolled={stopFollowing}
        onOpen={openLine}
      />
      <RunFooter
        run={run}
        isHere={isHere}
        isKept={sheet.isKept()}
        isFollowing={isFollowing}
        onFollow={() => setIsFollowing(true)}
        onSendUnknown={() => setAsking({ kind: 'unknown' })}
        onSendRest={() => sendAgain('not-sent')}
        onUndo={() => setAsking({ kind: 'undo' })}
      />
      <RunSpoken key={id} run={run} moment={moment} />
      {asking?.kind === 'cancel' && status !== 'finished' && (
        <CancelDialog
          run={run}
          onBack={close}
          onConfirm={() => {
            close();
            void runner.cancel(id);
          }}
        />
      )}
      {asking?.kind === 'unknown' && (
        <SendUnknownDialog run={run} onBack={close} onConfirm={() => sendAgain('unknown')} />
      )}
      {asking?.kind === 'undo' && status === 'finished' && (
        <UndoDialog run={run} books={books} onBack={close} onConfirm={(lines) => void undo(lines)} />
      )}
      {asking?.kind === 'line' && (
        <LineDialog
          run={run}
          line={sheet.line(asking.index)}
          index={asking.index}
          nowMs={moment.nowMs}
          onClose={close}
        />
      )}
    </section>
  );
};
