import { useStore } from 'zustand';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { answerLeaving, leaving } from './leave-guard.ts';

/** Asks before unsaved input is given up. Part of every page that holds such input. */
export const LeaveQuestion = () => {
  const pending = useStore(leaving);
  if (!pending) return null;
  return (
    <ConfirmDialog
      title={pending.hold.title}
      action="Leave"
      onBack={() => answerLeaving(false)}
      onConfirm={() => answerLeaving(true)}
    >
      <p className="second">{pending.hold.text}</p>
    </ConfirmDialog>
  );
};
