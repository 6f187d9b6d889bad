import type { Answer, Outcome, ResponseBody } from '#src/api/outcome.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Facts, Raw } from '#src/ui/Facts.tsx';
import { SideHead } from '#src/ui/overlays/Sheet.tsx';
import { Badge, type StatusLook } from '#src/ui/Status.tsx';
import styles from './LastAnswer.module.css';
import { MASK } from './secret.ts';
import { shownBody, type SentRequest } from './words.ts';

const lookOf = ({ operation, outcome }: SentRequest, answer: Answer | undefined): StatusLook => {
  const looks: Record<Outcome['kind'], StatusLook> = {
    accepted: { tone: 'ok', word: operation === 'save' ? 'Accepted' : 'Deleted' },
    refused: { tone: 'bad', word: 'Rejected' },
    unknown: { tone: 'warn', word: answer ? 'Unknown' : 'No answer' },
    'not-sent': { tone: 'other', word: 'Not sent' },
  };
  return looks[outcome.kind];
};

const Body = ({ body }: { body: ResponseBody }) => {
  if (body.text === '') return <p className="hint">The answer has no body.</p>;
  return (
    <>
      <Raw text={shownBody(body)} json={body.json !== undefined} label="Response body" />
      {body.truncated && <p className="hint">Only the beginning is kept.</p>}
      {body.text.includes(MASK) && (
        <p className="hint">Where the answer repeats the auth token, {MASK} stands in its place.</p>
      )}
    </>
  );
};

/** The evidence of the last request: what was asked, what came back and when. */
export const LastAnswer = ({ sent }: { sent: SentRequest }) => {
  const { outcome } = sent;
  const { method, target } = outcome.request;
  const problem = 'problem' in outcome ? outcome.problem : undefined;
  const answer = 'answer' in outcome ? outcome.answer : problem?.answer;
  const status = answer?.status ?? problem?.status;
  const { durationMs, at } = answer ?? problem ?? { durationMs: 0, at: 0 };
  return (
    <section aria-label="Last answer">
      <SideHead>
        <h2>Last answer</h2>
        <Badge {...lookOf(sent, answer)} />
      </SideHead>
      <Facts
        facts={[
          {
            label: 'Request',
            value: (
              <span className="mono">
                {method} {target}
              </span>
            ),
          },
          {
            label: 'Answer',
            value:
              status === undefined ? (
                <>
                  None <small>waited {waited(durationMs)}</small>
                </>
              ) : (
                <>
                  {status} <small>in {durationMs} ms</small>
                </>
              ),
          },
          { label: 'Time', value: formatTime(at) },
        ]}
      />
      {answer && (
        <div className={styles['body']}>
          <Body body={answer.body} />
        </div>
      )}
    </section>
  );
};

const waited = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
