import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import { describeOpenRun, describeProgress } from './describe-run.ts';
import list from './PairList.module.css';

const MAX_SHOWN = 3;

export const OpenRuns = () => {
  const { data, dataUpdatedAt } = useQuery(logQueries.runs(useWorkspace()));
  const open = (data?.runs ?? []).filter(({ status }) => status !== 'finished');
  if (open.length === 0) return null;
  return (
    <div className={list['openRuns']}>
      {open.slice(0, MAX_SHOWN).map((run) => (
        <Alert
          key={run.id}
          tone="info"
          icon={run.status === 'running' ? 'live' : 'paused'}
          title={describeOpenRun(run, dataUpdatedAt)}
          actions={<Link {...linkToRun(run.id)}>Open run</Link>}
        >
          {describeProgress(run)}
        </Alert>
      ))}
    </div>
  );
};
