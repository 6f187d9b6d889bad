import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { number } from '#src/lib/count.ts';
import { isFirstClick } from '#src/ui/forms/first-click.ts';
import { isBeingCalledOff } from '#src/features/webhooks/run/run-words.ts';
import { RunExport } from './RunExport.tsx';

export type Reopened = 'refused' | 'unknown' | 'not-sent';

/** What can be done about a run as it stands, the one thing to do next as the primary button. */
export const RunButtons = ({
  record,
  run,
  isGoingOn,
  onPause,
  onResume,
  onCancel,
  onNew,
  onSendAgain,
}: {
  record: RunRecord;
  run: Run;
  /** Resume was pressed; the last answers are still to come. */
  isGoingOn: boolean;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onNew: () => void;
  onSendAgain: (state: Reopened) => void;
}) => {
  const { refused, 'not-sent': notSent } = run.counts;
  const isForStorage = run.pause?.why === 'storage';
  switch (run.status) {
    case 'running':
      return isBeingCalledOff(run) ? null : (
        <>
          <Button icon="pause" onClick={(event) => isFirstClick(event) && onPause()}>
            Pause
          </Button>
          <Button onClick={onCancel}>Cancel…</Button>
        </>
      );
    case 'paused':
      return (
        <>
          <Button
            variant="primary"
            icon="play"
            busy={isGoingOn}
            onClick={(event) => isFirstClick(event) && onResume()}
          >
            {isForStorage ? 'Try again' : 'Resume'}
          </Button>
          {(isForStorage || record.trouble() !== undefined) && (
            <RunExport record={record}>Export what is known</RunExport>
          )}
          <Button onClick={onCancel}>Cancel…</Button>
        </>
      );
    case 'finished':
      return (
        <>
          <RunExport record={record} />
          <Button onClick={onNew}>New bulk run</Button>
          {refused > 0 ? (
            <Button
              variant="primary"
              icon="refresh"
              onClick={(event) => isFirstClick(event) && onSendAgain('refused')}
            >
              Retry {number(refused)} failed
            </Button>
          ) : (
            notSent > 0 && (
              <Button
                variant="primary"
                icon="play"
                onClick={(event) => isFirstClick(event) && onSendAgain('not-sent')}
              >
                Send {number(notSent)} not sent
              </Button>
            )
          )}
        </>
      );
  }
};
