import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { BULK_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import type { FollowUp } from '#src/features/webhooks/run/follow-up.ts';
import { DiscardDialog } from './DiscardDialog.tsx';
import { useDraftStore } from './draft-store.ts';

/** Opens the check with prepared lines. Asks first if the user has edited another list there. */
export const FollowUpCheck = ({
  children,
}: {
  children: (checkOrAsk: (followUp: FollowUp) => void) => ReactNode;
}) => {
  const store = useDraftStore();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<FollowUp>();
  const check = (followUp: FollowUp) => {
    store.read({ kind: 'follow-up', followUp });
    navigate(BULK_PATH);
  };
  const checkOrAsk = (followUp: FollowUp) =>
    store.getState().draft?.getState().isEdited ? setAsking(followUp) : check(followUp);
  return (
    <>
      {children(checkOrAsk)}
      {asking && (
        <DiscardDialog
          title="Discard the list that you are checking?"
          onBack={() => setAsking(undefined)}
          onDiscard={() => check(asking)}
        />
      )}
    </>
  );
};
