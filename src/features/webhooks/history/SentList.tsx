import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import { isPairRow, type SentPair } from '#src/log/views.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeId, escapeInvisible } from '#src/lib/invisible.ts';
import { formatDay } from '#src/lib/timestamp.ts';
import { RequestIdLine } from '#src/outcomes/Outcome.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import { useChanges, VERBS } from '#src/features/webhooks/change/change.ts';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { describeSentRun } from '#src/features/webhooks/run/describe-run.ts';
import { describeEntry, findAction, mergeSent } from './sent.ts';
import styles from './SentList.module.css';

const PAGE_SIZE = 200;

const Id = ({ kind, id }: { kind: NameKind; id: string }) => (
  <Named kind={kind} id={id}>
    <bdi className={styles['id']}>{escapeId(id)}</bdi>
  </Named>
);

/** When a focused button goes away, its line takes the focus. */
const passFocusToLine = (button: HTMLButtonElement) => () => {
  const line = button.closest('li');
  if (!line || document.activeElement !== button) return;
  line.tabIndex = -1;
  line.focus();
};

const EntryButton = ({ entry }: { entry: SentPair }) => {
  const { findRunning, send } = useChanges();
  const action = findAction(entry);
  if (!action) return null;
  const { plain, preposition } = VERBS[entry.operation];
  const isBusy = findRunning(entry) !== undefined;
  return (
    <Button
      ref={passFocusToLine}
      variant="bare"
      size="sm"
      aria-disabled={isBusy || undefined}
      aria-label={`${action.label}: ${plain} ${escapeId(entry.webhookId)} ${preposition} ${escapeId(entry.campaignId)}`}
      onClick={() => !isBusy && send(action.change)}
    >
      {action.label}
    </Button>
  );
};

const PairItem = ({
  entry,
  entries,
}: {
  entry: SentPair;
  /** May have the one that it undid. */
  entries: readonly SentPair[];
}) => {
  const undone = entry.undoOf === undefined ? undefined : entries.find(({ id }) => id === entry.undoOf);
  const { title, detail, quote, ...look } = describeEntry(entry, undone);
  const line = (
    <>
      {title[0]} <Id kind="webhook" id={entry.webhookId} />
      {title[1]}
    </>
  );
  return (
    <EventListItem at={entry.at} look={look} action={<EntryButton entry={entry} />}>
      <p>{entry.undoneBy === undefined ? line : <s className={styles['undone']}>{line}</s>}</p>
      <p className="quiet">
        {VERBS[entry.operation].preposition} <Id kind="campaign" id={entry.campaignId} />
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

const RunItem = ({ run, runs }: { run: Run; runs: readonly Run[] }) => {
  const sent = describeSentRun(run, runs);
  return (
    <EventListItem at={run.at} look={sent}>
      <p>
        <Link {...linkToRun(run.id)} className={styles['run']}>
          {sent.act}
        </Link>
      </p>
      {sent.details !== '' && <p className="quiet">{sent.details}</p>}
    </EventListItem>
  );
};

export const SentList = () => {
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
  const nowMs = Math.max(runsQuery.dataUpdatedAt, pairsQuery.dataUpdatedAt);
  const days = groupBy(sent.slice(0, limit), ({ at }) => formatDay(at, nowMs));

  const exportAll = async () => {
    try {
      const { toSentRows } = await import('./sent-csv.ts');
      const all = await client.fetchQuery(logQueries.sent(workspace, 'pairs', Infinity));
      downloadCsv(toSentRows(all.entries, runs), 'sent-from-this-browser', 'List');
    } catch {
      showToast({ tone: 'bad', text: 'The list could not be exported. Try again.' });
    }
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
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          {day !== 'Today' && <h3 className={styles['day']}>{day}</h3>}
          <EventList ruled label={day}>
            {ofDay.map((item) =>
              'run' in item ? (
                <RunItem key={item.run.id} run={item.run} runs={runs} />
              ) : (
                <PairItem key={item.entry.id} entry={item.entry} entries={pairs} />
              ),
            )}
          </EventList>
        </div>
      ))}
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
