import type { JournalEntry, JournalOutcome } from '#src/journal/entry.ts';
import { useJournal, useJournalRead } from '#src/journal/use-journal.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatWhen } from '#src/lib/timestamp.ts';
import { Log, LogEntry } from '#src/ui/Log.tsx';
import { SideHead } from '#src/ui/Sheet.tsx';
import { StatusIcon, type Tone } from '#src/ui/Status.tsx';
import styles from './SentList.module.css';
import { entryWords } from './words.ts';

const FILTER = { operations: ['save', 'delete'], limit: 50 } as const;

const TONES: Record<JournalOutcome, Tone> = {
  sending: 'wait',
  accepted: 'ok',
  refused: 'bad',
  unknown: 'warn',
  'not-sent': 'none',
};

const Entry = ({ entry, now }: { entry: JournalEntry; now: number }) => {
  const { what, sid, phone, after, voice, reply } = entryWords(entry);
  return (
    <LogEntry
      time={formatWhen(entry.at, now)}
      dateTime={new Date(entry.at).toISOString()}
      icon={<StatusIcon tone={TONES[entry.outcome]} spin={entry.outcome === 'sending'} />}
    >
      <p>
        {what}
        {sid && (
          <>
            {' '}
            SID ending <span className="mono">{withMarks(sid)}</span>
          </>
        )}
        {phone && `${sid ? ',' : ''} phone ending ${withMarks(phone)}`}
        {after}
      </p>
      <p className="quiet">
        {voice && <span className="mono">{voice}</span>}
        {reply}
      </p>
    </LogEntry>
  );
};

/** This browser's own record of saves and deletions. */
export const SentList = () => {
  const journal = useJournal();
  const read = useJournalRead(({ list }) => list(FILTER), 'provider');
  return (
    <section aria-label="Sent from this browser" aria-busy={!read}>
      <SideHead>
        <h2>Sent from this browser</h2>
      </SideHead>
      {read?.value.length === 0 && <p className="second">Nothing sent yet.</p>}
      {read && read.value.length > 0 && (
        <Log ruled label="Sent from this browser">
          {read.value.map((entry) => (
            <Entry key={entry.id} entry={entry} now={read.at} />
          ))}
        </Log>
      )}
      <p className={styles['end']}>
        Saves from other browsers don’t appear here. Auth tokens are never kept.
        {read && !journal.isDurable() && ' This browser refuses storage, so this list ends with the tab.'}
      </p>
    </section>
  );
};
