import { providerBody } from '#src/api/request.ts';
import { getOutcomeKind, getReceived, type OutcomeKind } from '#src/api/outcome.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AnswerText, BodyText, listRequestId, RequestText } from '#src/outcomes/Outcome.tsx';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Badge, type StatusLook } from '#src/ui/Status.tsx';
import { toRequest } from './fields.ts';
import type { SettledChange } from './use-provider-changes.ts';
import styles from './provider.module.css';

const BADGES: Record<OutcomeKind, StatusLook> = {
  accepted: { tone: 'ok', word: 'Accepted' },
  'with-message': WITH_MESSAGE,
  refused: { tone: 'bad', word: 'Refused' },
  unknown: { tone: 'warn', word: 'Unknown' },
  'not-sent': { tone: 'other', word: 'Not sent' },
};

export const LastAnswer = ({ change }: { change: SettledChange }) => {
  const { config } = useWorkspace();
  const { outcome } = change;
  const { answer, at } = getReceived(outcome);
  const body =
    change.operation === 'save'
      ? providerBody(config.provider, { ...toRequest(change.values), authToken: '<auth token>' })
      : undefined;
  return (
    <section aria-label="Last answer">
      <SidePanelHeader>
        <h2>Last answer</h2>
        <Badge {...BADGES[getOutcomeKind(outcome)]} />
      </SidePanelHeader>
      <DescriptionList
        items={[
          { label: 'Request', value: <RequestText request={outcome.request} body={body} /> },
          { label: 'Answer', value: <AnswerText outcome={outcome} /> },
          { label: 'Time', value: formatTime(at) },
          ...listRequestId(answer?.requestId),
        ]}
      />
      {answer && (
        <div className={styles['body']}>
          <BodyText body={answer.body} />
          {answer.body.truncated && <p className="hint">Only the beginning is kept.</p>}
        </div>
      )}
    </section>
  );
};
