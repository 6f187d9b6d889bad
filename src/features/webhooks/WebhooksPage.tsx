import { useState, type KeyboardEvent } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { Sheet, Side, Work } from '#src/ui/Sheet.tsx';
import { Title } from '#src/ui/Title.tsx';
import type { Change } from './change.ts';
import { useChanges } from './changes.ts';
import { useHeldUntil } from './clock.ts';
import { DetachDialog } from './DetachDialog.tsx';
import { HeldBanner } from './HeldBanner.tsx';
import { OnePair } from './OnePair.tsx';
import { SentList } from './SentList.tsx';
import styles from './WebhooksPage.module.css';

/** A held Enter is one press: its repetitions send nothing, and neither open nor close a dialog. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
};

/** Attach a webhook to a campaign, or detach it; beside it what this browser sent. */
export const WebhooksPage = () => {
  const { service } = useScope();
  const { send, latest, running } = useChanges();
  const [asking, setAsking] = useState<Change>();
  const heldUntil = useHeldUntil(service.pace);

  /** Every detach asks first, whichever button leads to it. */
  const sendOrAsk = (change: Change) => {
    if (change.operation === 'detach') setAsking(change);
    else send(change);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens only, for all within
    <div className="contents" onKeyDownCapture={ignoreHeldEnter}>
      <Title>Webhooks</Title>
      <Sheet>
        <Work banner={heldUntil !== undefined && <HeldBanner heldUntil={heldUntil} />}>
          <div className={styles['head']}>
            <h1>Webhooks</h1>
          </div>
          <div className={styles['one']}>
            <p className={styles['lead']}>
              Attach a webhook to a campaign, or detach it. The service can’t list what is attached, so this
              page shows only what this browser sent.
            </p>
            <OnePair latest={latest} running={running} onSend={sendOrAsk} />
          </div>
        </Work>
        <Side label="Activity">
          <SentList running={running} onSend={sendOrAsk} />
        </Side>
      </Sheet>
      {asking && (
        <DetachDialog
          pair={asking}
          onCancel={() => setAsking(undefined)}
          onDetach={() => {
            setAsking(undefined);
            send(asking);
          }}
        />
      )}
    </div>
  );
};
