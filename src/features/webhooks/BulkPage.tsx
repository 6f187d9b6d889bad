import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { usePathname } from 'wouter/use-browser-location';
import { useLog } from '#src/log/log.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { BULK_PATH, bulkPlaceOf, NEW_PATH, ONE_PATH, pathOfRun } from './change/bulk-address.ts';
import { BulkInput } from './draft/BulkInput.tsx';
import { CheckView } from './draft/CheckView.tsx';
import type { Relist } from './run/run-undo.ts';
import { useRunUnderWay } from './run/runner-of.ts';
import { useRunView } from './run/screen/run-hooks.ts';
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
  const { view, isError, refetch } = useRunView(runId);
  const store = useDraftStore();
  const [, navigate] = useLocation();
  const [replacing, setReplacing] = useState<Relist>();
  const check = (list: Relist) => {
    store.read({ kind: 'relist', list });
    navigate(NEW_PATH);
  };
  const checkOrAsk = (list: Relist) =>
    store.getState().draft?.getState().isFixed ? setReplacing(list) : check(list);
  // If storage fails nobody can say that it has no such run.
  if (isError) return <NoRun onTryAgain={() => void refetch()} />;
  if (view === undefined) return null;
  if (view === null) return <NoRun onTryAgain={undefined} />;
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

/** Many pairs at once: what is to be sent, its check, and the run that it becomes. */
export const BulkPage = () => {
  const place = bulkPlaceOf(usePathname()) ?? { kind: 'bulk' };
  const [, navigate] = useLocation();
  const { typed, draft, isReading } = useStore(useDraftStore());
  const isDurable = useStore(useLog().state, (state) => state.isDurable);
  const pageOnly = useStore(isPageOnly);
  const current = useRunUnderWay();
  // What is being typed does not make way for a run that another tab begins.
  const { pairs, campaigns, webhooks } = typed;
  const isBlank = !draft && !isReading && `${pairs}${campaigns}${webhooks}`.trim() === '';
  const shownId = place.kind === 'bulk' && isBlank ? current : undefined;
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
  if (!isDurable || pageOnly) return <BulkRefused />;
  if (draft) return <CheckView draft={draft} />;
  if (shownId !== undefined) return <OneRun runId={shownId} />;
  return <BulkInput />;
};
