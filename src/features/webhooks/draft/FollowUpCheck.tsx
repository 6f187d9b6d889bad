import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { BULK_PATH } from '#src/features/webhooks/change/paths.ts';
import { FollowUpContext, type FollowUp } from '#src/features/webhooks/run/follow-up.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { useDraftStore } from './draft-store.ts';

export const DiscardDialog = ({
  title,
  action = 'Discard',
  onBack,
  onDiscard,
}: {
  title: string;
  action?: string;
  onBack: () => void;
  onDiscard: () => void;
}) => (
  <ConfirmDialog title={title} action={action} onBack={onBack} onConfirm={onDiscard}>
    <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
  </ConfirmDialog>
);

/** Asks first if the user has edited another list at the check. */
export const FollowUpCheck = ({ children }: { children: ReactNode }) => {
  const store = useDraftStore();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<FollowUp>();
  const check = (followUp: FollowUp) => {
    setAsking(undefined);
    store.read({ kind: 'follow-up', followUp }, location.pathname + location.search);
    navigate(BULK_PATH);
  };
  const checkOrAsk = (followUp: FollowUp) =>
    store.getState().draft?.getState().isEdited ? setAsking(followUp) : check(followUp);
  return (
    <FollowUpContext value={checkOrAsk}>
      {children}
      {asking && (
        <DiscardDialog
          title="Discard the list that you are checking?"
          action="Discard and continue"
          onBack={() => setAsking(undefined)}
          onDiscard={() => check(asking)}
        />
      )}
    </FollowUpContext>
  );
};
