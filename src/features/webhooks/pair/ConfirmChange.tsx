import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { Change } from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { InRunNote } from './PairNotes.tsx';

export const ConfirmChange = ({
  change,
  onCancel,
  onSend,
}: {
  change: Change;
  onCancel: () => void;
  onSend: () => void;
}) => {
  const webhook = <Named kind="webhook" id={change.webhookId} />;
  const campaign = <Named kind="campaign" id={change.campaignId} />;
  const dialog = { onBack: onCancel, onConfirm: onSend };
  if (change.operation === 'detach') {
    return (
      <ConfirmDialog title="Detach this webhook?" action="Detach" {...dialog}>
        <p className="second">
          After this, the webhook {webhook} no longer triggers actions for the campaign {campaign}.
        </p>
        <InRunNote pair={change} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title="Undo by attaching this webhook?" action="Attach" variant="primary" {...dialog}>
      <p className="second">
        After this, the webhook {webhook} triggers actions for the campaign {campaign}, even if it wasn’t
        attached before the detach.
      </p>
      <InRunNote pair={change} />
    </ConfirmDialog>
  );
};
