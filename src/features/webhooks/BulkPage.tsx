import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { usePathname } from 'wouter/use-browser-location';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { BULK_PATH, parseBulkPath, ONE_PAIR_PATH } from './change/paths.ts';
import { BulkInput } from './draft/BulkInput.tsx';
import { CheckView } from './draft/CheckView.tsx';
import { useDraftStore } from './draft/draft-store.ts';
import { useRunner } from './run/workspace-runner.ts';

const RunScreen = lazyPart(async () => (await import('./run/screen/RunScreen.tsx')).RunScreen);

const StorageBlocked = () => (
  <div className="page stack">
    <Alert
      tone="warn"
      title="Bulk needs this browser’s storage, which is blocked."
      live="status"
      actions={<Link href={ONE_PAIR_PATH}>One pair at a time</Link>}
    />
  </div>
);

/** The run as this tab sends it or sent it last, else as it is stored. */
const RunPage = ({ runId }: { runId: string }) => {
  const own = useStore(useRunner().state, (state) => (state.own?.run.id === runId ? state.own : undefined));
  const { data, isError } = useQuery({
    ...logQueries.run(useWorkspace(), runId),
    enabled: !own,
  });
  const view = own ?? data;
  if (view) return <RunScreen key={runId} view={view} />;
  if (view === undefined && !isError) return null;
  return (
    <div className="page stack" role="status">
      <h2>{isError ? 'This run could not be read' : 'This browser doesn’t have this run'}</h2>
      <p className="second">
        {isError ? 'Storage failed. Reload the page.' : 'It was sent from another browser, or deleted here.'}{' '}
        <Link href={BULK_PATH}>New run</Link>
      </p>
    </div>
  );
};

export const BulkPage = () => {
  const address = parseBulkPath(usePathname()) ?? { kind: 'bulk' };
  const { draft } = useStore(useDraftStore());
  const isBlocked = useStore(isPageOnly);

  // The run's screen is then there even if the network fails after the start.
  const hasDraft = draft !== undefined;
  useEffect(() => {
    if (hasDraft) RunScreen.preload();
  }, [hasDraft]);

  if (address.kind === 'run') return <RunPage runId={address.runId} />;
  if (isBlocked) return <StorageBlocked />;
  return draft ? <CheckView draft={draft} /> : <BulkInput />;
};
