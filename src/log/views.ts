import type { WebhookPair } from '#src/api/operations.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { createPrefixRange, type LogDatabase } from './database.ts';
import {
  parsePairRows,
  parseRow,
  parseRows,
  type LogRow,
  type PairRow,
  type ProviderChange,
} from './entry.ts';
import { listSchema, type LeftOutLine, type RunTable } from './run-input.ts';
import { parseRun, rowToLine, type Run, type RunView } from './run.ts';

export const readOpenRows = async (db: LogDatabase): Promise<LogRow[]> =>
  parseRows(await db.getAllFromIndex('rows', 'open'));

export const readNewestIds = async (db: LogDatabase): Promise<string[]> => {
  const transaction = db.transaction(['rows', 'runs']);
  const row = transaction.objectStore('rows').openKeyCursor(null, 'prev');
  const run = transaction.objectStore('runs').openKeyCursor(null, 'prev');
  return (await Promise.all([row, run])).flatMap((cursor) => cursor?.key ?? []);
};

export const getPairKey = ({ campaignId, webhookId }: WebhookPair): string =>
  JSON.stringify([campaignId, webhookId]);

/** An attach or detach. */
export type SentPair = Omit<PairRow, 'outcome'> & {
  outcome: Exclude<PairRow['outcome'], 'queued'>;
  /** ID of the accepted entry that undid this one. Computed, never stored. */
  undoneBy?: string | undefined;
  /** Whether a later request for this pair was accepted, or is only in the same list. Computed, never stored. */
  later?: 'accepted' | 'listed' | undefined;
};

const parseAccepted = (values: readonly unknown[]): PairRow[] =>
  parsePairRows(values).filter(({ outcome }) => outcome === 'accepted');

/** More requests in one task would block the page. */
const MAX_CAMPAIGNS_AT_ONCE = 100;

/** By {@link getPairKey}, oldest first. Includes other pairs of these campaigns. */
export const readAccepted = async (
  db: LogDatabase,
  pairs: Iterable<WebhookPair>,
): Promise<Map<string, PairRow[]>> => {
  const campaigns = [...new Set([...pairs].map(({ campaignId }) => campaignId))];
  const index = db.transaction('rows').store.index('accepted');
  const rows: LogRow[][] = [];
  for (let from = 0; from < campaigns.length; from += MAX_CAMPAIGNS_AT_ONCE) {
    const some = campaigns.slice(from, from + MAX_CAMPAIGNS_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    rows.push(...(await Promise.all(some.map((campaign) => index.getAll(createPrefixRange(campaign))))));
  }
  return groupBy(parseAccepted(rows.flat()), getPairKey);
};

export const readLastAccepted = async (
  db: LogDatabase,
  { campaignId, webhookId }: WebhookPair,
): Promise<PairRow | undefined> => {
  const index = db.transaction('rows').store.index('accepted');
  const cursor = await index.openCursor(IDBKeyRange.only([campaignId, webhookId]), 'prev');
  return cursor ? parseAccepted([cursor.value])[0] : undefined;
};

/** The newest first. `damaged`: IDs of rows that could not be read. `total`: also those beyond the limit. */
type Listed<Entry> = { entries: Entry[]; damaged: string[]; total: number };

const readList = async (
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
  const total = await db.countFromIndex('rows', 'list', createPrefixRange(list));
  return { entries, damaged, total };
};

/** Newest first. Says which of them were undone, and which have a later one for the same pair. */
const toSentPairs = (
  rows: readonly LogRow[],
  lastAccepted: ReadonlyMap<string, PairRow | undefined>,
): SentPair[] => {
  const pairs = rows.filter((row) => row.list !== 'provider');
  const accepted = pairs.filter(({ outcome }) => outcome === 'accepted');
  const undone = new Map([...accepted, ...lastAccepted.values()].map((row) => [row?.undoOf, row?.id]));
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
  const { entries, ...others } = await readList(db, 'pairs', limit);
  const pairs = new Map(
    entries.flatMap((row) => (row.list === 'provider' ? [] : [[getPairKey(row), row] as const])),
  );
  const last = await Promise.all(
    [...pairs].map(async ([key, pair]) => [key, await readLastAccepted(db, pair)] as const),
  );
  return { ...others, entries: toSentPairs(entries, new Map(last)) };
};

const filterProvider = (rows: readonly LogRow[]): ProviderChange[] =>
  rows.filter((row) => row.list === 'provider');

export const readProviderChanges = async (
  db: LogDatabase,
  limit: number,
): Promise<Listed<ProviderChange>> => {
  const { entries, ...others } = await readList(db, 'provider', limit);
  return { ...others, entries: filterProvider(entries) };
};

/** The same from rows in memory, oldest first. */
export const listSinglePairs = (oldestFirst: readonly LogRow[]): Listed<SentPair> => {
  const last = new Map(parseAccepted(oldestFirst).map((row) => [getPairKey(row), row]));
  const entries = toSentPairs(oldestFirst.toReversed(), last);
  return { entries, damaged: [], total: entries.length };
};
export const listProviderChanges = (oldestFirst: readonly LogRow[]): Listed<ProviderChange> => {
  const entries = filterProvider(oldestFirst.toReversed());
  return { entries, damaged: [], total: entries.length };
};

/** Newest first. Without pairs whose attach was undone: their IDs may have been in the wrong fields. */
export type UsedIds = { campaign: string[]; webhook: string[] };

/** Reading more rows would slow down the page. */
const MAX_ROWS_FOR_IDS = 400;

export const readUsedIds = async (db: LogDatabase): Promise<UsedIds> => {
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
  };
};

