import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import styles from './TextDialog.module.css';

export const TextDialog = ({
  title,
  label,
  hint,
  required,
  maxLength,
  initial,
  onSave,
  onClose,
}: {
  title: string;
  label: string;
  hint?: string | undefined;
  /** The error of a blank text. Without it, a blank text can be saved. */
  required?: string;
  maxLength: number;
  initial: string;
  onSave: (text: string) => void;
  onClose: () => void;
}) => {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { text: initial } });
  // After the dialog has focused its first control.
  useLayoutEffect(() => setFocus('text', { shouldSelect: true }), [setFocus]);
  const save = ({ text }: { text: string }) => {
    onSave(text.trim());
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} closable>
      <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label={label}
          hint={hint}
          maxLength={maxLength}
          error={formState.errors.text?.message}
          {...register('text', { validate: (text) => text.trim() !== '' || (required ?? true) })}
        />
        <Button variant="primary" size="lg" type="submit">
          Save
        </Button>
      </form>
    </Dialog>
  );
};
