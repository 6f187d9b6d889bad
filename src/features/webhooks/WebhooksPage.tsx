import { useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useHasOpenRun } from '#src/log/open-run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatTimeUntil } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { MainPanel, PageLayout, SidePanel } from '#src/ui/PageLayout.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Title } from '#src/ui/Title.tsx';
import { BULK_PATH, parseBulkPath, ONE_PATH } from './change/bulk-address.ts';
import type { Change } from './change/change.ts';
import { useChanges } from './change/use-changes.ts';
import { useClocks, useWaitUntil } from '#src/outcomes/clock.ts';
import { ConfirmChange } from './pair/ConfirmChange.tsx';
import { SentList } from './history/SentList.tsx';
import styles from './WebhooksPage.module.css';

const BulkPage = lazyPart(async () => (await import('./BulkPage.tsx')).BulkPage, <Skeleton />);
const OnePair = lazyPart(async () => (await import('./pair/OnePair.tsx')).OnePair, <Skeleton />);
const OpenRuns = lazyPart(async () => (await import('./run/OpenRuns.tsx')).OpenRuns);
const NamesDialog = lazyPart(async () => (await import('./names/NamesDialog.tsx')).NamesDialog);

// Load the part of this address while the page renders.
(parseBulkPath(location.pathname) ? BulkPage : OnePair).preload();

/** A held Enter counts as one press. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  const isText = event.target instanceof HTMLTextAreaElement;
  if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault();
};

const TABS = [
  { href: ONE_PATH, text: 'One pair', preload: OnePair.preload },
  { href: BULK_PATH, text: 'Bulk', preload: BulkPage.preload },
];

/** Announces the time once, not each second of the countdown. */
const WaitBanner = ({ waitUntil }: { waitUntil: number }) => {
  const left = waitUntil - useClocks().monotonicMs;
  return (
    <AlertBanner tone="warn" title="The service asked for fewer requests.">
      Nothing is sent until {formatTime(performance.timeOrigin + waitUntil)}
      <span aria-hidden="true">, {formatTimeUntil(Math.max(0, left))}</span>.
    </AlertBanner>
  );
};

const PageHead = ({ current }: { current: string }) => {
  const [isShowingNames, setShowingNames] = useState(false);
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

export const WebhooksPage = () => {
  const { service, storageKey } = useWorkspace();
  const hasRun = useHasOpenRun(storageKey);
  const { send, latest, running } = useChanges();
  const [asking, setAsking] = useState<Change>();
  const waitUntil = useWaitUntil(service.queue);
  const isBulk = parseBulkPath(usePathname()) !== undefined;

  const sendOrAsk = (change: Change) => {
    if (change.operation === 'detach' || change.undoOf !== undefined) setAsking(change);
    else send(change);
  };
  const sendAsked = () => {
    setAsking(undefined);
    if (asking) send(asking);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens only, for all within
    <div className="contents" onKeyDownCapture={ignoreHeldEnter}>
      <Title>Webhooks</Title>
      <PageLayout>
        <MainPanel
          className={isBulk ? styles['bulk'] : undefined}
          // Runs show it themselves.
          banner={waitUntil !== undefined && !isBulk && <WaitBanner waitUntil={waitUntil} />}
        >
          <PageHead current={isBulk ? BULK_PATH : ONE_PATH} />
          {isBulk ? (
            <BulkPage />
          ) : (
            <div className={styles['one']}>
              <p className={styles['lead']}>
                Attach a webhook to a campaign, or detach it. The service can’t list what is attached, so this
                page shows only what this browser sent.
              </p>
              {hasRun && <OpenRuns />}
              <OnePair latest={latest} running={running} onSend={sendOrAsk} />
            </div>
          )}
        </MainPanel>
        <SidePanel label="Activity">
          <SentList running={running} onSend={sendOrAsk} />
        </SidePanel>
      </PageLayout>
      {asking && <ConfirmChange change={asking} onCancel={() => setAsking(undefined)} onSend={sendAsked} />}
    </div>
  );
};
