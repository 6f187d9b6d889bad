import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { countLines, isUnderWay, type Line, type Run, type RunView } from '#src/log/run.ts';
import type { RunSource } from '#src/log/queries.ts';
import type { SentSince } from '#src/log/sent-pairs.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { joinSentences } from '#src/outcomes/messages.ts';
import { SignInButton } from '#src/outcomes/Outcome.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { JUST_BEGUN, BULK_PATH } from '#src/features/webhooks/change/paths.ts';
import { describeDetachNext, type RunMoment } from '#src/features/webhooks/run/describe-run.ts';
import {
  filterLatest,
  isLastAccepted,
  listDone,
  mergeRetries,
  useCheckFollowUp,
  prepareDetachNext,
  prepareUndo,
  prepareResend,
  type FollowUp,
} from '#src/features/webhooks/run/follow-up.ts';
import { UnderWay } from '#src/features/webhooks/run/RunParts.tsx';
import { useRunner, useUnderWay } from '#src/features/webhooks/run/workspace-runner.ts';

const NOTHING_SINCE: SentSince = { pairs: new Map(), retries: [] };

const NO_SOURCE: RunSource = { leftOut: [], isInherited: false };

const ExportButton = ({ view: { run, lines } }: { view: RunView }) => {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const exportLines = async (): Promise<void> => {
    try {
      const { toResultRows } = await import('#src/features/webhooks/run/run-export.ts');
      // Without its file or its retries, the results are still worth having.
      const source = await client.fetchQuery(logQueries.runSource(workspace, run)).catch(() => NO_SOURCE);
      const since = await client.fetchQuery(logQueries.sentSince(workspace, run.id)).catch(() => undefined);
      const results = since ? mergeRetries({ run, lines }, since) : lines.map((line) => ({ line, run }));
      const { rows, separator } = await toResultRows(run.id, results, source);
      const name = run.title ?? (run.source.replace(/\.[^.]*$/, '') || 'run');
      downloadCsv(rows, `${name}-results`, 'Results', separator);
    } catch {
      showToast({ tone: 'bad', text: 'The results could not be exported. Try again.' });
    }
  };
  return (
    <Button icon="download" onClick={() => void exportLines()}>
      Export results
    </Button>
  );
};

type Resuming = { resume: () => void; isResuming: boolean };

