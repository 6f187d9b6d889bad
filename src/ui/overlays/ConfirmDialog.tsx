import type { ReactNode } from 'react';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { Dialog } from './Dialog.tsx';

export const ConfirmDialog = ({
  title,
  action,
  variant = 'danger',
  disabled = false,
  form,
  onBack,
  onConfirm,
  children,
}: {
  title: string;
  /** The label of the button that does it. Without it there is only Cancel. */
  action?: ReactNode;
  variant?: 'danger' | 'primary';
  disabled?: boolean;
  /** The ID of the form in the dialog that the button submits, in place of `onConfirm`. */
  form?: string;
  onBack: () => void;
  onConfirm?: () => void;
  children: ReactNode;
}) => (
  <Dialog
    title={title}
    onClose={onBack}
    footer={
      <>
        <Button onClick={onBack}>Cancel</Button>
        {action && (
          <Button
            variant={variant}
            disabled={disabled}
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            onClick={(event) => {
              // A double click on what opened the dialog is no answer.
              if (isFirstClick(event)) onConfirm?.();
              else event.preventDefault();
            }}
          >
            {action}
          </Button>
        )}
      </>
    }
  >
    {children}
  </Dialog>
);
