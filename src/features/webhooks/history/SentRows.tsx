import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LoggedChange } from '#src/log/entry.ts';
import type { Run } from '#src/log/run.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { VERBS, type Change, type PairEntry } from '#src/features/webhooks/change/change.ts';
import { sentRunWords } from '#src/features/webhooks/run/sent-runs.ts';
import { byDay, entryWords, type EntryAction } from './sent.ts';
import styles from './SentList.module.css';

/** What was sent, newest first, under its days; `now` in epoch milliseconds. `titlesToday`: today has a title as well. */
export const SentDays = <Sent extends { at: number }>({
  sent,
  now,
  titlesToday = false,
  children,
}: {
  sent: readonly Sent[];
  now: number;
  titlesToday?: boolean;
  children: (one: Sent) => ReactNode;
}) =>
  byDay(sent, now).map(([day, ofDay]) => (
    <div key={day}>
      {(titlesToday || day !== 'Today') && <h3 className={styles['day']}>{day}</h3>}
      <EventList ruled label={day}>
        {ofDay.map(children)}
      </EventList>
    </div>
  ));

/** From here on an ID is broken over lines where it must be; shorter ones stay in one piece. */
const LONG = 32;

const Id = ({ children }: { children: string }) => (
  <bdi className={styles['id']} data-long={children.length > LONG || undefined}>
    {withMarks(children)}
  </bdi>
);

/** A pair that was sent, alone or in a run; `children` stand below it. */
export const SentPair = ({
  sent,
  undone,
  action,
  children,
}: {
  sent: Parameters<typeof entryWords>[0] & Pick<Change, 'campaignId' | 'webhookId'>;
  undone?: LoggedChange | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) => {
  const { what, rest, quote, ...look } = entryWords(sent, undone);
  const line = (
    <>
      {what[0]} <Id>{sent.webhookId}</Id>
      {what[1]}
    </>
  );
  return (
    <EventListItem at={sent.at} look={look} action={action}>
      <p>{sent.undoneBy === undefined ? line : <s className={styles['undone']}>{line}</s>}</p>
      <p className="quiet">
        {VERBS[sent.operation].where} <Id>{sent.campaignId}</Id>
        {rest}
        {quote !== undefined && (
          <>
            , <q className={styles['words']}>{withMarks(quote)}</q>
          </>
        )}
      </p>
      {children}
    </EventListItem>
  );
};

/** Where a button goes that has the keyboard, its line takes it: the next key goes on from there. */
const leaveKeyboard = (button: HTMLButtonElement) => () => {
  const line = button.closest('li');
  if (!line || document.activeElement !== button) return;
  line.tabIndex = -1;
  line.focus();
};

/** One pair in "Sent from this browser", and what can be done about it. */
export const SentEntry = ({
  entry,
  undone,
  action,
  isBusy,
  onSend,
}: {
  entry: PairEntry;
  undone: LoggedChange | undefined;
  action: EntryAction | undefined;
  isBusy: boolean;
  onSend: (change: Change) => void;
}) => {
  const { plain, where } = VERBS[entry.operation];
  const button = action && (
    <Button
      ref={leaveKeyboard}
      variant="bare"
      size="sm"
      aria-disabled={isBusy || undefined}
      aria-label={`${action.label}: ${plain} ${entry.webhookId} ${where} ${entry.campaignId}`}
      onClick={(event) => isFirstClick(event) && !isBusy && onSend(action.change)}
    >
      {action.label}
    </Button>
  );
  return <SentPair sent={entry} undone={undone} action={button} />;
};

/** One run in "Sent from this browser". Its undo is asked for on its own page. */
export const SentRun = ({ run, runs }: { run: Run; runs: readonly Run[] }) => {
  const words = sentRunWords(run, runs);
  const { what, rest, isUndone } = words;
  return (
    <EventListItem at={run.at} look={words}>
      <p>
        <Link href={pathOfRun(run.id)} className={styles['run']}>
          {isUndone ? <s className={styles['undone']}>{what}</s> : what}
        </Link>
      </p>
      {rest !== '' && <p className="quiet">{rest}</p>}
    </EventListItem>
  );
};
