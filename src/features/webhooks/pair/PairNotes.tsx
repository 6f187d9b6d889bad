import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { WebhookPair } from '#src/api/request.ts';
import { logQueries } from '#src/log/queries.ts';
import { useHasOpenRun } from '#src/log/open-run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE_LABEL } from '#src/outcomes/with-message.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import styles from './Pair.module.css';

/** Warns that an unfinished run sends the pair too: either request could take effect last. */
export const InRunNote = ({ pair }: { pair: WebhookPair }) => {
  const workspace = useWorkspace();
  const hasRun = useHasOpenRun(workspace.storageKey);
  const { data: run } = useQuery({ ...logQueries.runWithPair(workspace, pair), enabled: hasRun });
  if (!run || !hasRun) return null;
  return (
    <div className={styles['note']}>
      <Alert
        tone="warn"
        icon="warn"
        live="status"
        title={`This pair is in a run that is ${run.status === 'paused' ? 'paused' : 'under way'}`}
        actions={<Link href={getRunPath(run.id)}>Open run</Link>}
      >
        The run sends {VERBS[run.operation].plain} for it. We can’t tell which request takes effect last.
      </Alert>
    </div>
  );
};

export const LastAcceptedNote = ({
  pair,
  answeredId,
}: {
  pair: WebhookPair;
  answeredId: string | undefined;
}) => {
  const { data: last, dataUpdatedAt } = useQuery(logQueries.lastAccepted(useWorkspace(), pair));
  if (!last || last.id === answeredId) return null;
  const { plain, capital } = VERBS[last.operation];
  const accepted = last.withMessage ? `${WITH_MESSAGE_LABEL},` : 'accepted';
  return (
    <div className={styles['note']}>
      <Alert tone="info" title={`${capital} ${accepted} at ${formatMoment(last.at, dataUpdatedAt)}`}>
        What a second {plain} does isn’t documented.
      </Alert>
    </div>
  );
};
