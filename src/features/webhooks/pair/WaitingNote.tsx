import { useState } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { ahead } from '#src/lib/duration.ts';
import { Note } from '#src/ui/alerts/Note.tsx';
import type { SentChange } from '#src/features/webhooks/change/changes.ts';
import { useHeldUntil, useTicking } from '#src/features/webhooks/change/clock.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import { waitedWords } from '#src/features/webhooks/change/words.ts';
import styles from './AnswerSection.module.css';

/** A change on its way. What was on its way before the service asked to be left alone is not held. */
export const WaitingNote = ({ sent }: { sent: SentChange }) => {
  const { config, service } = useScope();
  const now = useTicking();
  const heldUntil = useHeldUntil(service.pace);
  const [heldAtFirst] = useState(heldUntil);
  const since = heldAtFirst ?? sent.at - performance.timeOrigin;
  const isHeld = heldAtFirst !== undefined && heldUntil !== undefined;
  const deadlineMs = config.api.writeTimeoutSeconds * 1000;
  return (
    <div className={styles['waiting']}>
      <Note tone="info" icon="wait" title={`${VERBS[sent.change.operation].doing}…`} live="status">
        <span aria-hidden="true">
          {isHeld
            ? `The service asked for fewer requests. This is sent ${ahead(Math.max(0, heldUntil - now))}.`
            : waitedWords(now - since, deadlineMs)}
        </span>
        <span className="vh">
          {isHeld ? 'The service asked for fewer requests. This is sent later.' : 'Waiting for an answer.'}
        </span>
      </Note>
    </div>
  );
};
