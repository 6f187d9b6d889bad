import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useWorkspace } from '#src/journal/workspace.ts';
import { TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import styles from './DeleteConfiguration.module.css';
import { confirmationSchema, confirmationWord } from './provider.ts';

/** Asks before the deletion, which can't be undone: the environment's name has to be typed. */
export const DeleteDialog = ({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) => {
  const { config, person } = useWorkspace();
  const id = useId();
  const word = confirmationWord(config.environment);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(confirmationSchema(word)),
    defaultValues: { word: '' },
    mode: 'onChange',
  });
  return (
    <ConfirmDialog
      title="Delete provider configuration?"
      action="Delete configuration"
      disabled={!formState.isValid}
      form={id}
      onBack={onClose}
    >
      <p className="second">
        The service removes the stored account SID, auth token and phone number for <b>{person.name}</b>
        {config.environment && (
          <>
            {' '}
            on <b>{config.environment}</b>
          </>
        )}
        . This console keeps no copy to put back.
      </p>
      <form
        id={id}
        className={styles['confirm']}
        noValidate
        onSubmit={(event) => void handleSubmit(onConfirm)(event)}
      >
        <TextField
          label={
            <>
              Type <span className={styles['typed']}>{word}</span> to confirm
            </>
          }
          code
          autoCapitalize="off"
          {...register('word')}
        />
      </form>
    </ConfirmDialog>
  );
};
