import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { missingParts } from './missing-parts.ts';

const CAUSE = 'The connection may have broken, or a new version may have been put in place.';
const STUCK =
  'The page has reloaded once, and the server still doesn’t have this part. Tell whoever runs this console: files of the build are missing.';

/** Something of the console itself is broken or missing, and a reload is the way on. */
export const ReloadAlert = ({ title, children }: { title: string; children?: ReactNode }) => {
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
