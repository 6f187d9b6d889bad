import { Fragment } from 'react';
import type { WebhookPair } from '#src/api/request.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { findWarning } from '#src/features/webhooks/names/id-warning.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import type { KnownIds } from '#src/features/webhooks/names/names-match.ts';
import { OTHER_KIND } from '#src/features/webhooks/names/names.ts';

export const SwappedQuestion = ({
  pair,
  known,
  onCancel,
  onSwap,
  onSend,
}: {
  pair: WebhookPair;
  known: KnownIds;
  onCancel: () => void;
  onSwap: () => void;
  onSend: () => void;
}) => {
  const knownAsOther = PAIR_FIELDS.filter(
    ({ name, kind }) => findWarning(known, kind, pair[name]) === 'known-as-other',
  );
  const isKnown = knownAsOther.length > 0;
  return (
    <ConfirmDialog
      title="Are these two IDs the other way round?"
      action="Send as typed"
      onBack={onCancel}
      onConfirm={onSend}
    >
      <p className="second">
        {isKnown ? 'Here ' : 'By the look of its ID, '}
        {(isKnown ? knownAsOther : PAIR_FIELDS).map(({ name, kind }, at) => (
          <Fragment key={name}>
            {at > 0 && ', and '}
            <Named kind={OTHER_KIND[kind]} id={pair[name]} /> {at === 0 && (isKnown ? 'is known ' : 'is ')}
            {isKnown && 'as '}a {OTHER_KIND[kind]}
          </Fragment>
        ))}
        .
      </p>
      <Button onClick={onSwap}>Swap them</Button>
    </ConfirmDialog>
  );
};
