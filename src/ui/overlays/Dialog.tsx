import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from 'zustand/vanilla';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './Dialog.module.css';

/** The `ref` of the control at which a dialog starts, if not at its first. React sets no attribute for `autoFocus`. */
export const startHere = (control: HTMLElement | null) => control?.setAttribute('autofocus', '');

/** The topmost is the last. All outside of it is inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>(() => []);

/** As Escape does. False if none is open. */
export const closeTopDialog = (): boolean => {
  const dialog = openDialogs.getState().at(-1);
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
  return dialog !== undefined;
};

export const Dialog = ({
  title,
  onClose,
  footer,
  wide = false,
  isLong = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** The buttons, Cancel first. Without them, the dialog has a cross. */
  footer?: ReactNode;
  wide?: boolean;
  /** Too long to be read out when the dialog opens. */
  isLong?: boolean;
  children: ReactNode;
}) => {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A dialog restores the focus only if it is closed before it is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    openDialogs.setState((all) => [...all, dialog], true);
    return () => {
      // First, because the focus may go back to a toast.
      openDialogs.setState((all) => all.filter((one) => one !== dialog), true);
      dialog.close();
    };
  }, []);
  // Not where it is opened: a dialog in a hidden part of the page is invisible, and still blocks the page.
  return createPortal(
    <dialog
      ref={ref}
      className={classes(styles['dlg'], wide && styles['wide'])}
      aria-labelledby={`${id}-title`}
      aria-describedby={isLong ? undefined : `${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {!footer && (
          <Button
            variant="bare"
            size="sm"
            square
            icon="x"
            aria-label={`Close ${title.toLowerCase()}`}
            onClick={onClose}
          />
        )}
      </header>
      <div className={classes('stack', styles['body'])} id={`${id}-body`}>
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </dialog>,
    document.body,
  );
};
