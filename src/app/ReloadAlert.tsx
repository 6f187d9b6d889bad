import type { ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';

/** Something of the console itself is broken or missing, and a reload is the way on. */
export const ReloadAlert = ({
  title,
  children = 'The connection may have broken, or a new version may have been put in place.',
}: {
  title: string;
  children?: ReactNode;
}) => (
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
    {children}
  </Alert>
);
