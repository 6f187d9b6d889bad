import { useState } from 'react';
import { useLocation } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import type { LineState } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { JUST_BEGUN, BULK_PATH, NEW_RUN_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import { prepareUndo, prepareResend } from '#src/features/webhooks/run/follow-up.ts';
import { describeSentRun } from '#src/features/webhooks/run/sent-runs.ts';
import { useRunner, useRunUnderWay } from '#src/features/webhooks/run/workspace-runner.ts';
import { useRun } from './run-context.ts';

const toastExportFailure = () =>
  showToast({ tone: 'bad', text: 'The results could not be exported. Try again.' });

const ExportButton = () => {
  const { run, lines } = useRun();
  const save = async () => {
    const { toResultRows } = await import('#src/features/webhooks/run/run-export.ts');
    downloadCsv(toResultRows({ run, lines }), `${run.source.replace(/\.[^.]*$/, '') || 'run'}-results`);
  };
  return (
    <Button icon="download" onClick={() => void save().catch(toastExportFailure)}>
      Export results
    </Button>
  );
};

const StopButton = () => {
  const { run } = useRun();
  const runner = useRunner();
  const [isAsking, setIsAsking] = useState(false);
  const { queued, sending } = run.counts;
  const stop = () => {
    setIsAsking(false);
    void runner.cancel(run.id);
  };
  return (
    <>
      <Button onClick={(event) => isFirstClick(event) && setIsAsking(true)}>Stop run…</Button>
      {isAsking && (
        <ConfirmDialog
          title="Stop this run?"
          action="Stop run"
          onBack={() => setIsAsking(false)}
          onConfirm={stop}
        >
          <p className="second">
            {queued > 0 && `${formatCount(queued, 'pair')} won’t be sent. You can send them later. `}
            What the service accepted stays as it is.
            {sending > 0 && ' Requests on their way still get their answers.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
};

const UndoButton = () => {
  const { run, lines, onFollowUp } = useRun();
  const log = useLog();
  const [isReading, setIsReading] = useState(false);
  const undo = async (): Promise<void> => {
    setIsReading(true);
    const followUp = await prepareUndo(log, { run, lines }).catch(() => undefined);
    setIsReading(false);
    if (!followUp) showToast({ tone: 'bad', text: 'This browser’s storage failed. Reload, then try again.' });
    else if (followUp.lines.length > 0) onFollowUp(followUp);
    else showToast({ tone: 'plain', text: `Nothing is left to undo. ${followUp.note}` });
  };
  return (
    <Button icon="undo" busy={isReading} onClick={(event) => isFirstClick(event) && void undo()}>
      Undo…
    </Button>
  );
};

const SENT_AGAIN: readonly [state: LineState, label: (count: string) => string][] = [
  ['unknown', (count) => `Send again: ${count} unknown`],
  ['not-sent', (count) => `Send ${count} not sent`],
  ['refused', (count) => `Retry ${count} refused`],
];

/** What can be done with the lines of a finished run; each opens the check. */
const AgainButtons = () => {
  const { run, lines, onFollowUp } = useRun();
  const { data } = useQuery(logQueries.runs(useWorkspace()));
  const again = SENT_AGAIN.filter(([state]) => run.counts[state] > 0);
  return (
    <>
      {data && describeSentRun(run, data.runs).mayUndo && <UndoButton />}
      {again.map(([state, label]) => (
        <Button
          key={state}
          variant={state === again.at(-1)?.[0] && state !== 'unknown' ? 'primary' : 'default'}
          onClick={() =>
            onFollowUp(prepareResend({ run, lines: lines.filter((line) => line.state === state) }))
          }
        >
          {label(formatNumber(run.counts[state]))}
        </Button>
      ))}
    </>
  );
};

export const RunButtons = ({ resume, isResuming }: { resume: () => void; isResuming: boolean }) => {
  const [, navigate] = useLocation();
  const isOtherUnderWay = useRunUnderWay() !== undefined;
  const { run, moment } = useRun();
  const runner = useRunner();
  if (moment.hasFailed) {
    return (
      <>
        <ExportButton />
        <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
          Reload
        </Button>
      </>
    );
  }
  switch (run.status) {
    case 'running':
      return (
        run.cancelledAt === undefined && (
          <>
            <Button icon="pause" onClick={(event) => isFirstClick(event) && runner.pause(run.id)}>
              Pause
            </Button>
            <StopButton />
          </>
        )
      );
    case 'paused':
      return (
        <>
          <Button
            variant="primary"
            icon="play"
            busy={isResuming}
            onClick={(event) => isFirstClick(event) && resume()}
          >
            Resume
          </Button>
          <StopButton />
        </>
      );
    case 'finished':
      return (
        <>
          <ExportButton />
          <Button onClick={() => navigate(isOtherUnderWay ? NEW_RUN_PATH : BULK_PATH, { state: JUST_BEGUN })}>
            New bulk run
          </Button>
          <AgainButtons />
        </>
      );
  }
};
