import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './Dialog.module.css';

/**
 * A modal dialog on the platform's own `<dialog>`: focus is held and given back, Escape closes.
 * It is open as long as it is rendered; `footer` holds the buttons, the way back first.
 */
export const Dialog = ({
  title,
  onClose,
  footer,
  closable = false,
  wide = false,
  isLong = false,
  children,
}: {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  /** Shows a cross, for dialogs without a footer. */
  closable?: boolean;
  wide?: boolean;
  /** Its content is more than a sentence or two: it is not read out as the dialog opens. */
  isLong?: boolean;
  children: ReactNode;
}) => {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the node leaves the document: only an open dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
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
        {closable && (
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
      <div className={styles['body']} id={`${id}-body`}>
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
};
