import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { number } from '#src/lib/count.ts';
import { isBeingCalledOff } from '#src/features/webhooks/run/run-words.ts';
import { useRun } from './run-context.ts';
import { RunExport } from './RunExport.tsx';

/** What can be done about a run as it stands, the one thing to do next as the primary button. */
export const RunButtons = ({ onNew }: { onNew: () => void }) => {
  const { record, run, isBeginning, act } = useRun();
  const { refused, 'not-sent': notSent } = run.counts;
  const isForStorage = run.pause?.why === 'storage';
  switch (run.status) {
    case 'running':
      return isBeingCalledOff(run) ? null : (
        <>
          <Button icon="pause" onClick={(event) => isFirstClick(event) && act.pause()}>
            Pause
          </Button>
          <Button onClick={() => act.ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'paused':
      return (
        <>
          <Button
            variant="primary"
            icon="play"
            busy={isBeginning}
            onClick={(event) => isFirstClick(event) && act.resume()}
          >
            {isForStorage ? 'Retry' : 'Resume'}
          </Button>
          {(isForStorage || record.trouble() !== undefined) && <RunExport>Export what is known</RunExport>}
          <Button onClick={() => act.ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'finished':
      return (
        <>
          <RunExport />
          <Button onClick={onNew}>New bulk run</Button>
          {refused > 0 ? (
            <Button
              variant="primary"
              icon="refresh"
              onClick={(event) => isFirstClick(event) && act.sendAgain('refused')}
            >
              Retry {number(refused)} failed
            </Button>
          ) : (
            notSent > 0 && (
              <Button
                variant="primary"
                icon="play"
                onClick={(event) => isFirstClick(event) && act.sendAgain('not-sent')}
              >
                Send {number(notSent)} not sent
              </Button>
            )
          )}
        </>
      );
  }
};
