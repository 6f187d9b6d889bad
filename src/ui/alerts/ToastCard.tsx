import { useEffect, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import { dismissToast, toastLifetime, type Toast } from './toasts.ts';
import styles from './Toast.module.css';

/** One toast; it stays while the pointer or the keyboard is on it. */
export const ToastCard = ({ toast }: { toast: Toast }) => {
  const [held, setHeld] = useState(false);
  const lifetime = toastLifetime(toast);
  useEffect(() => {
    if (held || lifetime === false) return;
    const timer = setTimeout(() => dismissToast(toast.id), lifetime);
    return () => clearTimeout(timer);
  }, [held, lifetime, toast.id]);
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
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
