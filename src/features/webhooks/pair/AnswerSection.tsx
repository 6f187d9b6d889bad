import type { Ref } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { AnswerText, BodyText, OutcomeAlert, RequestShown } from '#src/outcomes/Outcome.tsx';
import { receivedOf } from '#src/outcomes/messages.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { again, undoing, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import type { ChangeResult, SentChange } from '#src/features/webhooks/change/mutations.ts';
import { isSamePair, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { useNameBook } from '#src/features/webhooks/names/names.ts';
import { answerMessage } from './answer-message.ts';
import styles from './Pair.module.css';

const Answered = ({
  change,
  result: { entryId, outcome },
  formPair,
  onSend,
}: {
  change: Change;
  result: ChangeResult;
  formPair: PairValues | undefined;
  onSend: (change: Change) => void;
}) => {
  const { place } = useWorkspace().service;
  const { campaign, webhook } = useNameBook();
  const { operation, campaignId, webhookId } = change;
  const message = answerMessage(change, outcome, { place, isInForm: isSamePair(change, formPair) });
  const { answer } = receivedOf(outcome);
  const pair = (
    <>
      <Named kind="webhook" id={webhookId} /> {VERBS[operation].where}{' '}
      <Named kind="campaign" id={campaignId} />
    </>
  );
  return (
    <>
      <OutcomeAlert
        message={message}
        onAct={() => onSend(message.action === 'Undo' ? undoing(change, entryId) : again(change))}
      />
      <DescriptionList
        className={styles['description']}
        items={[
          ...(campaign.has(campaignId) || webhook.has(webhookId) ? [{ label: 'Pair', value: pair }] : []),
          {
            label: outcome.kind === 'not-sent' ? 'Not sent' : 'Sent',
            value: <RequestShown request={outcome.request} />,
          },
          { label: 'Answer', value: <AnswerText outcome={outcome} timed /> },
        ]}
      />
      {answer && (
        <>
          <BodyText body={answer.body} />
          {answer.body.truncated && <p className="hint">Only the beginning of the body is shown.</p>}
        </>
      )}
    </>
  );
};

/** What came of the latest change of this page. Takes the focus where the button that had it has gone. */
export const AnswerSection = ({
  sent: { change, at, isRunning, result },
  formPair,
  onSend,
  ref,
}: {
  sent: SentChange;
  formPair: PairValues | undefined;
  onSend: (change: Change) => void;
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
      result && <Answered change={change} result={result} formPair={formPair} onSend={onSend} />
    )}
  </section>
);
