import { useQuery } from '@tanstack/react-query';
import { journalQueries } from '#src/journal/queries.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import styles from './PairForm.module.css';

/**
 * What this browser last saw accepted for the pair in the form; nothing where it saw nothing. The answer beside it
 * needs no repetition.
 */
export const LastAccepted = ({
  pair,
  answeredEntry,
}: {
  pair: PairValues;
  answeredEntry: string | undefined;
}) => {
  const { data: last, dataUpdatedAt } = useQuery(journalQueries.lastAccepted(useWorkspace(), pair));
  if (!last) return null;
  if ('entry' in last.by && last.by.entry === answeredEntry) return null;
  const { plain, capital } = VERBS[last.operation];
  const day = formatDay(last.at, dataUpdatedAt);
  const when = `${day === 'Today' ? '' : `${day}, `}${formatTime(last.at)}`;
  return (
    <div className={styles['last']}>
      <Alert tone="info" title={`${capital} accepted at ${when}`}>
        This browser’s last accepted operation for this pair was {plain}, at {when.replace(/:\d\d$/, '')}.
        What a second {plain} does is not documented.
      </Alert>
    </div>
  );
};
