import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './Dialog.module.css';

/** The platform's own modal `<dialog>`, open as long as it is rendered: focus is held and given back, Escape closes. */
export const Modal = ({
  onClose,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'ref'> & { onClose: () => void }) => {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the node leaves the document: only an open dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...rest}
    />
  );
};

/** A modal dialog with a title; `footer` holds the buttons, the way back first. */
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
  const id = useId();
  return (
    <Modal
      className={classes(styles['dlg'], wide && styles['wide'])}
      aria-labelledby={`${id}-title`}
      aria-describedby={isLong ? undefined : `${id}-body`}
      onClose={onClose}
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
    </Modal>
  );
};
