import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';

/** Asks before lines that were fixed by hand are given up. */
export const DiscardDialog = ({ onCancel, onDiscard }: { onCancel: () => void; onDiscard: () => void }) => (
  <ConfirmDialog title="Discard this list?" action="Discard" onBack={onCancel} onConfirm={onDiscard}>
    <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
  </ConfirmDialog>
);
