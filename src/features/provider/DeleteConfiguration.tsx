import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import styles from './DeleteConfiguration.module.css';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { SentRequest } from './messages.ts';
import { providerMutations, useRunning } from './mutations.ts';

/** What a deletion takes away, and the way to it. */
export const DeleteConfiguration = ({
  onBegin,
  onSent,
}: {
  onBegin: () => void;
  onSent: (sent: SentRequest) => void;
}) => {
  const workspace = useWorkspace();
  const id = useId();
  const { running, isRunning } = useRunning();
  const [asking, setAsking] = useState(false);
  const { mutate } = useMutation(providerMutations.delete(workspace));
  const isDeleting = running?.operation === 'delete';

  const deleteProvider = () => {
    setAsking(false);
    if (isRunning()) return;
    onBegin();
    mutate(undefined, { onSuccess: ({ outcome }) => onSent({ operation: 'delete', outcome }) });
  };

  return (
    <section className={styles['danger']} aria-labelledby={id}>
      <div>
        <h2 id={id}>Delete configuration</h2>
        <p className="second">
          The service removes the stored account SID, auth token and phone number of your account. This
          console keeps no copy to put back.
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
        onClick={() => {
          if (!isRunning()) setAsking(true);
        }}
      >
        {isDeleting ? 'Deleting…' : 'Delete configuration…'}
      </Button>
      {asking && <DeleteDialog onClose={() => setAsking(false)} onConfirm={deleteProvider} />}
    </section>
  );
};
