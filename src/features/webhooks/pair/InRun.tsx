import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runWithPair } from './in-run.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import styles from './PairForm.module.css';

/** Says that a pair is in a run that is not over: two requests for one pair may take effect in either order. */
export const InRun = ({ pair }: { pair: PairValues }) => {
  const workspace = useWorkspace();
  const { data: run } = useQuery(runWithPair(workspace, pair));
  if (!run) return null;
  const underWay = run.status === 'paused' ? 'is paused' : 'is under way';
  return (
    <div className={styles['last']}>
      <Alert
        tone="warn"
        icon="warn"
        live="status"
        title={`This pair is in a run that ${underWay}`}
        actions={<Link href={pathOfRun(run.id)}>Open</Link>}
      >
        The run sends {VERBS[run.operation].plain} for it; which of the two requests takes effect last is not
        known.
      </Alert>
    </div>
  );
};