/** Nothing more is sent while the question is open. */
const StopButton = ({ run, isHere, resume }: Pick<Resuming, 'resume'> & { run: Run; isHere: boolean }) => {
  const runner = useRunner();
  const [asking, setAsking] = useState<'goes-on' | 'stays-paused'>();
  const { queued, sending } = run.counts;
  const ask = () => {
    setAsking(run.status === 'running' && isHere ? 'goes-on' : 'stays-paused');
    runner.pause(run.id);
  };
  const goBack = () => {
    setAsking(undefined);
    if (asking === 'goes-on') resume();
  };
  const stop = () => {
    setAsking(undefined);
    void runner
      .cancel(run.id)
      .catch(() => showToast({ tone: 'bad', text: 'The run could not be stopped. Reload, then try again.' }));
  };
  return (
    <>
      <Button onClick={ask}>Stop run…</Button>
      {asking && (
        <ConfirmDialog
          title="Stop this run?"
          action="Stop run"
          variant="primary"
          onBack={goBack}
          onConfirm={stop}
        >
          <p className="second">
            {queued > 0 &&
              `${formatCount(queued, 'pair')} won’t be sent. You can send ${queued === 1 ? 'it' : 'them'} later. `}
            {sending > 0 && `${formatCount(sending, 'answer')} to come.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
};

const ResumeButton = ({ run, resume, isResuming }: Resuming & { run: Run }) => {
  const underWay = useUnderWay();
  const { session } = useWorkspace();
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  if (underWay !== undefined && underWay !== run.id) return <UnderWay runId={underWay} />;
  if (state === 'expired') return <SignInButton variant="primary" />;
  return (
    <Button variant="primary" icon="play" busy={isResuming} onClick={resume}>
      Resume {VERBS[run.operation].doing.toLowerCase()}
    </Button>
  );
};

/** Opens the check, or says that nothing is left to check. */
const useFollowUp = () => {
  const checkFollowUp = useCheckFollowUp();
  return async (preparing: Promise<FollowUp>, purpose: string): Promise<void> => {
    const followUp = await preparing.catch(() => undefined);
    if (!followUp) showToast({ tone: 'bad', text: 'This browser’s storage failed. Reload, then try again.' });
    else if (followUp.lines.length > 0) checkFollowUp(followUp);
    else showToast({ tone: 'plain', text: joinSentences(`Nothing is left to ${purpose}.`, followUp.note) });
  };
};

/** The second half of a plan. */
export const DetachNextNote = ({ run }: { run: Run }) => {
  const followUp = useFollowUp();
  const log = useLog();
  const { data: next = [] } = useQuery(logQueries.detachNext(useWorkspace(), run));
  if (next.length === 0) return null;
  return (
    <p className="late">
      {describeDetachNext(next)}{' '}
      <TextButton onClick={() => void followUp(prepareDetachNext(log, run), 'detach')}>
        Detach {next.length === 1 ? 'it' : `the ${formatNumber(next.length)}`}…
      </TextButton>
    </p>
  );
};

const SENT_AGAIN: readonly [state: Line['state'], label: (count: string) => string][] = [
  ['unknown', (count) => `Send again: ${count} unknown`],
  ['not-sent', (count) => `Send ${count} not sent`],
  ['refused', (count) => `Retry ${count} refused`],
];

/** What can be done with the lines of a finished run; each opens the check. What may have been done already is never primary. */
const FinishedButtons = ({ view }: { view: RunView }) => {
  const { run } = view;
  const followUp = useFollowUp();
  const log = useLog();
  const [, navigate] = useLocation();
  const { data: since = NOTHING_SINCE } = useQuery(logQueries.sentSince(useWorkspace(), run.id));
  const merged = mergeRetries(view, since).map(({ line }) => line);
  const left = countLines(filterLatest(merged, since));
  const done = listDone(view, since).filter(({ line, row }) => isLastAccepted(line, row, since));
  const messages = done.filter(({ withMessage }) => withMessage).length;
  const mayUndo = !run.earlier?.isUndo && !run.isMixed;
  const undo = (group: 'plain' | 'with-message') => () =>
    void followUp(prepareUndo(log, view, group), 'undo');
  const again = SENT_AGAIN.filter(([state]) => !run.isMixed && left[state] > 0);
  return (
    <>
      <Button onClick={() => navigate(BULK_PATH, { state: JUST_BEGUN })}>New bulk run</Button>
      <ExportButton view={view} />
      {mayUndo && done.length > messages && (
        <Button icon="undo" onClick={undo('plain')}>
          Undo…
        </Button>
      )}
      {mayUndo && messages > 0 && (
        <Button icon="undo" onClick={undo('with-message')}>
          Undo {formatNumber(messages)} with a message…
        </Button>
      )}
      {again.map(([state, label], at) => (
        <Button
          key={state}
          icon="refresh"
          variant={at === again.length - 1 && state !== 'unknown' ? 'primary' : 'default'}
          onClick={() => void followUp(prepareResend(log, view, state), 'send')}
        >
          {label(formatNumber(left[state]))}
        </Button>
      ))}
    </>
  );
};

export const RunButtons = ({
  view,
  moment: { hasFailed, isHere },
  ...resuming
}: Resuming & { view: RunView; moment: RunMoment }) => {
  const { run } = view;
  const runner = useRunner();
  if (hasFailed) {
    return (
      <>
        <ExportButton view={view} />
        <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
          Reload
        </Button>
      </>
    );
  }
  if (run.status === 'finished') return <FinishedButtons view={view} />;
  if (run.cancelledAt !== undefined) return null;
  return (
    <>
      {run.status === 'running' ? (
        <Button icon="pause" onClick={() => runner.pause(run.id)}>
          Pause
        </Button>
      ) : (
        // The tab that waits for its last answers could go on with it, no other.
        (isHere || !isUnderWay(run)) && <ResumeButton run={run} {...resuming} />
      )}
      <StopButton run={run} isHere={isHere} resume={resuming.resume} />
    </>
  );
};
