import { useState, useSyncExternalStore } from 'react';
import { useJournal, useJournalRead } from '#src/journal/use-journal.ts';
import { Button } from '#src/ui/Button.tsx';
import { Log } from '#src/ui/Log.tsx';
import { SideHead } from '#src/ui/Sheet.tsx';
import { isPairEntry, PAIR_OPERATIONS, type Change } from './change.ts';
import { isSamePair } from './pair.ts';
import { byDay, entryActions, sentCsv } from './sent.ts';
import { SentEntry } from './SentEntry.tsx';
import styles from './SentList.module.css';

/** Entries shown at first, and more with each "Show more". */
const PAGE = 200;

const download = (text: string, name: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // Not before the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** What this browser sent, the newest first, with what can be done about it. */
export const SentList = ({
  running,
  onSend,
}: {
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const journal = useJournal();
  const isDurable = useSyncExternalStore(
    (listener) => journal.subscribe(listener),
    () => journal.isDurable(),
  );
  const [limit, setLimit] = useState(PAGE);
  // One more than is shown tells whether there are more.
  const read = useJournalRead(
    (from) => from.list({ operations: PAIR_OPERATIONS, limit: limit + 1 }),
    String(limit),
  );
  const found = (read?.value ?? []).filter(isPairEntry);
  const shown = found.slice(0, limit);
  const actions = entryActions(shown);
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const now = read?.at ?? 0;

  const exportAll = async () => {
    const all = await journal.list({ operations: PAIR_OPERATIONS });
    download(sentCsv(all), `sent-from-this-browser-${new Date().toISOString().slice(0, 10)}.csv`);
  };

  return (
    <section className={styles['list']} aria-busy={!read}>
      <SideHead>
        <h2>Sent from this browser</h2>
        {found.length > 0 && (
          <Button variant="bare" size="sm" icon="download" onClick={() => void exportAll()}>
            Export
          </Button>
        )}
      </SideHead>
      {read && found.length === 0 && (
        <div className={styles['empty']}>
          <h3>Nothing sent yet</h3>
          <p className="second">Pairs you attach or detach from this browser are listed here, with Undo.</p>
        </div>
      )}
      {byDay(shown, now).map((day) => (
        <div key={day.key}>
          {day.title !== undefined && <h3 className={styles['day']}>{day.title}</h3>}
          <Log ruled label={day.title ?? 'Today'}>
            {day.entries.map((entry) => (
              <SentEntry
                key={entry.id}
                entry={entry}
                undone={entry.undoOf === undefined ? undefined : byId.get(entry.undoOf)}
                action={actions.get(entry.id)}
                isBusy={running.some((change) => isSamePair(change, entry))}
                now={now}
                onSend={onSend}
              />
            ))}
          </Log>
        </div>
      ))}
      {found.length > limit && (
        <Button className={styles['more']} size="sm" onClick={() => setLimit(limit + PAGE)}>
          Show more
        </Button>
      )}
      {!isDurable && (
        <p className={`hint ${styles['end']}`}>
          This browser keeps nothing for this page, so the list ends when the page is closed.
        </p>
      )}
      {found.length > 0 && (
        <p className={`hint ${styles['end']}`}>
          Undo sends the opposite request. Other people’s changes and other browsers don’t appear here.
        </p>
      )}
    </section>
  );
};
