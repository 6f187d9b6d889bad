import { useMutationState, useQuery, useQueryClient, type Mutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { useAddWebhook, useRemoveWebhook, WRITE_KEYS, type WebhookChange } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import type { WebhookPair } from '#src/api/client.ts';
import { findEntryId } from '#src/log/entry.ts';
import { openRun, readOpenRun } from '#src/log/open-run.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { escapeId } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { MainPanel, PageLayout, SidePanel, Skeleton } from '#src/ui/page/PageLayout.tsx';
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import {
  BULK_PATH,
  CAMPAIGNS_PATH,
  HISTORY_PATH,
  JUST_BEGUN,
  ONE_PAIR_PATH,
  parseBulkPath,
} from './change/paths.ts';
import { ChangesContext, isSamePair, VERBS, type Change, type SentChange } from './change/change.ts';
import { FollowUpCheck } from './draft/FollowUpCheck.tsx';
import { WAIT_TEXT } from '#src/outcomes/messages.ts';
import { toastIfLeft } from '#src/outcomes/Outcome.tsx';
import { RecentlySent } from './history/SentList.tsx';
import { Named } from './names/NameEdit.tsx';
import { OnePair } from './pair/OnePair.tsx';
import { formatAt } from './run/describe-run.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import styles from './WebhooksPage.module.css';

const BulkPage = lazyPart(async () => (await import('./BulkPage.tsx')).BulkPage, <Skeleton />);
const Campaigns = lazyPart(async () => (await import('./campaigns/Campaigns.tsx')).Campaigns, <Skeleton />);
const History = lazyPart(async () => (await import('./history/History.tsx')).History, <Skeleton />);
const OpenRuns = lazyPart(async () => (await import('./run/RunParts.tsx')).OpenRuns);
const NamesDialog = lazyDialog(async () => (await import('./names/NamesDialog.tsx')).NamesDialog);

const findTab = (path: string): string => {
  // Release 1.0 listed its runs below the bulk page.
  const pathname = path.replace(/\/$/, '').replace(`${BULK_PATH}/runs`, HISTORY_PATH);
  if (parseBulkPath(pathname)) return BULK_PATH;
  return [CAMPAIGNS_PATH, HISTORY_PATH].find((tab) => tab === pathname) ?? ONE_PAIR_PATH;
};

const TABS = [
  { href: ONE_PAIR_PATH, text: 'One pair' },
  { href: BULK_PATH, text: 'Bulk', preload: BulkPage.preload },
  { href: CAMPAIGNS_PATH, text: 'Campaigns', preload: Campaigns.preload },
  { href: HISTORY_PATH, text: 'History', preload: History.preload },
];

// Loads the part for this address while the page renders.
TABS.find(({ href }) => href === findTab(location.pathname))?.preload?.();

const WaitBanner = () => {
  const { waitUntil } = useStore(useWorkspace().service.queue.store);
  if (waitUntil === undefined) return null;
  return (
    <AlertBanner tone="warn" title={WAIT_TEXT}>
      Nothing is sent until {formatTime(performance.timeOrigin + waitUntil)}.
    </AlertBanner>
  );
};

const PageHead = ({ current }: { current: string }) => {
  const [isShowingNames, setShowingNames] = useState(false);
  const [, navigate] = useLocation();
  return (
    <div className={styles['head']}>
      <h1>Webhooks</h1>
      <nav className={field['seg']} aria-label="How many pairs">
        {TABS.map(({ href, text, preload }) => (
          <Link
            key={href}
            href={href}
            aria-current={href === current ? 'page' : undefined}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={(event) => {
              // By keyboard, focus goes to the first field. A tap would open the keyboard of a phone.
              if (event.detail > 0) return;
              event.preventDefault();
              navigate(href, { state: { ...JUST_BEGUN, focus: 'campaignId' } });
            }}
          >
            {text}
          </Link>
        ))}
      </nav>
      <Button variant="bare" className={styles['names']} onClick={() => setShowingNames(true)}>
        Names…
      </Button>
      {isShowingNames && <NamesDialog onClose={() => setShowingNames(false)} />}
    </div>
  );
};

const CHANGES = { mutationKey: ['webhooks'] };

const toSentChange = (mutation: Mutation<Outcome, Error, WebhookChange>): SentChange[] => {
  const { variables, submittedAt: at, data: outcome, status } = mutation.state;
  const operation = (['attach', 'detach'] as const).find(
    (one) => mutation.options.mutationKey === WRITE_KEYS[one],
  );
  if (!variables || !operation) return [];
  const change = { ...variables, operation } as const;
  const result = outcome && { entryId: findEntryId(mutation), outcome };
  return [{ change, at, result, isRunning: status === 'pending' }];
};

const findRunningIn = (sent: readonly SentChange[], pair: WebhookPair | undefined): Change | undefined =>
  sent.find(({ change, isRunning }) => isRunning && isSamePair(change, pair))?.change;

const useSentChanges = () => {
  const cache = useQueryClient().getMutationCache();
  const hooks = { attach: useAddWebhook(), detach: useRemoveWebhook() };
  const sent = useMutationState({ filters: CHANGES, select: toSentChange }).flat();

  const send = ({ operation, campaignId, webhookId, undoOf }: Change): void => {
    const pair = { campaignId, webhookId, undoOf };
    // Read from the cache: a second press can come before the next render.
    const all = cache
      .findAll(CHANGES)
      .flatMap((one) => toSentChange(one as Mutation<Outcome, Error, WebhookChange>));
    // Two changes of one pair could take effect in either order.
    if (!findRunningIn(all, pair))
      void toastIfLeft(
        `${VERBS[operation].capital} ${escapeId(webhookId)}`,
        hooks[operation].mutateAsync(pair),
      );
  };

  const findRunning = (pair: WebhookPair | undefined) => findRunningIn(sent, pair);
  return { send, latest: sent.at(-1), findRunning };
};

const DetachDialog = ({
  change: { campaignId, webhookId, undoOf = '' },
  onBack,
  onConfirm,
}: {
  change: Change;
  onBack: () => void;
  onConfirm: () => void;
}) => {
  const [epochMs] = useState(() => Date.now());
  const before = logQueries.acceptedBefore(useWorkspace(), { campaignId, webhookId }, undoOf);
  const { data } = useQuery({ ...before, enabled: undoOf !== '' });
  return (
    <ConfirmDialog title="Detach this webhook?" action="Detach" onBack={onBack} onConfirm={onConfirm}>
      <p className="second">
        After this, the webhook <Named kind="webhook" id={webhookId} /> no longer triggers actions for the
        campaign <Named kind="campaign" id={campaignId} />.
      </p>
      {data?.operation === 'attach' && !data.withMessage && (
        <p>This browser had attached it before already, {formatAt(data.at, epochMs)}.</p>
      )}
    </ConfirmDialog>
  );
};

export const WebhooksPage = () => {
  const { storageKey } = useWorkspace();
  const hasRun = useStore(openRun) !== undefined || readOpenRun(storageKey) !== undefined;
  const { send, ...changes } = useSentChanges();
  const [asking, setAsking] = useState<Change>();
  const tab = findTab(usePathname());
  const isBulk = tab === BULK_PATH;

  const sendOrAsk = (change: Change) => {
    if (change.operation === 'detach') setAsking(change);
    else send(change);
  };
  const sendAsked = () => {
    setAsking(undefined);
    if (asking) send(asking);
  };

  return (
    <>
      <Title>Webhooks</Title>
      <ChangesContext value={{ ...changes, send: sendOrAsk }}>
        <PageLayout form={tab === ONE_PAIR_PATH}>
          {/* A run shows the wait itself. */}
          <MainPanel banner={!isBulk && <WaitBanner />}>
            <PageHead current={tab} />
            <FollowUpCheck>
              {isBulk && <BulkPage />}
              {tab === CAMPAIGNS_PATH && <Campaigns />}
              {tab === HISTORY_PATH && <History />}
            </FollowUpCheck>
            {tab === ONE_PAIR_PATH && (
              <div className="page stack">
                <p className="lead">
                  The service can’t list what is attached, so this page shows only what this browser sent.
                </p>
                {hasRun && <OpenRuns />}
                <OnePair />
              </div>
            )}
          </MainPanel>
          {tab === ONE_PAIR_PATH && (
            <SidePanel label="Activity">
              <RecentlySent />
            </SidePanel>
          )}
        </PageLayout>
      </ChangesContext>
      {asking && <DetachDialog change={asking} onBack={() => setAsking(undefined)} onConfirm={sendAsked} />}
    </>
  );
};
