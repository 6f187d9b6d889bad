import { useId, useState } from 'react';
import { getOutcomeKind } from '#src/api/outcome.ts';
import { useDeleteProvider } from '#src/api/hooks.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { toastIfLeft, Waiting } from '#src/outcomes/Outcome.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { REQUIRED_FIELDS } from './fields.ts';
import { useProviderChanges } from './provider-changes.ts';
import styles from './provider.module.css';

/** A deletion can't be undone, so it is confirmed by typing the environment's name. */
const DeleteQuestion = ({ onBack, onConfirm }: { onBack: () => void; onConfirm: () => void }) => {
  const { config, person } = useWorkspace();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const confirmation = config.environment ?? 'delete';
  const isConfirmed = typed.trim().toLowerCase() === confirmation.toLowerCase();
  return (
    <ConfirmDialog
      title="Delete provider configuration?"
      action="Delete configuration"
      disabled={!isConfirmed}
      form={id}
      onBack={onBack}
    >
      <p className="second">
        The service removes the stored {REQUIRED_FIELDS} for <b>{person.name}</b>
        {config.environment && (
          <>
            {' '}
            on <b>{config.environment}</b>
          </>
        )}
        . You will need to enter them again.
      </p>
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) onConfirm();
        }}
      >
        <TextField
          label={
            <>
              Type <span className={styles['typed']}>{confirmation}</span> to confirm
            </>
          }
          code
          autoCapitalize="off"
          value={typed}
          error={isRefused ? `Type “${confirmation}” to delete the configuration` : undefined}
          // While the button is disabled, the browser doesn't submit the form.
          onKeyDown={({ key }) => key === 'Enter' && setRefused(!isConfirmed)}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
        />
      </form>
    </ConfirmDialog>
  );
};

export const DeleteConfiguration = ({ onAccepted }: { onAccepted: () => void }) => {
  const id = useId();
  const { running, isRunning } = useProviderChanges();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useDeleteProvider();
  const isDeleting = running?.operation === 'delete';

  const deleteProvider = () => {
    setAsking(false);
    if (isRunning()) return;
    const sent = mutateAsync();
    void toastIfLeft('Deletion of the provider configuration', sent);
    void sent.then(
      (outcome) => {
        if (getOutcomeKind(outcome) === 'accepted') onAccepted();
      },
      // Storage took no entry, so nothing was sent.
      () => undefined,
    );
  };

  return (
    <section className={styles['danger']} aria-labelledby={id}>
      <div>
        <h2 id={id}>Delete configuration</h2>
        <p className="second">Removes the stored {REQUIRED_FIELDS}.</p>
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
