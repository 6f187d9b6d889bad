import { useState, type KeyboardEvent } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Sheet, Side, Work } from '#src/ui/overlays/Sheet.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { Title } from '#src/ui/Title.tsx';
import { BULK_PATH, bulkPlaceOf, ONE_PATH } from './change/bulk-address.ts';
import type { Change } from './change/change.ts';
import { useChanges } from './change/mutations.ts';
import { useHeldUntil } from '#src/outcomes/clock.ts';
import { DetachDialog } from './pair/DetachDialog.tsx';
import { HeldBanner } from './HeldBanner.tsx';
import { NamesButton } from './names/NamesButton.tsx';
import { SegmentedLinks } from './SegmentedLinks.tsx';
import { SentList } from './history/SentList.tsx';
import { UndoDetachDialog } from './pair/UndoDetachDialog.tsx';
import styles from './WebhooksPage.module.css';

const BulkPage = lazyPart(async () => (await import('./BulkPage.tsx')).BulkPage);
const OnePair = lazyPart(async () => (await import('./pair/OnePair.tsx')).OnePair);

// What stands at this address is on its way while the page is drawn.
(bulkPlaceOf(location.pathname) ? BulkPage : OnePair).preload();

/** A held Enter is one press: its repetitions send nothing, and neither open nor close a dialog. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  const isText = event.target instanceof HTMLTextAreaElement;
  if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault();
};

const LINKS = [
  { href: ONE_PATH, text: 'One pair', onPointerEnter: OnePair.preload, onFocus: OnePair.preload },
  { href: BULK_PATH, text: 'Bulk', onPointerEnter: BulkPage.preload, onFocus: BulkPage.preload },
];

/** Attach a webhook to a campaign, or detach it, one pair or many; beside it what this browser sent. */
export const WebhooksPage = () => {
  const { service } = useWorkspace();
  const { send, latest, running } = useChanges();
  const [asking, setAsking] = useState<Change>();
  const heldUntil = useHeldUntil(service.pace);
  const isBulk = bulkPlaceOf(usePathname()) !== undefined;

  /** Every detach asks first, whichever button leads to it, and so does every undo. */
  const sendOrAsk = (change: Change) => {
    if (change.operation === 'detach' || change.undoOf !== undefined) setAsking(change);
    else send(change);
  };
  const question = asking && {
    pair: asking,
    onCancel: () => setAsking(undefined),
  };
  const sendAsked = () => {
    setAsking(undefined);
    if (asking) send(asking);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens only, for all within
    <div className="contents" onKeyDownCapture={ignoreHeldEnter}>
      <Title>Webhooks</Title>
      <Sheet>
        <Work
          // Laid out by the styles that come with the page of many pairs.
          className={isBulk ? 'wh' : undefined}
          // A run says it in its own head.
          banner={heldUntil !== undefined && !isBulk && <HeldBanner heldUntil={heldUntil} />}
        >
          <div className={styles['head']}>
            <h1>Webhooks</h1>
            <SegmentedLinks label="How many pairs" links={LINKS} current={isBulk ? BULK_PATH : ONE_PATH} />
            <NamesButton />
          </div>
          {isBulk ? (
            <BulkPage />
          ) : (
            <div className={styles['one']}>
              <p className={styles['lead']}>
                Attach a webhook to a campaign, or detach it. The service can’t list what is attached, so this
                page shows only what this browser sent.
              </p>
              <OnePair latest={latest} running={running} onSend={sendOrAsk} />
            </div>
          )}
        </Work>
        <Side label="Activity">
          <SentList running={running} onSend={sendOrAsk} />
        </Side>
      </Sheet>
      {question &&
        (question.pair.operation === 'detach' ? (
          <DetachDialog {...question} onDetach={sendAsked} />
        ) : (
          <UndoDetachDialog {...question} onAttach={sendAsked} />
        ))}
    </div>
  );
};
