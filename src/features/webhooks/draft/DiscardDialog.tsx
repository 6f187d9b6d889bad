import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';

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
