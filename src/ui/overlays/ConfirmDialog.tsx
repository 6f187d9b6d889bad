import { useId, type ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** A form: Enter in a field confirms, too. */
export const ConfirmDialog = ({
  title,
  action,
  variant = 'danger',
  disabled = false,
  onBack,
  onConfirm,
  children,
}: {
  title: string;
  /** The label of the confirming button. Without it there is only Cancel. */
  action?: ReactNode;
  variant?: 'danger' | 'primary';
  disabled?: boolean;
  onBack: () => void;
  onConfirm: () => void;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>Cancel</Button>
          {action && (
            <Button variant={variant} disabled={disabled} type="submit" form={id}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form
        className="stack"
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes it on to a form around the dialog.
          event.stopPropagation();
          onConfirm();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
