import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeId, escapeInvisible } from '#src/lib/invisible.ts';
import { formatDay } from '#src/lib/timestamp.ts';
import { RequestIdLine } from '#src/outcomes/Outcome.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { HISTORY_PATH, linkToRun } from '#src/features/webhooks/change/paths.ts';
import { useChanges, VERBS } from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/NameEdit.tsx';
import { describeDetachNext, describeSentRun } from '#src/features/webhooks/run/describe-run.ts';
import { describeEntry, findAction, mergeSent, type SentItem } from './sent.ts';
import styles from './SentList.module.css';

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
  const { preposition } = VERBS[action.change.operation];
  const isBusy = findRunning(entry) !== undefined;
  return (
    <Button
      ref={passFocusToLine}
      variant="bare"
      size="sm"
      aria-disabled={isBusy || undefined}
      aria-label={`${action.label}: ${escapeId(entry.webhookId)} ${preposition} ${escapeId(entry.campaignId)}`}
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
      {title[0]} <Named kind="webhook" id={entry.webhookId} />
      {title[1]}
    </>
  );
  return (
    <EventListItem at={entry.at} look={look} action={<EntryButton entry={entry} />}>
      <p>{entry.undoneBy === undefined ? line : <s className="quiet">{line}</s>}</p>
      <p className="quiet">
        {VERBS[entry.operation].preposition} <Named kind="campaign" id={entry.campaignId} />
        {detail}
        {quote !== undefined && (
          <>
            , <q>{escapeInvisible(quote)}</q>
          </>
        )}
      </p>
      <RequestIdLine requestId={entry.requestId} />
    </EventListItem>
  );
};

/** Reading what a run leaves to detach reads all its lines. */
const MAX_READ_RUNS = 10;

const RunItem = ({ run, runs }: { run: Run; runs: readonly Run[] }) => {
  const sent = describeSentRun(run, runs);
  const { data: next = [] } = useQuery({
    ...logQueries.detachNext(useWorkspace(), run),
    enabled: run.status === 'finished' && runs.indexOf(run) < MAX_READ_RUNS,
  });
  return (
    <EventListItem at={run.at} look={sent}>
      <p>
        <Link {...linkToRun(run.id)} className={styles['run']}>
          {sent.act}
        </Link>
      </p>
      {sent.details !== '' && <p className="quiet">{sent.details}</p>}
      {next.length > 0 && <p className="late">{describeDetachNext(next)}</p>}
    </EventListItem>
  );
};

/** Single changes and runs, newest first. May hold more than `limit`, if there are more. */
export const useSent = (limit: number) => {
  const workspace = useWorkspace();
  const runsQuery = useQuery(logQueries.runs(workspace));
  const pairsQuery = useQuery(logQueries.singlePairs(workspace, limit));
  const { runs = [], damaged: damagedRuns = [] } = runsQuery.data ?? {};
  const { entries: pairs = [], damaged: damagedRows = [], total = 0 } = pairsQuery.data ?? {};
  return {
    items: mergeSent(pairs, runs),
    pairs,
    runs,
    total: total + runs.length,
    damaged: { rows: damagedRows, runs: damagedRuns },
    nowMs: Math.max(runsQuery.dataUpdatedAt, pairsQuery.dataUpdatedAt),
    isRead: !runsQuery.isPending && !pairsQuery.isPending,
    isError: runsQuery.isError || pairsQuery.isError,
  };
};

type Sent = ReturnType<typeof useSent>;

/** By day. */
export const SentItems = ({
  items,
  pairs,
  runs,
  nowMs,
}: Pick<Sent, 'pairs' | 'runs' | 'nowMs'> & { items: readonly SentItem[] }) =>
  [...groupBy(items, ({ at }) => formatDay(at, nowMs))].map(([day, ofDay]) => (
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
  ));

/** What is wrong with the log, or with reading it. */
export const LogNotes = ({ damaged, isError }: Pick<Sent, 'damaged' | 'isError'>) => {
  const log = useLog();
  const { isDurable, hasFailed, wasReplaced } = useStore(log.state);
  const count = damaged.rows.length + damaged.runs.length;
  const deleteDamaged = () =>
    log
      .deleteRecords(damaged)
      .catch(() => showToast({ tone: 'bad', text: 'Storage failed, so they stay. Reload the page.' }));
  return (
    <>
      {count > 0 && (
        <Alert
          tone="warn"
          title={`${formatCount(count, 'saved change')} could not be read`}
          actions={<TextButton onClick={() => void deleteDamaged()}>Delete</TextButton>}
        >
          This list is without {count === 1 ? 'it' : 'them'}.
        </Alert>
      )}
      {(hasFailed || isError) && (
        <p className={`late ${styles['end']}`}>
          Storage failed, so recent changes may be missing here. Reload the page.
        </p>
      )}
      {wasReplaced && <p className={`hint ${styles['end']}`}>Records of an older version were deleted.</p>}
      {!isDurable && (
        <p className={`hint ${styles['end']}`}>This list isn’t saved: it ends when you close the page.</p>
      )}
    </>
  );
};

const RECENT = 10;

/** Beside the form of one pair. */
export const RecentlySent = () => {
  const { items, isRead, ...sent } = useSent(RECENT);
  const isEmpty = items.length === 0;
  return (
    <section aria-busy={!isRead}>
      <SidePanelHeader>
        <h2>Sent from this browser</h2>
        {!isEmpty && <Link href={HISTORY_PATH}>History</Link>}
      </SidePanelHeader>
      <LogNotes {...sent} />
      {isRead && isEmpty && <p className="second">Nothing sent yet.</p>}
      <SentItems {...sent} items={items.slice(0, RECENT)} />
    </section>
  );
};
