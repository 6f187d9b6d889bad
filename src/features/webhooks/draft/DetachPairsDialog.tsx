import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { pairsInWords } from './check-words.ts';
import { isFirstClick } from '#src/ui/forms/first-click.ts';

/** Asks before many webhooks are detached. */
export const DetachPairsDialog = ({
  count,
  onCancel,
  onDetach,
}: {
  count: number;
  onCancel: () => void;
  onDetach: () => void;
}) => {
  const pairs = pairsInWords(count);
  return (
    <Dialog
      title={`Detach ${pairs}?`}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {/* A double click on what opened the dialog is no answer to its question. */}
          <Button variant="danger" onClick={(event) => isFirstClick(event) && onDetach()}>
            Detach {pairs}
          </Button>
        </>
      }
    >
      <p className="second">
        {count === 1 ? 'The webhook no longer triggers' : 'The webhooks no longer trigger'} actions for{' '}
        {count === 1 ? 'this campaign' : 'these campaigns'} once the service has accepted this. What it
        accepts can be undone from the run.
      </p>
    </Dialog>
  );
};
