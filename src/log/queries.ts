import { keepPreviousData, queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { WebhookPair } from '#src/api/client.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { throttle } from '#src/lib/timing.ts';
import { createPrefixRange, readAllRuns, readRun, type LogDatabase } from './database.ts';
import { isPairRow, parsePairRows, parseRow, type LogRow, type PairRow, type ProviderRow } from './entry.ts';
import { getLog } from './log.ts';
import { type LeftOutLine, type Run, type RunTable, parseRun, listSchema } from './run.ts';
import {
  collectPairStates,
  filterSent,
  findKnown,
  getPairKey,
  readAccepted,
  readDetachNext,
  readLastAccepted,
  readSentPairs,
  readSentSince,
  type SentPair,
} from './sent-pairs.ts';
import type { Workspace } from './workspace.ts';

/** The newest first. `damaged`: IDs of rows that could not be read. `total`: of entries, also those beyond the limit. */
type Listed<Entry> = { entries: Entry[]; damaged: string[]; total: number };

const readListed = async (
  db: LogDatabase,
  list: NonNullable<LogRow['list']>,
  limit: number,
): Promise<Listed<LogRow>> => {
  const index = db.transaction('rows').store.index('list');
  const entries: LogRow[] = [];
  const damaged: string[] = [];
  let cursor = await index.openCursor(createPrefixRange(list), 'prev');
  while (cursor && entries.length < limit) {
    const row = parseRow(cursor.value);
    if (row) entries.push(row);
    else damaged.push(cursor.primaryKey);
    cursor = await cursor.continue();
  }
  const rows = await db.countFromIndex('rows', 'list', createPrefixRange(list));
  return { entries, damaged, total: rows - damaged.length };
};

/** Newest first. Says which of them were undone, and which have a later one for the same pair. */
const toSentPairs = (
  rows: readonly LogRow[],
  lastAccepted: ReadonlyMap<string, PairRow | undefined>,
): SentPair[] => {
  const pairs = rows.filter(isPairRow);
  // With a message, an undo may have changed nothing.
  const plain = [...pairs, ...lastAccepted.values()].filter(
    (row) => row?.outcome === 'accepted' && !row.withMessage,
  );
  const undone = new Map(plain.map((row) => [row?.undoOf, row?.id]));
  const laterPairs = new Set<string>();
  return pairs.flatMap(({ outcome, ...row }) => {
    // Only lines of a run are queued.
    if (outcome === 'queued') return [];
    const key = getPairKey(row);
    const last = lastAccepted.get(key);
    const later = last && last.id > row.id ? 'accepted' : laterPairs.has(key) ? 'listed' : undefined;
    laterPairs.add(key);
    return [{ ...row, outcome, undoneBy: undone.get(row.id), later }];
  });
};

/** Those outside of runs. */
export const readSinglePairs = async (db: LogDatabase, limit: number): Promise<Listed<SentPair>> => {
  const { entries, ...others } = await readListed(db, 'pairs', limit);
  const pairs = new Map(entries.filter(isPairRow).map((row) => [getPairKey(row), row]));
  const last = await Promise.all(
    [...pairs].map(async ([key, pair]) => [key, await readLastAccepted(db, pair)] as const),
  );
  return { ...others, entries: toSentPairs(entries, new Map(last)) };
};

const filterProvider = (rows: readonly LogRow[]): ProviderRow[] =>
  rows.filter((row): row is ProviderRow => row.list === 'provider');

export const readProviderChanges = async (db: LogDatabase, limit: number): Promise<Listed<ProviderRow>> => {
  const { entries, ...others } = await readListed(db, 'provider', limit);
  return { ...others, entries: filterProvider(entries) };
};

/** From memory. */
const toListed = <Entry>(entries: Entry[]): Listed<Entry> => ({
  entries,
  damaged: [],
  total: entries.length,
});
const listSinglePairs = (oldestFirst: readonly LogRow[]): Listed<SentPair> => {
  const pairs = oldestFirst.filter(isPairRow);
  const accepted = pairs.filter(({ outcome }) => outcome === 'accepted');
  const last = new Map(accepted.map((row) => [getPairKey(row), row]));
  return toListed(toSentPairs(oldestFirst.toReversed(), last));
};
const listProviderChanges = (oldestFirst: readonly LogRow[]): Listed<ProviderRow> =>
  toListed(filterProvider(oldestFirst.toReversed()));

/** Newest first. Without pairs whose attach was undone: their IDs may have been in the wrong fields. */
export type UsedIds = { campaign: string[]; webhook: string[] };

/** Reading more rows would slow down the page. */
const MAX_ROWS_FOR_IDS = 400;

export const readUsedIds = async (db: LogDatabase): Promise<UsedIds & { attached: WebhookPair[] }> => {
  const { store } = db.transaction('rows');
  const first = await (await store.openKeyCursor(null, 'prev'))?.advance(MAX_ROWS_FOR_IDS);
  const rows = await store.getAll(first ? IDBKeyRange.lowerBound(first.key) : undefined);
  const pairs = parsePairRows(rows);
  const accepted = groupBy(
    pairs.filter(({ outcome }) => outcome === 'accepted'),
    getPairKey,
  );
  const used = pairs
    .filter((row) => {
      const last = accepted.get(getPairKey(row))?.at(-1);
      return last?.undoOf === undefined || last.operation === 'attach';
    })
    .toReversed();
  return {
    campaign: [...new Set(used.map(({ campaignId }) => campaignId))],
    webhook: [...new Set(used.map(({ webhookId }) => webhookId))],
    attached: [...accepted.values()].flatMap((ofPair) =>
      findKnown(ofPair) === 'attach' ? ofPair.slice(-1) : [],
    ),
  };
};

const getKey = (workspace: Workspace, ...rest: readonly unknown[]) =>
  ['log', workspace.storageKey, ...rest] as const;

const read = <T>(workspace: Workspace, act: (db: LogDatabase) => Promise<T>): Promise<T> =>
  getLog(workspace).read(act);

/** From memory if the browser refuses storage. */
const readEither = async <T>(
  workspace: Workspace,
  readMemory: (rows: readonly LogRow[]) => T | Promise<T>,
  act: (db: LogDatabase) => Promise<T>,
): Promise<T> => {
  const rows = await getLog(workspace).inMemory();
  return rows ? readMemory(rows) : read(workspace, act);
};

/** Shows an area at once when the user returns to it. */
const CACHED = { gcTime: 300_000, placeholderData: keepPreviousData } as const;

export type RunSource = {
  leftOut: readonly LeftOutLine[];
  /** Of the run itself or, for a retry or undo, of the run that its lines came from. */
  table?: RunTable | undefined;
  /** The table has lines that were not given to this run. */
  isInherited: boolean;
};

/** Apart from the run: its text can be long. */
const readRunSource = async (
  db: LogDatabase,
  { id, earlier }: Pick<Run, 'id' | 'earlier'>,
): Promise<RunSource> => {
  const { leftOut = [], table } = listSchema.safeParse(await db.get('lists', id)).data?.input ?? {};
  const before = table ? undefined : parseRun(earlier && (await db.get('runs', earlier.run)));
  if (!before) return { leftOut, table, isInherited: false };
  return { leftOut, table: (await readRunSource(db, before)).table, isInherited: true };
};

export const logQueries = {
  /** Those outside of runs. */
  singlePairs: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: getKey(workspace, 'single', limit),
      queryFn: () => readEither(workspace, listSinglePairs, (db) => readSinglePairs(db, limit)),
      ...CACHED,
    }),
  providerChanges: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: getKey(workspace, 'provider', limit),
      queryFn: () => readEither(workspace, listProviderChanges, (db) => readProviderChanges(db, limit)),
      ...CACHED,
    }),
  lastAccepted: (workspace: Workspace, { campaignId, webhookId }: WebhookPair) =>
    queryOptions({
      queryKey: getKey(workspace, 'last', campaignId, webhookId),
      queryFn: async () =>
        (await read(workspace, (db) => readLastAccepted(db, { campaignId, webhookId }))) ?? null,
      gcTime: CACHED.gcTime,
    }),
  /** What was last accepted for the pair before this entry; null if nothing was. */
  acceptedBefore: (workspace: Workspace, pair: WebhookPair, id: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'before', pair.campaignId, pair.webhookId, id),
      queryFn: async () => {
        const accepted = await read(workspace, (db) => readAccepted(db, [pair]));
        return accepted.get(getPairKey(pair))?.findLast((row) => row.id < id) ?? null;
      },
      gcTime: 0,
    }),
  usedIds: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'used'),
      queryFn: () => read(workspace, readUsedIds),
      ...CACHED,
    }),
  runs: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'runs'),
      queryFn: () => readEither(workspace, () => ({ runs: [], damaged: [] }), readAllRuns),
      ...CACHED,
    }),
  /** Null if this browser has no such run. */
  run: (workspace: Workspace, id: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'run', id),
      queryFn: async () => (await read(workspace, (db) => readRun(db, id))) ?? null,
      gcTime: 0,
      structuralSharing: false,
    }),
  sentSince: (workspace: Workspace, runId: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'since', runId),
      queryFn: () => read(workspace, (db) => readSentSince(db, runId)),
      gcTime: 0,
      structuralSharing: false,
    }),
  detachNext: (workspace: Workspace, run: Run) =>
    queryOptions({
      queryKey: getKey(workspace, 'next', run.id),
      queryFn: () => read(workspace, (db) => readDetachNext(db, run)),
      gcTime: 0,
    }),
  runSource: (workspace: Workspace, { id, earlier }: Pick<Run, 'id' | 'earlier'>) =>
    queryOptions({
      queryKey: ['log run source', workspace.storageKey, id],
      queryFn: () => read(workspace, (db) => readRunSource(db, { id, earlier })),
      gcTime: 0,
      staleTime: Infinity,
    }),
  pairs: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'pairs'),
      queryFn: ({ signal }) =>
        readEither(
          workspace,
          (rows) => collectPairStates([filterSent(rows)]),
          (db) => collectPairStates(readSentPairs(db, { signal })),
        ),
      structuralSharing: false,
      ...CACHED,
    }),
};

