import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { usePathname } from 'wouter/use-browser-location';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { BULK_PATH, parseBulkPath, NEW_PATH, ONE_PATH, getRunPath } from './change/bulk-address.ts';
import { BulkInput } from './draft/BulkInput.tsx';
import { CheckView } from './draft/CheckView.tsx';
import { useDraftStore } from './draft/draft-store.ts';
import type { Relist } from './run/relist.ts';
import { useRunner, useRunUnderWay } from './run/workspace-runner.ts';
import styles from './draft/BulkInput.module.css';

const RunScreen = lazyPart(async () => (await import('./run/screen/RunScreen.tsx')).RunScreen);

const StorageBlocked = () => (
  <div className={styles['page']}>
    <Alert
      tone="warn"
      title="Bulk needs this browser’s storage, which is blocked."
      live="status"
      actions={<Link href={ONE_PATH}>One pair at a time</Link>}
    />
  </div>
);

/** `onRetry`: storage failed, so the run may still be there. */
const MissingRun = ({ onRetry }: { onRetry?: () => void }) => (
  <div className={styles['page']}>
    <div role="status">
      <h2>{onRetry ? 'This run could not be read' : 'This browser doesn’t have this run'}</h2>
      <p className="second">
        {onRetry
          ? 'This browser’s storage doesn’t answer.'
          : 'It was sent from another browser, or deleted here.'}{' '}
        {onRetry && <TextButton onClick={onRetry}>Retry</TextButton>} <Link href={BULK_PATH}>New run</Link>
      </p>
    </div>
  </div>
);

/** A run as this tab sends it or sent it last, else from storage. */
const useRunView = (runId: string) => {
  const own = useStore(useRunner().state, (state) => (state.own?.run.id === runId ? state.own : undefined));
  const { data, isError, refetch } = useQuery({
    ...logQueries.run(useWorkspace(), runId),
    enabled: !own,
  });
  return { view: own ?? data, isError, refetch };
};

const RunPlace = ({ runId }: { runId: string }) => {
  const { view, isError, refetch } = useRunView(runId);
  const store = useDraftStore();
  const [, navigate] = useLocation();
  const [replacing, setReplacing] = useState<Relist>();
  const check = (list: Relist) => {
    store.read({ kind: 'relist', list });
    navigate(NEW_PATH);
  };
  const checkOrAsk = (list: Relist) =>
    store.getState().draft?.getState().isEdited ? setReplacing(list) : check(list);
  if (isError) return <MissingRun onRetry={() => void refetch()} />;
  if (view === undefined) return null;
  if (view === null) return <MissingRun />;
  return (
    <>
      <RunScreen key={runId} view={view} onRelist={checkOrAsk} />
      {replacing && (
        <ConfirmDialog
          title="Discard the list that you are checking?"
          action="Discard"
          onBack={() => setReplacing(undefined)}
          onConfirm={() => check(replacing)}
        >
          <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

export const BulkPage = () => {
  const place = parseBulkPath(usePathname()) ?? { kind: 'bulk' };
  const [, navigate] = useLocation();
  const { typed, draft, isReading } = useStore(useDraftStore());
  const isBlocked = useStore(isPageOnly);
  const underWay = useRunUnderWay();
  // A run that another tab starts doesn't replace what the user types here.
  const isBlank = !draft && !isReading && `${typed.pairs}${typed.campaigns}${typed.webhooks}`.trim() === '';
  const shownId = place.kind === 'bulk' && isBlank ? underWay : undefined;
  // At its own address it stays on screen when it is over.
  useEffect(() => {
    if (shownId !== undefined) navigate(getRunPath(shownId), { replace: true });
  }, [shownId, navigate]);

  // A run can be seen and paused even if the network fails after its start.
  const hasDraft = draft !== undefined;
  useEffect(() => {
    if (hasDraft) RunScreen.preload();
  }, [hasDraft]);

  if (place.kind === 'run') return <RunPlace runId={place.runId} />;
  if (isBlocked) return <StorageBlocked />;
  if (draft) return <CheckView draft={draft} />;
  if (shownId !== undefined) return <RunPlace runId={shownId} />;
  return <BulkInput />;
};
