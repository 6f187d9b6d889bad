import { useQuery } from '@tanstack/react-query';
import type { JournalEntry, JournalOutcome } from '#src/journal/entry.ts';
import { useJournal } from '#src/journal/journal.ts';
import { journalQueries } from '#src/journal/queries.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { formatWhen } from '#src/lib/timestamp.ts';
import { SentRow } from '#src/outcomes/SentRow.tsx';
import { Log } from '#src/ui/Log.tsx';
import { SideHead } from '#src/ui/overlays/Sheet.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import styles from './ProviderPage.module.css';

const FILTER = { operations: ['save', 'delete'], limit: 50 } as const;

const TONES: Record<JournalOutcome, Tone> = {
  sending: 'wait',
  accepted: 'ok',
  refused: 'bad',
  unknown: 'warn',
  'not-sent': 'none',
};

/** `Saved SID ending 17e, phone ending 0018` */
const Saved = ({ entry: { sidEnding, phoneEnding } }: { entry: JournalEntry }) => (
  <>
    Saved {!sidEnding && !phoneEnding && 'configuration'}
    {sidEnding && (
      <>
        SID ending <span className="mono">{sidEnding}</span>
      </>
    )}
    {sidEnding && phoneEnding && ', '}
    {phoneEnding && `phone ending ${phoneEnding}`}
  </>
);

/** `Save rejected, SID ending 17e` */
const What = ({ entry }: { entry: JournalEntry }) => {
  const isSave = entry.operation === 'save';
  const verb = isSave ? 'Save' : 'Delete';
  const which = isSave && entry.sidEnding && (
    <>
      , SID ending <span className="mono">{entry.sidEnding}</span>
    </>
  );
  switch (entry.outcome) {
    case 'sending':
      return (
        <>
          {isSave ? 'Saving' : 'Deleting'}
          {which}
        </>
      );
    case 'accepted':
      return isSave ? <Saved entry={entry} /> : 'Deleted configuration';
    case 'refused':
      return (
        <>
          {verb} rejected{which}
        </>
      );
    case 'unknown':
      return (
        <>
          {verb}
          {which}: {entry.status === undefined ? 'no answer' : `answered ${entry.status}`}
        </>
      );
    case 'not-sent':
      return (
        <>
          {verb} not sent{which}
        </>
      );
  }
};

const Reply = ({ entry: { operation, outcome, status, voiceProvider } }: { entry: JournalEntry }) => {
  switch (outcome) {
    case 'sending':
      return 'Waiting for an answer';
    case 'accepted':
      if (operation === 'delete') return `Answered ${status}${status === 200 ? '' : ', expected 200'}`;
      if (voiceProvider === undefined) return `Voice provider not sent, answered ${status}`;
      return (
        <>
          <span className="mono">{voiceProvider}</span>, answered {status}
        </>
      );
    case 'refused':
      return `Answered ${status}`;
    case 'unknown':
      return 'Outcome unknown';
    case 'not-sent':
      return status === undefined ? 'Nothing left this browser' : `Answered ${status}, not sent again`;
  }
};

const Entry = ({ entry, now }: { entry: JournalEntry; now: number }) => (
  <SentRow
    at={entry.at}
    time={formatWhen(entry.at, now)}
    look={{ tone: TONES[entry.outcome], spin: entry.outcome === 'sending' }}
  >
    <p>
      <What entry={entry} />
    </p>
    <p className="quiet">
      <Reply entry={entry} />
    </p>
  </SentRow>
);

/** This browser's own record of saves and deletions. */
export const SentList = () => {
  const journal = useJournal();
  const { data: entries, dataUpdatedAt } = useQuery(journalQueries.entries(useWorkspace(), FILTER));
  return (
    <section aria-label="Sent from this browser" aria-busy={!entries}>
      <SideHead>
        <h2>Sent from this browser</h2>
      </SideHead>
      {entries?.length === 0 && <p className="second">Nothing sent yet.</p>}
      {entries && entries.length > 0 && (
        <Log ruled label="Sent from this browser">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} now={dataUpdatedAt} />
          ))}
        </Log>
      )}
      <p className={styles['end']}>
        Saves from other browsers don’t appear here. Auth tokens are never kept.
        {entries && !journal.isDurable() && ' This browser refuses storage, so this list ends with the tab.'}
      </p>
    </section>
  );
};
