import { number, counted } from '#src/lib/count.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import { LineDialog } from './LineDialog.tsx';
import { useRun, type Question } from './run-context.ts';
import { UndoDialog } from './UndoDialog.tsx';

/** Asks before what has not been sent is called off. */
const CancelDialog = () => {
  const { run, act } = useRun();
  const { queued, sending } = run.counts;
  return (
    <ConfirmDialog title="Stop this run?" action="Stop run" onBack={act.closeQuestion} onConfirm={act.cancel}>
      <p className="second">
        {counted(queued, 'pair')} {queued === 1 ? 'has' : 'have'} not been sent. What is not sent now can be
        sent later. What the service accepted stays as it is.
        {sending > 0 && ' Requests that are on their way still get their answer.'}
      </p>
    </ConfirmDialog>
  );
};

/** Asks before pairs go out once more of which nobody knows what came. */
const SendUnknownDialog = () => {
  const { run, act } = useRun();
  const { unknown } = run.counts;
  const { plain, done } = VERBS[run.operation];
  return (
    <ConfirmDialog
      title={`Send ${unknown === 1 ? '1 unknown pair' : `${number(unknown)} unknown pairs`} again?`}
      action="Send again"
      variant="primary"
      onBack={act.closeQuestion}
      onConfirm={() => act.sendAgain('unknown')}
    >
      <p className="second">
        No answer came for {unknown === 1 ? 'this pair' : 'these pairs'}, so the service may already have{' '}
        {done.toLowerCase()} {unknown === 1 ? 'it' : 'them'}. It does not say what a second {plain} of the
        same pair does.
      </p>
    </ConfirmDialog>
  );
};

/** The one question or line of a run that is open above it. */
export const RunDialogs = ({ question }: { question: Question | undefined }) => {
  const { run } = useRun();
  const isOver = run.status === 'finished';
  switch (question?.kind) {
    case 'cancel':
      return isOver ? null : <CancelDialog />;
    case 'unknown':
      return <SendUnknownDialog />;
    case 'undo':
      return isOver ? <UndoDialog /> : null;
    case 'line':
      return <LineDialog index={question.index} />;
    case undefined:
      return null;
  }
};
