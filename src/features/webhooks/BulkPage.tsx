import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { usePathname } from 'wouter/use-browser-location';
import { runQueries } from '#src/journal/runs/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { BEGUN, BULK_PATH, bulkPlaceOf, NEW_PATH, pathOfRun } from './change/bulk-address.ts';
import { BulkInput } from './draft/BulkInput.tsx';
import { BulkRefused } from './draft/BulkRefused.tsx';
import { CheckView } from './draft/CheckView.tsx';
import { runnerOf } from './run/runner-of.ts';
import { useDraftStore } from './draft/use-draft-store.ts';
import './draft/bulk.css';

const RunScreen = lazyPart(async () => (await import('./run/screen/RunScreen.tsx')).RunScreen);

const NoRun = ({ onTryAgain }: { onTryAgain: (() => void) | undefined }) => (
  <div className="bulk-in">
    <div role="status">
      <h2>{onTryAgain ? 'This run could not be read' : 'This run is not kept in this browser'}</h2>
      <p className="second">
        {onTryAgain
          ? 'This browser’s storage does not answer. The run may still be there.'
          : 'It was sent from another browser, or this one has forgotten it.'}{' '}
        {onTryAgain && <TextButton onClick={onTryAgain}>Try again</TextButton>}{' '}
        <Link href={BULK_PATH}>New run</Link>
      </p>
    </div>
  </div>
);

const OneRun = ({ runId, onNew }: { runId: string; onNew: () => void }) => {
  const workspace = useWorkspace();
  const runner = runnerOf(workspace);
  const { data: record, refetch } = useQuery(runQueries.run(workspace, runId));
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  if (record === undefined) return null;
  // Where storage fails nobody can say that it has no such run.
  if (record === null)
    return <NoRun onTryAgain={runLogOf(workspace).isKept() ? undefined : () => void refetch()} />;
  const isHere = current?.isHere === true && current.record.run().id === runId;
  return <RunScreen key={runId} record={record} runner={runner} isHere={isHere} onNew={onNew} />;
};

/** Many pairs at once: what is to be sent, its check, and the run that it becomes. */
export const BulkPage = () => {
  const place = bulkPlaceOf(usePathname()) ?? { kind: 'bulk' };
  const [, navigate] = useLocation();
  const { typed, draft, reading } = useStore(useDraftStore());
  const workspace = useWorkspace();
  const runLog = runLogOf(workspace);
  const runner = runnerOf(workspace);
  const isRefused = useSyncExternalStore(runLog.subscribe, runLog.isRefused);
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  const onNew = () => navigate(runner.current() ? NEW_PATH : BULK_PATH, { state: BEGUN });
  // What somebody is typing does not make way for a run that another tab begins.
  const { pairs, campaigns, webhooks } = typed;
  const isBlank = !draft && !reading && `${pairs}${campaigns}${webhooks}`.trim() === '';
  const shownId = place.kind === 'bulk' && isBlank ? current?.record.run().id : undefined;
  // By its own address it stays in sight when it is over.
  useEffect(() => {
    if (shownId !== undefined) navigate(pathOfRun(shownId), { replace: true });
  }, [shownId, navigate]);

  if (place.kind === 'run') return <OneRun runId={place.runId} onNew={onNew} />;
  if (isRefused) return <BulkRefused />;
  if (draft) return <CheckView draft={draft} />;
  if (shownId !== undefined) return <OneRun runId={shownId} onNew={onNew} />;
  return <BulkInput />;
};
