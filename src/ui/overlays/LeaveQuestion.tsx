import { useSyncExternalStore } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { answerLeaving, leavingStore } from './leave-guard.ts';

/** Asks before unsaved input is given up. Part of every page that holds such input. */
export const LeaveQuestion = () => {
  const leaving = useSyncExternalStore(leavingStore.subscribe, leavingStore.getSnapshot);
  if (!leaving) return null;
  return (
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
};
