import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { InRunNote } from './InRunNote.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { isFirstClick } from '#src/features/webhooks/change/press.ts';

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
  <Dialog
    title="Undo by attaching this webhook?"
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        {/* A double click on what opened the dialog is no answer to its question. */}
        <Button variant="primary" onClick={(event) => isFirstClick(event) && onAttach()}>
          Attach
        </Button>
      </>
    }
  >
    <p className="second">
      This sends an attach: the webhook <Named kind="webhook" id={pair.webhookId} /> will act on events of the
      campaign <Named kind="campaign" id={pair.campaignId} />. Whether it was attached before it was detached
      is not known here; if it was not, it will be now.
    </p>
    <InRunNote pair={pair} />
  </Dialog>
);
