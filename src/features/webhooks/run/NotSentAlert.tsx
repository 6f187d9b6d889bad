import { Link } from 'wouter';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import type { NotSentReason } from './runner.ts';
import { useRunUnderWay } from './workspace-runner.ts';

const ADVICE: Readonly<Record<NotSentReason, string>> = {
  busy: 'This browser was sending another run. Try again when it’s over.',
  changed: 'It changed meanwhile. Check it, then try again.',
  unwritten: 'This browser’s storage is full or blocked. Free some space, then try again.',
};

export const NotSentAlert = ({ reason }: { reason: NotSentReason }) => {
  const other = useRunUnderWay();
  const link = reason === 'busy' && other !== undefined && (
    <Link href={getRunPath(other)}>Open that run</Link>
  );
  return (
    <Alert tone="warn" title="Nothing was sent" live="alert" actions={link}>
      {ADVICE[reason]}
    </Alert>
  );
};
