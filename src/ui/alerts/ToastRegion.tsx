import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import { useRestoreFocus } from './restore-focus.ts';
import { dismissToast, toasts, type Toast } from './toasts.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6000;

/** One toast; it stays while the pointer or the keyboard is on it, and where it tells of a failure until it is dismissed. */
const ToastCard = ({ toast }: { toast: Toast }) => {
  const [held, setHeld] = useState(false);
  const rememberFocus = useRestoreFocus();
  const stays = held || toast.tone === 'bad';
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, toast.id]);
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        setHeld(true);
        rememberFocus(event);
      }}
      onBlur={() => setHeld(false)}
    >
      {toast.tone !== 'plain' && <StatusIcon tone={toast.tone} />}
      <p>{toast.text}</p>
      {toast.action && (
        <Button
          size="sm"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button
        variant="bare"
        size="sm"
        square
        icon="x"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
};

/** The one place where toasts appear; a polite live region, there before its first toast. */
export const ToastRegion = () => (
  <div className={styles['region']} role="status" aria-live="polite">
    {useStore(toasts).map((toast) => (
      <ToastCard key={toast.id} toast={toast} />
    ))}
  </div>
);
