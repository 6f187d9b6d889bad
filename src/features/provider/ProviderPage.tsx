import { useRef, useState } from 'react';
import { MainPanel, PageLayout, SidePanel } from '#src/ui/page/PageLayout.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { DeleteConfiguration } from './DeleteConfiguration.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderHistory } from './ProviderHistory.tsx';
import styles from './provider.module.css';

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
    </PageLayout>
  );
};
