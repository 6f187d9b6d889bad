import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { pairsInWords } from './check-words.ts';

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
    <ConfirmDialog
      title={`Detach ${pairs}?`}
      action={`Detach ${pairs}`}
      onBack={onCancel}
      onConfirm={onDetach}
    >
      <p className="second">
        {count === 1 ? 'The webhook no longer triggers' : 'The webhooks no longer trigger'} actions for{' '}
        {count === 1 ? 'this campaign' : 'these campaigns'} once the service has accepted this. What it
        accepts can be undone from the run.
      </p>
    </ConfirmDialog>
  );
};
