import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import { countSettled, type Run, type RunView } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import {
  announceRun,
  describeAfterRetries,
  describeRun,
  formatRunTitle,
  type RunMoment,
} from '#src/features/webhooks/run/describe-run.ts';
import { mergeRetries, quoteMessages } from '#src/features/webhooks/run/follow-up.ts';
import { EarlierRun, NotSentAlert, RunTitle, SourceFile } from '#src/features/webhooks/run/RunParts.tsx';
import { useOnce, useRunner } from '#src/features/webhooks/run/workspace-runner.ts';
import { RunButtons } from './RunButtons.tsx';
import list from '#src/features/webhooks/run/PairList.module.css';

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

export const RunHead = ({ view, moment }: { view: RunView; moment: RunMoment }) => {
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
  const isElsewhere = status === 'running' && !moment.isHere;
  return (
    <div className={list['head']}>
      <div>
        <h2 id="run-title" tabIndex={-1}>
          {isOver && counts.accepted === total && run.messages === 0 && <StatusIcon tone="ok" />}{' '}
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
