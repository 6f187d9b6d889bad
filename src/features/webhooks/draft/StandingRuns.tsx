import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { journalQueries } from '#src/journal/queries.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { openRunInWords } from './check-words.ts';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';

const MOST_SHOWN = 3;

/** Runs that are not finished, so that nobody begins one anew that only stands still. */
export const StandingRuns = () => {
  const workspace = useWorkspace();
  const runner = runnerOf(workspace);
  const [nowMs] = useState(() => Date.now());
  const { data: runs = [] } = useQuery(journalQueries.runs(workspace));
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  const goingOn = current?.record.run().id;
  const open = runs.filter(({ id, status }) => status === 'paused' || id === goingOn);
  if (open.length === 0) return null;
  return (
    <div className="bulk-standing">
      {open.slice(0, MOST_SHOWN).map((run) => (
        <Alert
          key={run.id}
          tone="info"
          icon={run.id === goingOn ? 'live' : 'held'}
          title={openRunInWords(run, { isGoingOn: run.id === goingOn, nowMs })}
          actions={<Link href={pathOfRun(run.id)}>Open</Link>}
        />
      ))}
    </div>
  );
};
