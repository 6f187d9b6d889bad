import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { InRunAlert } from './InRunAlert.tsx';

/** Asks before a detach is taken back: the service does not say whether it found anything attached. */
export const UndoDetachDialog = ({
  pair,
  onCancel,
  onAttach,
}: {
  pair: PairValues;
  onCancel: () => void;
  onAttach: () => void;
}) => (
  <ConfirmDialog
    title="Undo by attaching this webhook?"
    action="Attach"
    variant="primary"
    onBack={onCancel}
    onConfirm={onAttach}
  >
    <p className="second">
      This sends an attach: the webhook <Named kind="webhook" id={pair.webhookId} /> will act on events of the
      campaign <Named kind="campaign" id={pair.campaignId} />. Whether it was attached before it was detached
      is not known here; if it was not, it will be now.
    </p>
    <InRunAlert pair={pair} />
  </ConfirmDialog>
);
