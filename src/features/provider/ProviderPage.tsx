import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { answerLeaving, leaving } from '#src/ui/overlays/leave-guard.ts';
import { MainPanel, PageLayout, SidePanel } from '#src/ui/page/PageLayout.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { DeleteConfiguration } from './DeleteConfiguration.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderHistory } from './ProviderHistory.tsx';
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
          <h1>Provider</h1>
          <ProviderForm
            key={formKey}
            onDirty={(now) => {
              isDirty.current = now;
            }}
          />
          <DeleteConfiguration onAccepted={clearForm} />
        </div>
      </MainPanel>
      <SidePanel label="History" className={styles['side']}>
        <ProviderHistory />
      </SidePanel>
      <LeaveQuestion />
    </PageLayout>
  );
};
