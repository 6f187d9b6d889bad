import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { answerLeaving, leavingStore } from './leave-guard.ts';

/** Asks before unsaved input is given up. Part of every page that holds such input. */
export const LeaveQuestion = () => {
  const leaving = useSyncExternalStore(leavingStore.subscribe, leavingStore.getSnapshot);
  if (!leaving) return null;
  return (
    <ConfirmDialog
      title={leaving.hold.title}
      action="Leave"
      onBack={() => answerLeaving(false)}
      onConfirm={() => answerLeaving(true)}
    >
      <p className="second">{leaving.hold.text}</p>
    </ConfirmDialog>
  );
};
