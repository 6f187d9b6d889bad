import { useSyncExternalStore } from 'react';
import { ToastCard } from './ToastCard.tsx';
import { toastStore } from './toasts.ts';
import styles from './Toast.module.css';

/** The one place where toasts appear; a polite live region, there before its first toast. */
export const ToastRegion = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return (
    <div className={styles['region']} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
};
