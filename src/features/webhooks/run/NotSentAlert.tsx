import { Alert } from '#src/ui/alerts/Alert.tsx';
import type { NotSentReason } from './runner.ts';

const ADVICE: Readonly<Record<NotSentReason, string>> = {
  busy: 'This browser was sending another run. Try again when it’s over.',
  changed: 'It changed meanwhile. Check it, then try again.',
  unwritten: 'This browser’s storage is full or blocked. Free some space, then try again.',
};

export const NotSentAlert = ({ reason }: { reason: NotSentReason }) => (
  <Alert tone="warn" title="Nothing was sent" live="alert">
    {ADVICE[reason]}
  </Alert>
);