/** Newest first. `damaged`: the IDs of runs that cannot be read. */
export const readAllRuns = async (db: LogDatabase): Promise<{ runs: Run[]; damaged: string[] }> => {
  const runs: Run[] = [];
  const damaged: string[] = [];
  for (const value of await db.getAll('runs')) {
    const run = parseRun(value);
    if (run) runs.unshift(run);
    else damaged.push(value.id);
  }
  return { runs, damaged };
};

/** Undefined if the run cannot be read. */
export const toRunView = (header: unknown, lines: unknown, rows: readonly LogRow[]): RunView | undefined => {
  const run = parseRun(header);
  const list = run && listSchema.safeParse({ run: run.id, lines }).data?.lines;
  if (!run || list?.length !== run.total) return undefined;
  const byLine = new Map(rows.map((row) => [row.list === 'provider' ? undefined : row.line, row]));
  return {
    run,
    lines: list.map((line, index) => {
      const stored = byLine.get(index);
      if (!stored) return rowToLine(line, undefined, run);
      // A damaged row means that a request may have been sent, so the line is unknown.
      const lost = { id: stored.id, at: run.at, outcome: 'unknown' } as const;
      return rowToLine(line, parsePairRows([stored])[0] ?? lost, run);
    }),
  };
};

export const readRun = async (db: LogDatabase, id: string): Promise<RunView | undefined> => {
  const transaction = db.transaction(['runs', 'lists', 'rows']);
  const [header, list, rows] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore('lists').get(id),
    transaction.objectStore('rows').index('run').getAll(createPrefixRange(id)),
  ]);
  return toRunView(header, list?.lines, rows);
};

export type RunSource = {
  leftOut: readonly LeftOutLine[];
  /** Of the run itself or, for a retry or undo, of the run that its lines came from. */
  table?: RunTable | undefined;
  /** The table has lines that were not given to this run. */
  isInherited: boolean;
};

/** Apart from the run: its text can be long. */
export const readRunSource = async (
  db: LogDatabase,
  { id, earlier }: Pick<Run, 'id' | 'earlier'>,
): Promise<RunSource> => {
  const { leftOut = [], table } = listSchema.safeParse(await db.get('lists', id)).data?.input ?? {};
  const before = table ? undefined : parseRun(earlier && (await db.get('runs', earlier.run)));
  if (!before) return { leftOut, table, isInherited: false };
  return { leftOut, table: (await readRunSource(db, before)).table, isInherited: true };
};
