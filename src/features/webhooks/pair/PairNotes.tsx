import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import { useHasOpenRun } from '#src/log/run-progress.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import styles from './Pair.module.css';

/** Says that a pair is in a run that is not over: two requests for one pair may take effect in either order. */
export const InRunNote = ({ pair: { campaignId, webhookId } }: { pair: PairValues }) => {
  const workspace = useWorkspace();
  const hasRun = useHasOpenRun(workspace.storageKey);
  const { data: run } = useQuery({
    ...logQueries.runWithPair(workspace, { campaignId, webhookId }),
    enabled: hasRun,
  });
  if (!run || !hasRun) return null;
  return (
    <div className={styles['note']}>
      <Alert
        tone="warn"
        icon="warn"
        live="status"
        title={`This pair is in a run that is ${run.status === 'paused' ? 'paused' : 'under way'}`}
        actions={<Link href={pathOfRun(run.id)}>Open run</Link>}
      >
        The run sends {VERBS[run.operation].plain} for it; which of the two requests takes effect last is not
        known.
      </Alert>
    </div>
  );
};

/** What this browser last saw accepted for a pair. The answer of that entry, which is shown beside it, needs no repetition. */
export const LastAcceptedNote = ({ pair, answered }: { pair: PairValues; answered: string | undefined }) => {
  const { data: last, dataUpdatedAt } = useQuery(logQueries.lastAccepted(useWorkspace(), pair));
  if (!last || last.id === answered) return null;
  const { plain, capital } = VERBS[last.operation];
  const when = formatMoment(last.at, dataUpdatedAt);
  return (
    <div className={styles['note']}>
      <Alert tone="info" title={`${capital} accepted at ${when}`}>
        This browser’s last accepted operation for this pair was {plain}, at {when.replace(/:\d\d$/, '')}.
        What a second {plain} does is not documented.
      </Alert>
    </div>
  );
};
