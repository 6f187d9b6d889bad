import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { InRunAlert } from './InRunAlert.tsx';

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
  <ConfirmDialog title="Detach this webhook?" action="Detach" onBack={onCancel} onConfirm={onDetach}>
    <p className="second">
      The webhook <Named kind="webhook" id={pair.webhookId} /> no longer triggers actions for the campaign{' '}
      <Named kind="campaign" id={pair.campaignId} /> once the service has accepted this.
    </p>
    <InRunAlert pair={pair} />
  </ConfirmDialog>
);
