import type { Run } from '#src/journal/runs/run.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { number } from '#src/lib/count.ts';
import { isFirstClick } from '#src/ui/forms/first-click.ts';
import { pairsWord } from '#src/features/webhooks/run/run-words.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

/** Asks before what has not been sent is called off. */
export const CancelDialog = ({
  run: { counts },
  onBack,
  onConfirm,
}: {
  run: Run;
  onBack: () => void;
  onConfirm: () => void;
}) => (
  <Dialog
    title="Cancel the rest of this run?"
    onClose={onBack}
    footer={
      <>
        <Button onClick={onBack}>Back</Button>
        <Button variant="danger" onClick={(event) => isFirstClick(event) && onConfirm()}>
          Cancel {pairsWord(counts.queued)}
        </Button>
      </>
    }
  >
    <p className="second">
      What has not been sent stays “not sent” and can be sent later. What was accepted stays as it is.
      {counts.sending > 0 && ' Requests that are on their way still get their answer.'}
    </p>
  </Dialog>
);

/** Asks before pairs go out once more of which nobody knows what came. */
export const SendUnknownDialog = ({
  run: { counts, operation },
  onBack,
  onConfirm,
}: {
  run: Run;
  onBack: () => void;
  onConfirm: () => void;
}) => {
  const { plain, done } = VERBS[operation];
  return (
    <Dialog
      title={`Send ${number(counts.unknown)} unknown again?`}
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" onClick={(event) => isFirstClick(event) && onConfirm()}>
            Send {number(counts.unknown)} again
          </Button>
        </>
      }
    >
      <p className="second">
        No answer came for {counts.unknown === 1 ? 'this pair' : 'these pairs'}, so the service may already
        have {done.toLowerCase()} {counts.unknown === 1 ? 'it' : 'them'}. It does not say what a second{' '}
        {plain} of the same pair does.
      </p>
    </Dialog>
  );
};
