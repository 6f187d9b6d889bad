import type { WebhookPair } from '#src/api/request.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { Named } from '#src/features/webhooks/names/Named.tsx';

export const SwappedQuestion = ({
  pair,
  isKnown,
  onCancel,
  onSwap,
  onSend,
}: {
  pair: WebhookPair;
  /** Both are known in the other role. Else an ID looks like one. */
  isKnown: boolean;
  onCancel: () => void;
  onSwap: () => void;
  onSend: () => void;
}) => (
  <ConfirmDialog
    title="Are these two IDs the other way round?"
    action="Send as typed"
    onBack={onCancel}
    onConfirm={onSend}
  >
    <p className="second">
      {isKnown ? 'Here ' : 'By the look of its ID, '}
      <Named kind="webhook" id={pair.campaignId} /> is {isKnown ? 'known as ' : ''}a webhook, and{' '}
      <Named kind="campaign" id={pair.webhookId} /> {isKnown ? 'as ' : ''}a campaign.
    </p>
    <Button onClick={onSwap}>Swap them</Button>
  </ConfirmDialog>
);
