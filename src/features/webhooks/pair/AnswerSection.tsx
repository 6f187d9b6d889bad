import type { Ref } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { AnswerText, BodyText, listRequestId, OutcomeAlert, RequestText } from '#src/outcomes/Outcome.tsx';
import { getReceived } from '#src/api/outcome.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import {
  useChanges,
  toUndo,
  VERBS,
  type Change,
  type ChangeResult,
  type SentChange,
} from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { describeAnswer } from './answer-message.ts';
import styles from './Pair.module.css';

const Answer = ({ change, result: { entryId, outcome } }: { change: Change; result: ChangeResult }) => {
  const { send } = useChanges();
  const { origins } = useWorkspace().service;
  const { operation, campaignId, webhookId } = change;
  const message = describeAnswer(change, outcome, origins);
  const { answer } = getReceived(outcome);
  const pair = (
    <>
      <Named kind="webhook" id={webhookId} /> {VERBS[operation].preposition}{' '}
      <Named kind="campaign" id={campaignId} />
    </>
  );
  return (
    <>
      <OutcomeAlert
        message={message}
        onAct={() => send(message.action === 'Undo' ? toUndo(change, entryId) : change)}
      />
      <DescriptionList
        className={styles['description']}
        items={[
          { label: 'Pair', value: pair },
          { label: 'Request', value: <RequestText request={outcome.request} /> },
          { label: 'Answer', value: <AnswerText outcome={outcome} timed /> },
          ...listRequestId(answer?.requestId),
        ]}
      />
      {answer && <BodyText body={answer.body} />}
    </>
  );
};

export const AnswerSection = ({
  sent: { change, at, isRunning, result },
  ref,
}: {
  sent: SentChange;
  ref: Ref<HTMLElement>;
}) => (
  <section className={styles['answer']} aria-label="Answer" ref={ref} tabIndex={-1}>
    {isRunning ? (
      <div className="delayed" key={at}>
        <Alert tone="info" icon="wait" title={`${VERBS[change.operation].doing}…`} live="status">
          <Waiting since={at} />
        </Alert>
      </div>
    ) : (
      result && <Answer change={change} result={result} />
    )}
  </section>
);
