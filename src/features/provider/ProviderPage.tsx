import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { answerLeaving, leaving } from '#src/ui/overlays/leave-guard.ts';
import { MainPanel, PageLayout, SidePanel } from '#src/ui/PageLayout.tsx';
import { Title } from '#src/ui/Title.tsx';
import { DeleteConfiguration } from './DeleteConfiguration.tsx';
import { LastAnswer } from './LastAnswer.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderHistory } from './ProviderHistory.tsx';
import { useProviderChanges } from './use-provider-changes.ts';
import styles from './provider.module.css';

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
  // Read when the answer comes, which may be many renders later.
  const isDirty = useRef(false);
  const [forms, setForms] = useState(0);
  // Empties the form of the saved values, which are deleted now. What was typed since is kept.
  const clear = () => {
    if (!isDirty.current) setForms((count) => count + 1);
  };
  return (
    <PageLayout>
      <Title>Provider</Title>
      <MainPanel>
        <div className={styles['content']}>
          <h1>Provider</h1>
          <ProviderForm
            key={forms}
            onDirty={(now) => {
              isDirty.current = now;
            }}
          />
          <DeleteConfiguration onAccepted={clear} />
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