/** A run changes several times a second. */
const REFRESH_RUNS_EVERY_MS = 1000;

/** Reads all rows, which can take seconds. */
const isSlow = ({ queryKey: [, , name] }: { queryKey: readonly unknown[] }): boolean =>
  name === 'pairs' || name === 'since';

/** The only place that invalidates these queries. */
export const followLog = (workspace: Workspace, client: QueryClient): (() => void) => {
  const queryKey = getKey(workspace);
  /** Resolves once they are read. Again after a first read that is under way, which this doesn't begin anew. */
  const invalidate = async (predicate: (query: Query) => boolean): Promise<void> => {
    const underWay = client.getQueryCache().findAll({ queryKey, predicate, fetchStatus: 'fetching' });
    const isFirst = underWay.some(({ state }) => state.data === undefined);
    await client.invalidateQueries({ queryKey, predicate });
    if (isFirst) await client.invalidateQueries({ queryKey, predicate });
  };
  let isReading = false;
  let isOutdated = false;
  /** Never begins a slow query anew: while a run is sent it would not end. */
  const refreshSlow = async (): Promise<void> => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await invalidate(isSlow);
    }
    isReading = false;
  };
  const refresh = (): void => {
    void invalidate((query) => !isSlow(query));
    void refreshSlow();
  };
  const refreshRuns = throttle(REFRESH_RUNS_EVERY_MS, refresh);
  const unsubscribe = getLog(workspace).subscribe((changed) =>
    changed === 'runs' ? refreshRuns.call() : refresh(),
  );
  // Rows of a closed tab may have changed before this subscription.
  refresh();
  return () => {
    unsubscribe();
    refreshRuns.stop();
  };
};
