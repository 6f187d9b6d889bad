import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { answerLeaving, type Leaving } from '#src/ui/leave-guard.ts';

/** Asks before unsaved input is given up. */
export const LeaveDialog = ({ leaving }: { leaving: Leaving }) => (
  <Dialog
    title={leaving.hold.title}
    onClose={() => answerLeaving(false)}
    footer={
      <>
        <Button onClick={() => answerLeaving(false)}>Stay</Button>
        <Button variant="danger" onClick={() => answerLeaving(true)}>
          Leave
        </Button>
      </>
    }
  >
    <p className="second">{leaving.hold.text}</p>
  </Dialog>
);
