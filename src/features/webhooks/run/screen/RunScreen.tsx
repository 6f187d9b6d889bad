import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { logQueries } from '#src/log/queries.ts';
import { countSettled, isUnderWay, type Line, type Run, type RunView } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { OUTCOMES } from '#src/outcomes/messages.ts';
import { setTitle } from '#src/ui/page/Title.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { isJustBegun, linkToRun } from '#src/features/webhooks/change/paths.ts';
import {
  describeProgress,
  formatRunTitle,
  getLineKind,
  type RunMoment,
  announceRun,
  describeAfterRetries,
  describeRun,
} from '#src/features/webhooks/run/describe-run.ts';
import { markSettled, mergeRetries, quoteMessages } from '#src/features/webhooks/run/follow-up.ts';
import { useRunner, useOnce } from '#src/features/webhooks/run/workspace-runner.ts';
import { LineDialog, RunRows } from './RunRows.tsx';
import table from '#src/ui/table/Table.module.css';
import list from '#src/features/webhooks/run/PairList.module.css';
import { Link } from 'wouter';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { Status } from '#src/ui/Status.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { EarlierRun, NotSentAlert, RunTitle, SourceFile } from '#src/features/webhooks/run/RunParts.tsx';
import { DetachNextNote, RunButtons } from './RunButtons.tsx';

const MAX_LATER = 3;

/** Links to the runs that retried, undid or followed this one, newest first. */
const LaterRuns = ({ run, epochMs }: { run: Run; epochMs: number }) => {
  const { data } = useQuery(logQueries.runs(useWorkspace()));
  const later = (data?.runs ?? []).filter(({ earlier }) => earlier?.run === run.id).slice(0, MAX_LATER);
  if (later.length === 0) return null;
  return (
    <p className="hint">
      {later.map(({ id, at, earlier, operation }, index) => {
        const what = earlier?.isUndo
          ? 'Undone'
          : operation === run.operation
            ? 'Retried'
            : VERBS[operation].done;
        return (
          <span key={id}>
            {index > 0 && ', '}
            <Link {...linkToRun(id)}>
              {what} {formatMoment(at, epochMs)}
            </Link>
          </span>
        );
      })}
    </p>
  );
};

/** What the service says of lines that it accepted. */
const Messages = ({ view: { run, lines } }: { view: RunView }) => {
  if (run.messages === 0) return null;
  return (
    <p className="second">
      {formatCount(run.messages, 'pair')} with a message:{' '}
      {quoteMessages(lines.filter((line) => line.withMessage))}
    </p>
  );
};

const useResume = ({ id, status, pause }: Run) => {
  const runner = useRunner();
  const [pressedAt, setPressedAt] = useState<string>();
  const { data, isPending, act } = useOnce(['run', 'resume'], () => runner.resume(id));
  // What was said of the run no longer holds once it went on or paused again.
  const now = `${status} ${pause?.at}`;
  return {
    reason: typeof data === 'string' && pressedAt === now ? data : undefined,
    isResuming: isPending,
    resume: () => {
      setPressedAt(now);
      act(undefined);
    },
  };
};

const AfterRetries = ({ view }: { view: RunView }) => {
  const { run } = view;
  const isOver = run.status === 'finished';
  const { data } = useQuery({ ...logQueries.sentSince(useWorkspace(), run.id), enabled: isOver });
  if (!isOver || !data || data.retries.length === 0) return null;
  return <p className="second">{describeAfterRetries(run, mergeRetries(view, data))}</p>;
};

const RunHead = ({ view, moment }: { view: RunView; moment: RunMoment }) => {
  const { run } = view;
  const { reason, ...resuming } = useResume(run);
  const { hasFailed } = moment;
  const { status, counts, total } = run;
  const runner = useRunner();
  const saveTitle = (typed: string) =>
    void runner
      .retitle(run.id, typed.trim())
      .catch(() => showToast({ tone: 'bad', text: 'The title could not be saved. Reload, then try again.' }));
  const isOver = status === 'finished';
  const isElsewhere = isUnderWay(run) && !moment.isHere;
  return (
    <div className={list['head']}>
      <div>
        <h2 id="run-title" tabIndex={-1}>
          {isOver && counts.accepted === total && run.messages === 0 && <Status tone="ok" />}{' '}
          {formatRunTitle(run, hasFailed)}
          {!hasFailed && <SourceFile {...run} />}
        </h2>
        {(!isOver || hasFailed) && (
          <p className={hasFailed ? 'late' : 'second'}>
            {status === 'running' && (
              <>
                <b>
                  {formatNumber(countSettled(counts))} of {formatNumber(total)}
                </b>
                .{' '}
              </>
            )}
            <span role={hasFailed ? 'alert' : undefined}>{describeRun(view, moment)}</span>
          </p>
        )}
        <Messages view={view} />
        {isOver && <DetachNextNote run={run} />}
        <EarlierRun {...run} isNumbered={view.lines[0]?.sourceLine !== undefined} />
        <AfterRetries view={view} />
        <LaterRuns run={run} epochMs={moment.epochMs} />
        {isElsewhere || hasFailed ? (
          run.title !== undefined && <p>{run.title}</p>
        ) : (
          <RunTitle value={run.title} onSave={saveTitle} />
        )}
        {reason && <NotSentAlert reason={reason} />}
      </div>
      <div className="btns">
        <RunButtons view={view} moment={moment} {...resuming} />
      </div>
      <p className="vh" role="status" aria-label="Progress of the run">
        {announceRun(view, moment)}
      </p>
    </div>
  );
};

