import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { Change } from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { InRunNote } from './PairNotes.tsx';

/** Asks before a detach and before an undo, whichever button leads there. */
export const AskFirst = ({
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
          The webhook {webhook} no longer triggers actions for the campaign {campaign} once the service has
          accepted this.
        </p>
        <InRunNote pair={change} />
      </ConfirmDialog>
    );
  }
  // The service does not say whether the detach found anything attached.
  return (
    <ConfirmDialog title="Undo by attaching this webhook?" action="Attach" variant="primary" {...dialog}>
      <p className="second">
        This sends an attach: the webhook {webhook} will act on events of the campaign {campaign}. Whether it
        was attached before it was detached is not known here; if it was not, it will be now.
      </p>
      <InRunNote pair={change} />
    </ConfirmDialog>
  );
};
