import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './Dialog.module.css';

export const Modal = ({
  onClose,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'ref'> & { onClose: () => void }) => {
  const ref = useRef<HTMLDialogElement>(null);
  // A dialog restores the focus only if it is closed before it is removed.
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
  /** The buttons, Cancel first. */
  footer?: ReactNode;
  /** Shows a cross, for dialogs without a footer. */
  closable?: boolean;
  wide?: boolean;
  /** Too long to be read out when the dialog opens. */
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
