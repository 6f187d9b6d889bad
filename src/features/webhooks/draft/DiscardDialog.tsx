import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/** Asks before lines that were fixed by hand are given up. */
export const DiscardDialog = ({ onCancel, onDiscard }: { onCancel: () => void; onDiscard: () => void }) => (
  <Dialog
    title="Discard this list?"
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Keep it</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </>
    }
  >
    <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
  </Dialog>
);
