import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { missingParts } from './missing-parts.ts';
import styles from './Start.module.css';

const CAUSE = 'The connection may have broken, or a new version may have been put in place.';
const STUCK =
  'The page has reloaded once, and the server still doesn’t have this part. Tell whoever runs this console: files of the build are missing.';

type ReloadAlertProps = { title: string; children?: ReactNode };

/** Something of the console itself is broken or missing, and a reload is the way on. */
export const ReloadAlert = ({ title, children }: ReloadAlertProps) => {
  const isStuck = useStore(missingParts) === 'stuck';
  return (
    <Alert
      tone="bad"
      title={title}
      live="alert"
      actions={
        <Button size="sm" icon="refresh" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      {children ?? (isStuck ? STUCK : CAUSE)}
    </Alert>
  );
};

/** The same in place of a whole page. */
export const ReloadPage = (props: ReloadAlertProps) => (
  <main className={styles['wait']}>
    <ReloadAlert {...props} />
  </main>
);
