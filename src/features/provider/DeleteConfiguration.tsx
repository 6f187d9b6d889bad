import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getOutcomeKind } from '#src/api/outcome.ts';
import { useDeleteProvider } from '#src/api/hooks.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { confirmationSchema, confirmationWord } from './fields.ts';
import { useProviderChanges } from './mutations.ts';
import styles from './provider.module.css';

/** Asks before the deletion, which can't be undone: the environment's name has to be typed. */
const DeleteQuestion = ({ onBack, onConfirm }: { onBack: () => void; onConfirm: () => void }) => {
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
      onBack={onBack}
    >
      <p className="second">
        The service removes the stored account SID, auth token and phone number for <b>{person.name}</b>
        {config.environment && (
          <>
            {' '}
            on <b>{config.environment}</b>
          </>
        )}
        . You will need to enter them again.
      </p>
      <form id={id} noValidate onSubmit={(event) => void handleSubmit(onConfirm)(event)}>
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

/** What a deletion takes away, and the way to it. */
export const DeleteConfiguration = ({ onAccepted }: { onAccepted: () => void }) => {
  const id = useId();
  const { running, isRunning } = useProviderChanges();
  const [isAsking, setAsking] = useState(false);
  const { mutate } = useDeleteProvider();
  const isDeleting = running?.operation === 'delete';

  const deleteProvider = () => {
    setAsking(false);
    if (isRunning()) return;
    mutate(undefined, {
      onSuccess: (outcome) => {
        if (getOutcomeKind(outcome) === 'accepted') onAccepted();
      },
    });
  };

  return (
    <section className={styles['danger']} aria-labelledby={id}>
      <div>
        <h2 id={id}>Delete configuration</h2>
        <p className="second">
          The service removes the stored account SID, auth token and phone number of your account. You will
          need to enter them again.
        </p>
        {isDeleting && (
          <p className="quiet">
            <Waiting since={running.since} />
          </p>
        )}
      </div>
      <Button
        variant="risk"
        busy={isDeleting}
        aria-disabled={running !== undefined}
        onClick={() => isRunning() || setAsking(true)}
      >
        {isDeleting ? 'Deleting…' : 'Delete configuration…'}
      </Button>
      {isAsking && <DeleteQuestion onBack={() => setAsking(false)} onConfirm={deleteProvider} />}
    </section>
  );
};
