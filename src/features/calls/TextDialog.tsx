import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import styles from './TextDialog.module.css';

/** Asks for one text. `missing`: what to say if it is blank; without it a blank text is saved too. */
export const TextDialog = ({
  title,
  label,
  hint,
  missing,
  maxLength,
  first,
  onSave,
  onClose,
}: {
  title: string;
  label: string;
  hint?: string | undefined;
  missing?: string;
  maxLength: number;
  /** What the field begins with. */
  first: string;
  onSave: (text: string) => void;
  onClose: () => void;
}) => {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { text: first } });
  // After the dialog, which focuses its first control.
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
          {...register('text', { validate: (text) => text.trim() !== '' || (missing ?? true) })}
        />
        <Button variant="primary" size="lg" type="submit">
          Save
        </Button>
      </form>
    </Dialog>
  );
};
