import { useWorkspace } from '#src/log/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';
import { LineDialog } from './LineDialog.tsx';
import { useRun, type Question } from './run-hooks.ts';

/** Asks before the rest of a run is given up. */
const CancelDialog = () => {
  const { run, closeQuestion } = useRun();
  const runner = runnerOf(useWorkspace());
  const { queued, sending } = run.counts;
  const cancel = () => {
    closeQuestion();
    void runner.cancel(run.id);
  };
  return (
    <ConfirmDialog title="Stop this run?" action="Stop run" onBack={closeQuestion} onConfirm={cancel}>
      <p className="second">
        {counted(queued, 'pair')} {queued === 1 ? 'has' : 'have'} not been sent. What is not sent now can be
        sent later. What the service accepted stays as it is.
        {sending > 0 && ' Requests that are on their way still get their answer.'}
      </p>
    </ConfirmDialog>
  );
};

/** The question or line of a run that is open above it. */
export const RunDialogs = ({ question }: { question: Question | undefined }) => {
  const { run } = useRun();
  switch (question?.kind) {
    case 'cancel':
      return run.status === 'finished' ? null : <CancelDialog />;
    case 'line':
      return <LineDialog index={question.index} />;
    case undefined:
      return null;
  }
};
