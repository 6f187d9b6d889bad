import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
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
  const [typed, setTyped] = useState(initial);
  const [isRefused, setRefused] = useState(false);
  const text = typed.trim();
  const error = text === '' ? undefined : findError?.(text);
  const isUnsaved = text !== initial && error === undefined;
  const isDirty = typed !== initial;
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has focused its first control. A number is replaced, a text is continued.
  useLayoutEffect(() => {
    const { current } = input;
    const end = current?.value.length ?? 0;
    current?.focus();
    current?.setSelectionRange(/\D/.test(current.value) ? end : 0, end);
  }, []);
  const save = () => {
    setRefused(error !== undefined);
    if (error !== undefined) return input.current?.focus();
    onSave(text);
    onClose();
  };
  const discard = () => {
    if (isUnsaved) offerDiscarded(label, () => onSave(text));
    onClose();
  };
  const saveOnSignOut = useEffectEvent(() => {
    if (isUnsaved) onSave(text);
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    return leaving.hold({
      endsPage: false,
      why: () => ({ title: `Discard the ${label.toLowerCase()}?`, text: 'What you typed isn’t saved.' }),
      keep: (leave) => leave === 'sign-out' && saveOnSignOut(),
    });
  }, [isDirty, label]);
  return (
    <ConfirmDialog title={title} action="Save" variant="primary" onBack={discard} onConfirm={save}>
      <TextField
        label={label}
        hint={hint}
        maxLength={maxLength}
        error={isRefused ? error : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        ref={input}
      />
    </ConfirmDialog>
  );
};
