import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { InRunNote } from './InRunNote.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { isFirstClick } from '#src/ui/forms/first-click.ts';

/** Asks before a webhook is detached, whichever button leads there. */
export const DetachDialog = ({
  pair,
  onCancel,
  onDetach,
}: {
  pair: PairValues;
  onCancel: () => void;
  onDetach: () => void;
}) => (
  <Dialog
    title="Detach this webhook?"
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        {/* A double click on what opened the dialog is no answer to its question. */}
        <Button variant="danger" onClick={(event) => isFirstClick(event) && onDetach()}>
          Detach
        </Button>
      </>
    }
  >
    <p className="second">
      The webhook <Named kind="webhook" id={pair.webhookId} /> no longer triggers actions for the campaign{' '}
      <Named kind="campaign" id={pair.campaignId} /> once the service has accepted this.
    </p>
    <InRunNote pair={pair} />
  </Dialog>
);
