import type { Ref } from 'react';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import type { OutcomeMessage } from './messages.ts';

/** What came of a write, and the one thing to do about it. Only what needs somebody is announced at once. */
export const OutcomeAlert = ({
  message: { tone, icon, title, text, action },
  onAct,
  ref,
}: {
  message: OutcomeMessage;
  onAct: () => void;
  ref?: Ref<HTMLDivElement>;
}) => (
  <Alert
    tone={tone}
    {...(icon && { icon })}
    title={title}
    live={tone === 'ok' || tone === 'info' ? 'status' : 'alert'}
    {...(ref && { ref })}
    actions={
      action && (
        <Button
          size="sm"
          icon={action === 'Undo' ? 'undo' : 'refresh'}
          onClick={(event) => isFirstClick(event) && onAct()}
        >
          {action}
        </Button>
      )
    }
  >
    {text}
  </Alert>
);
