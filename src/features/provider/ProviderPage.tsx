import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getOutcomeKind, getReceived } from '#src/api/outcome.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AnswerText, BodyText, listRequestId, RequestText } from '#src/outcomes/Outcome.tsx';
import { OUTCOME_LOOKS } from '#src/outcomes/outcome-looks.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { answerLeaving, leaving } from '#src/ui/overlays/leave-guard.ts';
import { MainPanel, PageLayout, SidePanel, SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Badge } from '#src/ui/Status.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { DeleteConfiguration } from './DeleteConfiguration.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { LastAccepted, ProviderHistory } from './ProviderHistory.tsx';
import { useProviderChanges, type SettledChange } from './use-provider-changes.ts';
import styles from './provider.module.css';

const LastAnswer = ({ change: { outcome } }: { change: SettledChange }) => {
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

const LeaveQuestion = () => {
  const pending = useStore(leaving);
  if (!pending) return null;
  return (
    <ConfirmDialog
      title={pending.question.title}
      action="Leave"
      onBack={() => answerLeaving(false)}
      onConfirm={() => answerLeaving(true)}
    >
      <p className="second">{pending.question.text}</p>
    </ConfirmDialog>
  );
};

export const ProviderPage = () => {
  const { settled } = useProviderChanges();
  // A ref, since it is read when the answer comes.
  const isDirty = useRef(false);
  const [formKey, setFormKey] = useState(0);
  // The saved values are deleted now. What was typed since is kept.
  const clearForm = () => {
    if (!isDirty.current) setFormKey((count) => count + 1);
  };
  return (
    <PageLayout form>
      <Title>Provider</Title>
      <MainPanel>
        <div className={styles['content']}>
          <div className={styles['head']}>
            <h1>Provider</h1>
            <LastAccepted />
          </div>
          <ProviderForm
            key={formKey}
            onDirty={(now) => {
              isDirty.current = now;
            }}
          />
          <DeleteConfiguration onAccepted={clearForm} />
        </div>
      </MainPanel>
      <SidePanel label="Answers and history" className={styles['side']}>
        {settled && settled.outcome.kind !== 'not-sent' && <LastAnswer change={settled} />}
        <ProviderHistory />
      </SidePanel>
      <LeaveQuestion />
    </PageLayout>
  );
};
