import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { openDialogs } from '#src/ui/overlays/Dialog.tsx';
import { Status } from '#src/ui/Status.tsx';
import { useRestoreFocus } from './Alert.tsx';
import { dismissToast, toasts, type Toast } from './toasts.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 12_000;

const runAction = ({ id, action }: Toast): void => {
  action?.run();
  dismissToast(id);
};

/** Stays while it is hovered or focused; a failure stays until it is dismissed. */
const ToastCard = ({ toast }: { toast: Toast }) => {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const rememberFocus = useRestoreFocus();
  const staysOpen = isHovered || isFocused || toast.tone === 'bad';
  const shownMs = toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    if (staysOpen) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [staysOpen, shownMs, toast.id]);
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        rememberFocus(event);
      }}
      onBlur={() => setFocused(false)}
    >
      {toast.tone !== 'plain' && <Status tone={toast.tone} />}
      <p>{toast.text}</p>
      {toast.action && (
        <Button size="sm" onClick={() => runAction(toast)}>
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

/** Moves between page and dialogs as it is: in another element, toasts would be announced and timed again. */
const region = document.createElement('div');

/** Into the topmost dialog, since nothing outside of it can be pressed. */
const placeRegion = () => (openDialogs.getState().at(-1) ?? document.body).append(region);

/** A live region announces only what comes after it: render it before the first toast. */
export const ToastRegion = () => {
  const all = useStore(toasts);
  useLayoutEffect(() => {
    placeRegion();
    const unsubscribe = openDialogs.subscribe(placeRegion);
    return () => {
      unsubscribe();
      region.remove();
    };
  }, []);
  return createPortal(
    <div className={styles['region']} role="status" aria-live="polite">
      {all.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    region,
  );
};
