import { useStore } from 'zustand';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { leaving } from './leaving.ts';

/** The question of whatever the user is about to end by leaving. */
export const LeaveDialog = () => {
  const asked = useStore(leaving.asked);
  if (!asked) return null;
  const { isWaiting, question } = asked;
  const { title, text, action = 'Leave', wait } = question;
  return (
    <ConfirmDialog
      title={title}
      action={isWaiting ? wait?.action : action}
      variant={wait && !isWaiting ? 'primary' : 'danger'}
      onBack={() => leaving.answer(false)}
      onConfirm={() => leaving.answer(true)}
    >
      <p className="second" role={wait && 'status'}>
        {isWaiting ? wait?.text : text}
      </p>
    </ConfirmDialog>
  );
};
