import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { isPairRow } from '#src/log/views.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount } from '#src/lib/count.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { mergeSent } from './sent.ts';
import type { SendProps } from '#src/features/webhooks/change/change.ts';
import { PairItem, RunItem, SentDays } from './SentRows.tsx';
import styles from './SentList.module.css';

const PAGE_SIZE = 200;

export const SentList = (send: SendProps) => {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const log = useLog();
  const { isDurable, hasFailed, wasReplaced } = useStore(log.state);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const runsQuery = useQuery(logQueries.runs(workspace));
  // One more than is shown, to see whether there are more.
  const pairsQuery = useQuery(logQueries.sent(workspace, 'pairs', limit + 1));
  const { runs = [], damaged: damagedRuns = [] } = runsQuery.data ?? {};
  const { entries = [], damaged: damagedRows = [] } = pairsQuery.data ?? {};
  const damagedCount = damagedRows.length + damagedRuns.length;
  const isRead = !runsQuery.isPending && !pairsQuery.isPending;
  const pairs = entries.filter(isPairRow);
  const sent = mergeSent(pairs, runs);
  const isEmpty = sent.length === 0;

  const exportAll = async () => {
    const [{ toSentRows }, all] = await Promise.all([
      import('./sent-csv.ts'),
      client.fetchQuery(logQueries.sent(workspace, 'pairs', Infinity)),
    ]);
    downloadCsv(toSentRows(all.entries, runs), 'sent-from-this-browser');
  };

  return (
    <section className={styles['list']} aria-busy={!isRead}>
      <SidePanelHeader>
        <h2>Sent from this browser</h2>
        {!isEmpty && (
          <Button variant="bare" size="sm" icon="download" onClick={() => void exportAll()}>
            Export
          </Button>
        )}
      </SidePanelHeader>
      {damagedCount > 0 && (
        <Alert
          tone="warn"
          title={`${formatCount(damagedCount, 'saved change')} could not be read`}
          actions={
            <TextButton onClick={() => void log.deleteRecords({ rows: damagedRows, runs: damagedRuns })}>
              Delete
            </TextButton>
          }
        >
          This list is without {damagedCount === 1 ? 'it' : 'them'}.
        </Alert>
      )}
      {isRead && isEmpty && (
        <div className={styles['empty']}>
          <h3>Nothing sent yet</h3>
          <p className="second">Pairs you attach or detach from this browser are listed here, with Undo.</p>
        </div>
      )}
      <SentDays
        sent={sent.slice(0, limit)}
        nowMs={Math.max(runsQuery.dataUpdatedAt, pairsQuery.dataUpdatedAt)}
      >
        {(item) =>
          'run' in item ? (
            <RunItem key={item.run.id} run={item.run} />
          ) : (
            <PairItem key={item.entry.id} entry={item.entry} entries={pairs} {...send} />
          )
        }
      </SentDays>
      {sent.length > limit && (
        <Button className={styles['end']} size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more
        </Button>
      )}
      {(hasFailed || pairsQuery.isError || runsQuery.isError) && (
        <p className={`late ${styles['end']}`}>
          Storage failed, so recent changes may be missing here. Reload the page.
        </p>
      )}
      {wasReplaced && <p className={`hint ${styles['end']}`}>Records of an older version were deleted.</p>}
      {!isDurable && (
        <p className={`hint ${styles['end']}`}>This list isn’t saved: it ends when you close the page.</p>
      )}
      {!isEmpty && (
        <p className={`hint ${styles['end']}`}>
          Undo sends the opposite request. Other people’s changes and other browsers don’t appear here.
        </p>
      )}
    </section>
  );
};
