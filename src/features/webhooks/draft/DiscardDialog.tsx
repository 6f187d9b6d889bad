import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';

export const DiscardDialog = ({
  title,
  onBack,
  onDiscard,
}: {
  title: string;
  onBack: () => void;
  onDiscard: () => void;
}) => (
  <ConfirmDialog title={title} action="Discard" onBack={onBack} onConfirm={onDiscard}>
    <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
  </ConfirmDialog>
);
