import { getOutcomeKind, getReceived } from '#src/api/outcome.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AnswerText, BodyText, listRequestId, RequestText } from '#src/outcomes/Outcome.tsx';
import { OUTCOME_LOOKS } from '#src/outcomes/outcome-looks.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Badge } from '#src/ui/Status.tsx';
import type { SettledChange } from './use-provider-changes.ts';
import styles from './provider.module.css';

export const LastAnswer = ({ change: { outcome } }: { change: SettledChange }) => {
  const { answer, at } = getReceived(outcome);
  return (
    <section aria-label="Last answer">
      <SidePanelHeader>
        <h2>Last answer</h2>
        <Badge {...OUTCOME_LOOKS[getOutcomeKind(outcome)]} />
      </SidePanelHeader>
      <DescriptionList
        items={[
          { label: 'Request', value: <RequestText request={outcome.request} /> },
          { label: 'Answer', value: <AnswerText outcome={outcome} /> },
          { label: 'Time', value: formatTime(at) },
          ...listRequestId(answer?.requestId),
        ]}
      />
      {answer && (
        <div className={styles['body']}>
          <BodyText body={answer.body} />
        </div>
      )}
    </section>
  );
};
