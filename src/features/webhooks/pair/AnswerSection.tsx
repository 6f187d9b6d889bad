import { useWorkspace } from '#src/log/workspace.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { describeOutcome } from '#src/outcomes/messages.ts';
import { OutcomeAlert } from '#src/outcomes/Outcome.tsx';
import { Waiting } from '#src/outcomes/Outcome.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import {
  reverse,
  useChanges,
  VERBS,
  type ChangeResult,
  type SentChange,
} from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import styles from './Pair.module.css';

const Answer = ({
  change,
  at,
  result: { entryId, outcome },
}: Pick<SentChange, 'change' | 'at'> & { result: ChangeResult }) => {
  const { send } = useChanges();
  const { origins } = useWorkspace().service;
  const { operation, campaignId, webhookId, undoOf } = change;
  const { done, capital, preposition } = VERBS[operation];
  const message = describeOutcome(outcome, VERBS[operation], origins);
  const isAccepted = outcome.kind === 'accepted';
  const canUndo = isAccepted && undoOf === undefined;
  return (
    <OutcomeAlert
      message={canUndo ? { ...message, action: 'Undo' } : message}
      outcome={outcome}
      about={
        <>
          {message.title !== done && `${capital} `}
          <Named kind="webhook" id={webhookId} /> {preposition} <Named kind="campaign" id={campaignId} />,{' '}
          {formatTime(at)}
        </>
      }
      onAct={() => send(canUndo ? reverse(change, entryId) : change)}
    />
  );
};

export const AnswerSection = ({ sent: { change, at, isRunning, result } }: { sent: SentChange }) => (
  <section className={styles['answer']} aria-label="Answer">
    {isRunning ? (
      <div className="delayed" key={at}>
        <Alert tone="info" icon="wait" title={`${VERBS[change.operation].doing}…`} live="status">
          <Waiting since={at} />
        </Alert>
      </div>
    ) : (
      result && <Answer change={change} at={at} result={result} />
    )}
  </section>
);
