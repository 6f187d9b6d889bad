import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { offerDiscarded } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import styles from './TextDialog.module.css';

export const TextDialog = ({
  title,
  label,
  hint,
  required,
  findError,
  maxLength,
  initial,
  action = 'Save',
  children,
  onSave,
  onClose,
}: {
  title: string;
  label: string;
  hint?: string | undefined;
  /** The error of a blank text. Without it, a blank text can be saved. */
  required?: string;
  /** Of a text that isn't blank. */
  findError?: (text: string) => string | undefined;
  maxLength: number;
  initial: string;
  action?: string;
  /** Buttons to press instead of entering a text. The first has the focus. */
  children?: ReactNode;
  onSave: (text: string) => void;
  onClose: () => void;
}) => {
  const { register, handleSubmit, getValues, formState, setFocus } = useForm({
    defaultValues: { text: initial },
  });
  // After the dialog has focused its first control.
  const choices = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = choices.current?.querySelector('button');
    if (first) first.focus();
    else setFocus('text', { shouldSelect: true });
  }, [setFocus]);
  const check = (text: string): string | true =>
    (text.trim() === '' ? required : findError?.(text.trim())) ?? true;
  const save = ({ text }: { text: string }) => {
    onSave(text.trim());
    onClose();
  };
  const discard = () => {
    const text = getValues('text').trim();
    if (text !== initial && check(text) === true) offerDiscarded(label, () => onSave(text));
    onClose();
  };
  return (
    <Dialog title={title} onClose={discard}>
      {children && <div ref={choices}>{children}</div>}
      <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label={label}
          hint={hint}
          maxLength={maxLength}
          error={formState.errors.text?.message}
          {...register('text', { validate: check })}
        />
        <Button variant="primary" size="lg" type="submit">
          {action}
        </Button>
      </form>
    </Dialog>
  );
};
