import { useQuery } from '@tanstack/react-query';
import type { WebhookPair } from '#src/api/request.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE_LABEL } from '#src/outcomes/with-message.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import styles from './Pair.module.css';

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
