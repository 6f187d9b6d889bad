import type { WebhookPair } from '#src/api/request.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { Named } from '#src/features/webhooks/names/Named.tsx';

export const ConfirmDetach = ({
  pair,
  onCancel,
  onSend,
}: {
  pair: WebhookPair;
  onCancel: () => void;
  onSend: () => void;
}) => (
  <ConfirmDialog title="Detach this webhook?" action="Detach" onBack={onCancel} onConfirm={onSend}>
    <p className="second">
      After this, the webhook <Named kind="webhook" id={pair.webhookId} /> no longer triggers actions for the
      campaign <Named kind="campaign" id={pair.campaignId} />.
    </p>
  </ConfirmDialog>
);
