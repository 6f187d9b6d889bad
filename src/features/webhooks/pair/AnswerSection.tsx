import type { ReactNode, Ref } from 'react';
import type { Answer, Outcome, Problem, RequestLine } from '#src/api/outcome.ts';
import type { Recorded } from '#src/journal/recorded.ts';
import { useScope } from '#src/journal/scope.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Facts, Raw } from '#src/ui/Facts.tsx';
import { Note } from '#src/ui/alerts/Note.tsx';
import { again, undoing, type Change } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/changes.ts';
import { isSamePair, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { isFirstClick } from '#src/features/webhooks/change/press.ts';
import { useNameBook } from '#src/features/webhooks/names/use-names.ts';
import { WaitingNote } from './WaitingNote.tsx';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import { answerWords } from '#src/features/webhooks/change/words.ts';
import styles from './AnswerSection.module.css';

const Line = ({ request: { method, target } }: { request: RequestLine }): ReactNode => {
  const [path, ...query] = target.split(/(?=[?&])/);
  return (
    <span className="mono">
      {method} {path}
      {query.map((part) => (
        <span key={part}>
          <wbr />
          {part}
        </span>
      ))}
    </span>
  );
};

const duration = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

const came = (outcome: Outcome): ReactNode => {
  if (outcome.kind === 'not-sent') return outcome.problem.status ?? 'None';
  const { status, durationMs, at }: Pick<Problem, 'status' | 'durationMs' | 'at'> =
    outcome.kind === 'unknown' ? outcome.problem : outcome.answer;
  if (status !== undefined) {
    return (
      <>
        {status}{' '}
        <small>
          in {duration(durationMs)}, at {formatTime(at)}
        </small>
      </>
    );
  }
  return (
    <>
      None{' '}
      <small>
        waited {duration(durationMs)}, until {formatTime(at)}
      </small>
    </>
  );
};

const answerOf = (outcome: Outcome): Answer | undefined =>
  outcome.kind === 'accepted' || outcome.kind === 'refused' ? outcome.answer : outcome.problem.answer;

const Body = ({ answer }: { answer: Answer }) => {
  const { text, truncated, json } = answer.body;
  return (
    <>
      {text === '' ? (
        <p className="hint">The answer has no body.</p>
      ) : (
        <Raw text={text} json={json !== undefined} label="Response body" />
      )}
      {truncated && <p className="hint">Only the beginning of the body is shown.</p>}
    </>
  );
};

const NamedPair = ({ change: { operation, campaignId, webhookId } }: { change: Change }) => (
  <>
    <Named kind="webhook" id={webhookId} /> {VERBS[operation].where} <Named kind="campaign" id={campaignId} />
  </>
);

const Answered = ({
  change,
  result: { entryId, outcome },
  formPair,
  onSend,
}: {
  change: Change;
  result: Recorded;
  formPair: PairValues | undefined;
  onSend: (change: Change) => void;
}) => {
  const { place } = useScope().service;
  const words = answerWords(change, outcome, { place, isInForm: isSamePair(change, formPair) });
  const next = words.action === 'Undo' ? undoing(change, entryId) : again(change);
  const answer = answerOf(outcome);
  const { campaign, webhook } = useNameBook();
  return (
    <>
      <Note
        tone={words.tone}
        icon={words.icon}
        title={words.title}
        live={words.tone === 'ok' || words.tone === 'info' ? 'status' : 'alert'}
        actions={
          words.action && (
            <Button
              size="sm"
              icon={words.action === 'Undo' ? 'undo' : 'refresh'}
              onClick={(event) => isFirstClick(event) && onSend(next)}
            >
              {words.action}
            </Button>
          )
        }
      >
        {words.text}
      </Note>
      <Facts
        className={styles['facts']}
        facts={[
          ...(campaign.has(change.campaignId) || webhook.has(change.webhookId)
            ? [{ label: 'Pair', value: <NamedPair change={change} /> }]
            : []),
          {
            label: outcome.kind === 'not-sent' ? 'Not sent' : 'Sent',
            value: <Line request={outcome.request} />,
          },
          { label: 'Answer', value: came(outcome) },
        ]}
      />
      {answer && <Body answer={answer} />}
    </>
  );
};

/** What came of the latest change of this page. Takes the focus where the button that had it has gone. */
export const AnswerSection = ({
  sent,
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
    {sent.isRunning ? (
      <WaitingNote key={sent.at} sent={sent} />
    ) : (
      sent.result && (
        <Answered change={sent.change} result={sent.result} formPair={formPair} onSend={onSend} />
      )
    )}
  </section>
);