const useRunMoment = (run: Run): RunMoment => {
  const { service, config, session } = useWorkspace();
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  const runner = useRunner();
  const { own, phase } = useStore(runner.state);
  const perSecond = useStore(service.queue.store, (queue) => queue.perSecond);
  const { epochMs } = useClocks();
  const isHere = phase !== 'idle' && own?.run.id === run.id;
  return {
    epochMs,
    isHere,
    hasFailed: isHere && phase === 'failed',
    isOffline: isHere && runner.isOffline(),
    isSignedOut: state === 'expired',
    awaitedHost: isHere && runner.awaitsToken() ? new URL(config.oidc.authority).host : undefined,
    waitMs: isHere ? runner.waitMs() : undefined,
    remainingMs: isHere && run.status === 'running' ? runner.remainingMs() : undefined,
    limitedTo: perSecond < config.api.maxRequestsPerSecond ? perSecond : undefined,
  };
};

type RunFilter = 'all' | 'waiting' | Exclude<ReturnType<typeof getLineKind>, 'queued' | 'sending'>;

const getLineFilter = (line: Line): RunFilter => {
  const kind = getLineKind(line);
  return kind === 'queued' || kind === 'sending' ? 'waiting' : kind;
};

/** Indexes of the lines that a filter shows. After the run, refused and unknown ones come first. */
const filterLines = ({ run, lines }: RunView, filter: RunFilter): number[] => {
  const first: number[] = [];
  const rest: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (filter !== 'all' && getLineFilter(line) !== filter) continue;
    const isTrouble = line.state === 'refused' || (line.state === 'unknown' && !line.checked);
    (run.status === 'finished' && isTrouble ? first : rest).push(index);
  }
  return first.concat(rest);
};

const listOptions = ({ run, lines }: RunView): FilterOption<RunFilter>[] => {
  const { status, total, counts, messages } = run;
  const checked = lines.filter((line) => line.checked).length;
  const toOption = (kind: Exclude<RunFilter, 'all' | 'waiting'>, count: number, isOptional = false) => {
    const { word, tone, icon } = OUTCOMES[kind].look;
    return { value: kind, label: word, tone, icon, count, isOptional };
  };
  const { word: label, tone, icon } = OUTCOMES.queued.look;
  const waiting = counts.queued + counts.sending;
  return [
    { value: 'all', label: 'All', count: total },
    toOption('accepted', counts.accepted - messages),
    toOption('with-message', messages, true),
    toOption('refused', counts.refused),
    toOption('unknown', counts.unknown - checked),
    toOption('checked', checked, true),
    { value: 'waiting', label, tone, icon, count: waiting, isOptional: status === 'finished' },
    toOption('not-sent', counts['not-sent'], true),
  ];
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

const RunFooter = ({ run, moment: { isHere, hasFailed } }: { run: Run; moment: RunMoment }) => {
  if (run.status !== 'running' || hasFailed) return null;
  return (
    <footer className={classes(table['foot'], list['foot'], 'quiet')}>
      Closing {isHere ? 'this' : 'that'} tab pauses the run
    </footer>
  );
};

/** With what the user has settled since. */
const useSettled = (view: RunView): RunView => {
  const { run, lines } = view;
  const hasUnknown = run.status !== 'running' && run.counts.unknown > 0;
  const { data } = useQuery({ ...logQueries.sentSince(useWorkspace(), run.id), enabled: hasUnknown });
  return useMemo(
    () => ({ run, lines: hasUnknown && data ? lines.map((line) => markSettled(line, data)) : lines }),
    [hasUnknown, data, run, lines],
  );
};

export const RunScreen = ({ view: stored }: { view: RunView }) => {
  const view = useSettled(stored);
  const { run } = view;
  const moment = useRunMoment(run);
  const [filter, setFilter] = useState<RunFilter>('all');
  const rows = useMemo(() => filterLines(view, filter), [view, filter]);
  const [openLine, setOpenLine] = useState<number>();
  useFocusOnTitle(run.status);

  const title = formatRunTitle(run, moment.hasFailed);
  useEffect(() => {
    setTitle({ text: title });
    return () => setTitle({ text: undefined });
  }, [title]);

  const line = openLine === undefined ? undefined : view.lines[openLine];
  return (
    <section className={list['screen']} aria-labelledby="run-title">
      <RunHead view={view} moment={moment} />
      <FilterBar
        className={list['filterBar']}
        label="Progress"
        options={listOptions(view)}
        value={filter}
        onChange={setFilter}
        progress={{ now: countSettled(run.counts), max: run.total, text: describeProgress(view) }}
      />
      <RunRows lines={view.lines} rows={rows} filter={filter} onOpen={setOpenLine} />
      <RunFooter run={run} moment={moment} />
      {line && openLine !== undefined && (
        <LineDialog
          run={run}
          line={line}
          index={openLine}
          epochMs={moment.epochMs}
          onClose={() => setOpenLine(undefined)}
        />
      )}
    </section>
  );
};
