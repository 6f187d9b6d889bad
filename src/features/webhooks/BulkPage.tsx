import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { usePathname } from 'wouter/use-browser-location';
import { runQueries } from '#src/log/runs/queries.ts';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { BULK_PATH, bulkPlaceOf, ONE_PATH, pathOfRun } from './change/bulk-address.ts';
import { BulkInput } from './draft/BulkInput.tsx';
import { CheckView } from './draft/CheckView.tsx';
import { useCurrentRun } from './run/runner-of.ts';
import { useDraftStore } from './draft/draft-store.ts';
import styles from './draft/BulkInput.module.css';

const RunScreen = lazyPart(async () => (await import('./run/screen/RunScreen.tsx')).RunScreen);

/** Where nothing can be written down, nothing is sent in bulk; said before anybody types. */
const BulkRefused = () => (
  <div className={styles['page']}>
    <Alert
      tone="warn"
      title="Many pairs can’t be sent from this browser"
      live="status"
      actions={<Link href={ONE_PATH}>One pair at a time</Link>}
    >
      It keeps nothing for this page, or does not let tabs agree which of them sends. Each line of a run is
      written down before its request leaves, so that none is sent twice; without that no run is begun. One
      pair at a time still works.
    </Alert>
  </div>
);

const NoRun = ({ onTryAgain }: { onTryAgain: (() => void) | undefined }) => (
  <div className={styles['page']}>
    <div role="status">
      <h2>{onTryAgain ? 'This run could not be read' : 'This run is not kept in this browser'}</h2>
      <p className="second">
        {onTryAgain
          ? 'This browser’s storage does not answer. The run may still be there.'
          : 'It was sent from another browser, or this one has forgotten it.'}{' '}
        {onTryAgain && <TextButton onClick={onTryAgain}>Retry</TextButton>}{' '}
        <Link href={BULK_PATH}>New run</Link>
      </p>
    </div>
  </div>
);

const OneRun = ({ runId }: { runId: string }) => {
  const workspace = useWorkspace();
  const { data: record, refetch } = useQuery(runQueries.run(workspace, runId));
  if (record === undefined) return null;
  // Where storage fails nobody can say that it has no such run.
  if (record === null)
    return <NoRun onTryAgain={runLogOf(workspace).isKept() ? undefined : () => void refetch()} />;
  return <RunScreen key={runId} record={record} />;
};

/** Many pairs at once: what is to be sent, its check, and the run that it becomes. */
export const BulkPage = () => {
  const place = bulkPlaceOf(usePathname()) ?? { kind: 'bulk' };
  const [, navigate] = useLocation();
  const { typed, draft, isReading } = useStore(useDraftStore());
  const runLog = runLogOf(useWorkspace());
  const isRefused = useSyncExternalStore(runLog.subscribe, runLog.isRefused);
  const current = useCurrentRun();
  // What somebody is typing does not make way for a run that another tab begins.
  const { pairs, campaigns, webhooks } = typed;
  const isBlank = !draft && !isReading && `${pairs}${campaigns}${webhooks}`.trim() === '';
  const shownId = place.kind === 'bulk' && isBlank ? current?.record.run().id : undefined;
  // By its own address it stays in sight when it is over.
  useEffect(() => {
    if (shownId !== undefined) navigate(pathOfRun(shownId), { replace: true });
  }, [shownId, navigate]);

  // A run that goes on without a network is seen, and can be paused.
  const hasPairs = draft !== undefined;
  useEffect(() => {
    if (hasPairs) RunScreen.preload();
  }, [hasPairs]);

  if (place.kind === 'run') return <OneRun runId={place.runId} />;
  if (isRefused) return <BulkRefused />;
  if (draft) return <CheckView draft={draft} />;
  if (shownId !== undefined) return <OneRun runId={shownId} />;
  return <BulkInput />;
};
