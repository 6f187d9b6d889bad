import type { WebhookPair } from '#src/api/request.ts';
import type { PairOperation } from '#src/log/entry.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { formatPairLink } from '#src/features/webhooks/change/change.ts';

export const PairButtons = ({
  pair,
  busy,
  describedBy,
  onDetach,
}: {
  /** Undefined while an ID is missing. */
  pair: WebhookPair | undefined;
  busy: PairOperation | undefined;
  describedBy: string;
  onDetach: () => void;
}) => {
  const button = { size: 'lg', 'aria-disabled': busy && true, 'aria-describedby': describedBy } as const;
  return (
    <>
      <Button {...button} variant="primary" type="submit" busy={busy === 'attach'}>
        {busy === 'attach' ? 'Attaching…' : 'Attach'}
      </Button>
      <Button {...button} busy={busy === 'detach'} onClick={onDetach}>
        {busy === 'detach' ? 'Detaching…' : 'Detach'}
      </Button>
      <Button
        variant="bare"
        size="lg"
        icon="link"
        disabled={!pair}
        onClick={() => pair && void copyText(location.origin + formatPairLink(pair), 'Link')}
      >
        Copy link
      </Button>
    </>
  );
};
