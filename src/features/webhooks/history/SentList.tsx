import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import { isPairEntry, type Change } from '#src/features/webhooks/change/change.ts';
import { isSamePair } from '#src/features/webhooks/change/pair.ts';
import { entryActions, mergeSent } from './sent.ts';
import { SentDays, SentEntry, SentRun } from './SentRows.tsx';
import styles from './SentList.module.css';

const SearchSent = lazyPart(async () => (await import('./SearchSent.tsx')).SearchSent);

/** Entries shown at first, and more with each "Show more". */
const PAGE = 200;

/** What this browser sent, the newest first, with what can be done about it. */
export const SentList = ({
  running,
  onSend,
}: {
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const log = useLog();
  const { isDurable, hasFailed, wasReplaced } = useStore(log.state);
  const [limit, setLimit] = useState(PAGE);
  const searchButton = useRef<HTMLButtonElement>(null);
  const [isSearching, setIsSearching] = useState(false);
  const runsRead = useQuery(logQueries.runs(workspace));
  // One more than is shown tells whether there are more.
  const entriesRead = useQuery(logQueries.sent(workspace, 'pairs', limit + 1));
  const runs = runsRead.data?.runs ?? [];
  const isRead = !runsRead.isPending && !entriesRead.isPending;
  const pairs = (entriesRead.data?.entries ?? []).filter(isPairEntry);
  const found = mergeSent(pairs, runs, limit + 1);
  const actions = entryActions(pairs);
  const byId = new Map(pairs.map((entry) => [entry.id, entry]));
  const now = Math.max(runsRead.dataUpdatedAt, entriesRead.dataUpdatedAt);
  const damaged = { rows: entriesRead.data?.damaged ?? [], runs: runsRead.data?.damaged ?? [] };
  const damagedCount = damaged.rows.length + damaged.runs.length;

  const exportAll = async () => {
    const [{ sentRows }, all] = await Promise.all([
      import('./sent-csv.ts'),
      client.fetchQuery(logQueries.sent(workspace, 'pairs', Infinity)),
    ]);
    downloadCsv(sentRows(all.entries, runs), 'sent-from-this-browser');
  };

  const closeSearch = () => {
    setIsSearching(false);
    // Once the button that led there stands again.
    setTimeout(() => searchButton.current?.focus());
  };
  if (isSearching) return <SearchSent onClose={closeSearch} />;

  return (
    <section className={styles['list']} aria-busy={!isRead}>
      <SidePanelHeader>
        <h2>Sent from this browser</h2>
        {found.length > 0 && (
          <>
            <Button
              variant="bare"
              size="sm"
              icon="search"
              ref={searchButton}
              onClick={() => setIsSearching(true)}
            >
              Search
            </Button>
            <Button variant="bare" size="sm" icon="download" onClick={() => void exportAll()}>
              Export
            </Button>
          </>
        )}
      </SidePanelHeader>
      {damagedCount > 0 && (
        <Alert
          tone="warn"
          title={`${counted(damagedCount, 'saved change')} could not be read`}
          actions={<TextButton onClick={() => void log.forget(damaged)}>Delete</TextButton>}
        >
          This list is without {damagedCount === 1 ? 'it' : 'them'}.
        </Alert>
      )}
      {isRead && found.length === 0 && (
        <div className={styles['empty']}>
          <h3>Nothing sent yet</h3>
          <p className="second">Pairs you attach or detach from this browser are listed here, with Undo.</p>
        </div>
      )}
      <SentDays sent={found.slice(0, limit)} now={now}>
        {(sent) =>
          'run' in sent ? (
            <SentRun key={sent.run.id} run={sent.run} runs={runs} />
          ) : (
            <SentEntry
              key={sent.entry.id}
              entry={sent.entry}
              undone={sent.entry.undoOf === undefined ? undefined : byId.get(sent.entry.undoOf)}
              action={actions.get(sent.entry.id)}
              isBusy={running.some((change) => isSamePair(change, sent.entry))}
              onSend={onSend}
            />
          )
        }
      </SentDays>
      {found.length > limit && (
        <Button className={styles['more']} size="sm" onClick={() => setLimit(limit + PAGE)}>
          Show more
        </Button>
      )}
      {wasReplaced && (
        <p className={`hint ${styles['end']}`}>
          What this browser had recorded before was in an older form and was deleted.
        </p>
      )}
      {(hasFailed || entriesRead.isError || runsRead.isError) && (
        <p className={`late ${styles['end']}`}>
          This browser’s storage failed, so this list may lack what was sent since. Reload the page.
        </p>
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
