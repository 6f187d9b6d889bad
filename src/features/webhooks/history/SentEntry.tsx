import type { JournalEntry } from '#src/journal/entry.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { SentRow } from '#src/outcomes/SentRow.tsx';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import type { Change, PairEntry } from '#src/features/webhooks/change/change.ts';
import { entryWords, type EntryAction } from './sent.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import styles from './SentList.module.css';

/** From here on an ID is broken over lines where it must be; shorter ones stay in one piece. */
const LONG = 32;

const Id = ({ children }: { children: string }) => (
  <bdi className={styles['id']} data-long={children.length > LONG || undefined}>
    {withMarks(children)}
  </bdi>
);

/** Where a button goes that has the keyboard, its line takes it: the next key goes on from there. */
const leaveKeyboard = (button: HTMLButtonElement) => () => {
  const line = button.closest('li');
  if (!line || document.activeElement !== button) return;
  line.tabIndex = -1;
  line.focus();
};

/** One line of "Sent from this browser". */
export const SentEntry = ({
  entry,
  undone,
  action,
  isBusy,
  now,
  onSend,
}: {
  entry: PairEntry;
  undone: JournalEntry | undefined;
  action: EntryAction | undefined;
  isBusy: boolean;
  now: number;
  onSend: (change: Change) => void;
}) => {
  const words = entryWords(entry, undone, now);
  const { what, rest, isUndone } = words;
  const { plain, where } = VERBS[entry.operation];
  const line = (
    <>
      {what[0]} <Id>{entry.webhookId}</Id>
      {what[1]}
    </>
  );
  return (
    <SentRow
      at={entry.at}
      look={words}
      action={
        action && (
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
        )
      }
    >
      <p>{isUndone ? <s className={styles['undone']}>{line}</s> : line}</p>
      <p className="quiet">
        {where} <Id>{entry.campaignId}</Id>
        {rest}
      </p>
    </SentRow>
  );
};
