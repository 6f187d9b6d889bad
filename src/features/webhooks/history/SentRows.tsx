import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/views.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { RequestIdLine } from '#src/outcomes/Outcome.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { isSamePair, VERBS, type SendProps } from '#src/features/webhooks/change/change.ts';
import { describeSentRun } from '#src/features/webhooks/run/sent-runs.ts';
import { describeEntry, findAction, groupByDay } from './sent.ts';
import styles from './SentList.module.css';

export const SentDays = <Sent extends { at: number }>({
  sent,
  nowMs,
  children,
}: {
  sent: readonly Sent[];
  nowMs: number;
  children: (one: Sent) => ReactNode;
}) =>
  groupByDay(sent, nowMs).map(([day, ofDay]) => (
    <div key={day}>
      {day !== 'Today' && <h3 className={styles['day']}>{day}</h3>}
      <EventList ruled label={day}>
        {ofDay.map(children)}
      </EventList>
    </div>
  ));

const Id = ({ children }: { children: string }) => (
  <bdi className={styles['id']}>{escapeInvisible(children)}</bdi>
);

/** When a focused button goes away, its line takes the focus. */
const passFocusToLine = (button: HTMLButtonElement) => () => {
  const line = button.closest('li');
  if (!line || document.activeElement !== button) return;
  line.tabIndex = -1;
  line.focus();
};

const EntryButton = ({ entry, running, onSend }: SendProps & { entry: SentPair }) => {
  const action = findAction(entry);
  if (!action) return null;
  const { plain, preposition } = VERBS[entry.operation];
  const isBusy = running.some((change) => isSamePair(change, entry));
  return (
    <Button
      ref={passFocusToLine}
      variant="bare"
      size="sm"
      aria-disabled={isBusy || undefined}
      aria-label={`${action.label}: ${plain} ${entry.webhookId} ${preposition} ${entry.campaignId}`}
      onClick={() => !isBusy && onSend(action.change)}
    >
      {action.label}
    </Button>
  );
};

export const PairItem = ({
  entry,
  entries,
  ...send
}: SendProps & {
  entry: SentPair;
  /** May have the one that it undid. */
  entries: readonly SentPair[];
}) => {
  const undone = entry.undoOf === undefined ? undefined : entries.find(({ id }) => id === entry.undoOf);
  const { title, detail, quote, ...look } = describeEntry(entry, undone);
  const line = (
    <>
      {title[0]} <Id>{entry.webhookId}</Id>
      {title[1]}
    </>
  );
  return (
    <EventListItem at={entry.at} look={look} action={<EntryButton entry={entry} {...send} />}>
      <p>{entry.undoneBy === undefined ? line : <s className={styles['undone']}>{line}</s>}</p>
      <p className="quiet">
        {VERBS[entry.operation].preposition} <Id>{entry.campaignId}</Id>
        {detail}
        {entry.restored && ', from a backup'}
        {quote !== undefined && (
          <>
            , <q className={styles['words']}>{escapeInvisible(quote)}</q>
          </>
        )}
      </p>
      <RequestIdLine requestId={entry.requestId} />
    </EventListItem>
  );
};

export const RunItem = ({ run }: { run: Run }) => {
  const sent = describeSentRun(run);
  return (
    <EventListItem at={run.at} look={sent}>
      <p>
        <Link href={getRunPath(run.id)} className={styles['run']}>
          {sent.act}
        </Link>
      </p>
      {sent.details !== '' && <p className="quiet">{sent.details}</p>}
    </EventListItem>
  );
};
