import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { openRunInWords, progressWords } from './run-words.ts';
import styles from './OpenRuns.module.css';

const MOST_SHOWN = 3;

/** Runs that are not finished, so that nobody begins one anew that only stands still. */
export const OpenRuns = () => {
  const { data, dataUpdatedAt } = useQuery(logQueries.runs(useWorkspace()));
  const open = (data?.runs ?? []).filter(({ status }) => status !== 'finished');
  if (open.length === 0) return null;
  return (
    <div className={styles['runs']}>
      {open.slice(0, MOST_SHOWN).map((run) => (
        <Alert
          key={run.id}
          tone="info"
          icon={run.status === 'running' ? 'live' : 'paused'}
          title={openRunInWords(run, dataUpdatedAt)}
          actions={<Link href={pathOfRun(run.id)}>Open run</Link>}
        >
          {progressWords(run)}
        </Alert>
      ))}
    </div>
  );
};
