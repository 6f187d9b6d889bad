import type { ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
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
  /** The label of the confirming button. Without it there is only Cancel. */
  action?: ReactNode;
  variant?: 'danger' | 'primary';
  disabled?: boolean;
  /** The ID of a form in the dialog, which the button submits instead of calling `onConfirm`. */
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
            onClick={() => onConfirm?.()}
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
