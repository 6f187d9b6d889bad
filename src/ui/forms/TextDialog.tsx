import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { offerDiscarded } from '#src/ui/alerts/toasts.ts';
import { TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { leaving } from '#src/ui/overlays/leaving.ts';

export const TextDialog = ({
  title,
  label,
  hint,
  findError,
  maxLength,
  initial,
  onSave,
  onClose,
}: {
  title: string;
  label: string;
  hint?: string | undefined;
  /** Of a text that isn't blank. */
  findError?: (text: string) => string | undefined;
  maxLength: number;
  initial: string;
  onSave: (text: string) => void;
  onClose: () => void;
}) => {
  const { register, handleSubmit, getValues, formState } = useForm({
    defaultValues: { text: initial },
  });
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has focused its first control. A number is replaced, a text is continued.
  useLayoutEffect(() => {
    const { current } = input;
    const end = current?.value.length ?? 0;
    current?.focus();
    current?.setSelectionRange(/\D/.test(current.value) ? end : 0, end);
  }, []);
  const check = (text: string): string | true =>
    (text.trim() === '' ? undefined : findError?.(text.trim())) ?? true;
  const save = ({ text }: { text: string }) => {
    onSave(text.trim());
    onClose();
  };
  const readUnsaved = () => {
    const text = getValues('text').trim();
    return text !== initial && check(text) === true ? text : undefined;
  };
  const discard = () => {
    const text = readUnsaved();
    if (text !== undefined) offerDiscarded(label, () => onSave(text));
    onClose();
  };
  const saveOnSignOut = useEffectEvent(() => {
    const text = readUnsaved();
    if (text !== undefined) onSave(text);
  });
  const { isDirty } = formState;
  useEffect(() => {
    if (!isDirty) return undefined;
    return leaving.hold({
      endsPage: false,
      why: () => ({ title: `Discard the ${label.toLowerCase()}?`, text: 'What you typed isn’t saved.' }),
      keep: (leave) => leave === 'sign-out' && saveOnSignOut(),
    });
  }, [isDirty, label]);
  const { ref, ...field } = register('text', { validate: check });
  return (
    <ConfirmDialog
      title={title}
      action="Save"
      variant="primary"
      onBack={discard}
      onConfirm={() => void handleSubmit(save)()}
    >
      <TextField
        label={label}
        hint={hint}
        maxLength={maxLength}
        error={formState.errors.text?.message}
        {...field}
        ref={(element) => {
          ref(element);
          input.current = element;
        }}
      />
    </ConfirmDialog>
  );
};
