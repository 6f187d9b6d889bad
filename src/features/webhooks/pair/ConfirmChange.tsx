import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { VERBS, type Change } from '#src/features/webhooks/change/change.ts';
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
  const isDetach = change.operation === 'detach';
  return (
    <ConfirmDialog
      title={isDetach ? 'Detach this webhook?' : 'Undo by attaching this webhook?'}
      action={VERBS[change.operation].capital}
      variant={isDetach ? 'danger' : 'primary'}
      onBack={onCancel}
      onConfirm={onSend}
    >
      <p className="second">
        After this, the webhook {webhook} {isDetach ? 'no longer triggers' : 'triggers'} actions for the
        campaign {campaign}
        {!isDetach && ', even if it wasn’t attached before the detach'}.
      </p>
      <InRunNote pair={change} />
    </ConfirmDialog>
  );
};
