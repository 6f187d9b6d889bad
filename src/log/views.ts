import type { OutcomeKind } from '#src/api/outcome.ts';
import { inPortions } from '#src/storage/database.ts';
import type { LogDatabase } from './database.ts';
import { kindOfEntry, parseRow, type LoggedChange, type LogRow } from './entry.ts';
import { idAt } from './ids.ts';
import { lineOfRow, listSchema, runSchema, type Run, type RunPair, type RunView } from './run.ts';

/** Names a pair. */
export const keyOfPair = ({
  campaignId,
  webhookId,
}: {
  campaignId?: string | undefined;
  webhookId?: string | undefined;
}): string => JSON.stringify([campaignId, webhookId]);

/** An accepted attach or detach of a pair, by itself or in a run. */
export type AcceptedPair = RunPair &
  Pick<LogRow, 'id' | 'at' | 'run' | 'undoOf' | 'withMessage'> & { operation: Run['operation'] };

const toAccepted = (row: LogRow): AcceptedPair[] => {
  const { id, at, run, undoOf, withMessage, operation, campaignId, webhookId } = row;
  if (operation !== 'attach' && operation !== 'detach') return [];
  if (campaignId === undefined || webhookId === undefined || row.outcome !== 'accepted') return [];
  return [{ id, at, run, undoOf, withMessage, operation, campaignId, webhookId }];
};

/** All accepted operations of some pairs' campaigns, by pair, the oldest first. */
export const readAccepted = async (
  db: LogDatabase,
  pairs: Iterable<RunPair>,
): Promise<Map<string, AcceptedPair[]>> => {
  const campaigns = new Set([...pairs].map(({ campaignId }) => campaignId));
  const { store } = db.transaction('rows');
  const found = await Promise.all(
    [...campaigns].map((id) => store.index('accepted').getAll(IDBKeyRange.bound([id], [id, []]))),
  );
  const accepted = new Map<string, AcceptedPair[]>();
  for (const row of found.flat().flatMap((value) => parseRow(value) ?? [])) {
    for (const one of toAccepted(row)) {
      const ofPair = accepted.get(keyOfPair(one));
      if (ofPair) ofPair.push(one);
      else accepted.set(keyOfPair(one), [one]);
    }
  }
  return accepted;
};

/** The last accepted operation of a pair. */
export const readLastAccepted = async (
  db: LogDatabase,
  { campaignId, webhookId }: RunPair,
): Promise<AcceptedPair | undefined> => {
  const { store } = db.transaction('rows');
  const cursor = await store.index('accepted').openCursor(IDBKeyRange.only([campaignId, webhookId]), 'prev');
  const row = cursor && parseRow(cursor.value);
  return row ? toAccepted(row)[0] : undefined;
};

export type SentList = {
  /** The newest first. */
  entries: LoggedChange[];
  /** IDs of rows that could not be read. */
  damaged: string[];
};

const toEntries = (
  rows: readonly LogRow[],
  lastOfPair: ReadonlyMap<string, AcceptedPair | undefined>,
): LoggedChange[] => {
  const undone = new Map(
    rows.filter(({ outcome }) => outcome === 'accepted').map(({ id, undoOf }) => [undoOf, id]),
  );
  return rows.flatMap(({ outcome, ...row }) => {
    // Only lines of a run wait.
    if (outcome === 'queued') return [];
    const last = lastOfPair.get(keyOfPair(row));
    const overtaken = last && last.id > row.id ? { overtaken: true as const } : {};
    return [{ ...row, outcome, undoneBy: undone.get(row.id), ...overtaken }];
  });
};

/** The newest changes of an area, at most `limit`. */
export const readSent = async (
  db: LogDatabase,
  list: NonNullable<LogRow['list']>,
  limit: number,
): Promise<SentList> => {
  const transaction = db.transaction('rows');
  const index = transaction.store.index('list');
  const rows: LogRow[] = [];
  const damaged: string[] = [];
  let cursor = await index.openCursor(IDBKeyRange.bound([list], [list, []]), 'prev');
  while (cursor && rows.length < limit) {
    const row = parseRow(cursor.value);
    if (row) rows.push(row);
    else damaged.push(cursor.primaryKey);
    cursor = await cursor.continue();
  }
  const pairs = [...new Map(rows.map((row) => [keyOfPair(row), row])).entries()];
  const last = await Promise.all(
    pairs.map(async ([key, { campaignId = '', webhookId = '' }]) => {
      const accepted = await readLastAccepted(db, { campaignId, webhookId });
      return [key, accepted] as const;
    }),
  );
  return { entries: toEntries(rows, new Map(last)), damaged };
};

/** The same from rows that are not in storage, the oldest first. */
export const sentIn = (rows: readonly LogRow[], list: LogRow['list']): SentList => ({
  entries: toEntries(rows.filter((row) => row.list === list).toReversed(), new Map()),
  damaged: [],
});

/** IDs that this browser has used, each once, those of late first. */
export type UsedIds = { campaigns: string[]; webhooks: string[] };

/** Looking at more would be felt when a page opens. */
const MOST_LOOKED_AT = 400;

/** The IDs of the newest rows, at most `limit` of each kind. */
export const readUsedIds = async (db: LogDatabase, limit: number): Promise<UsedIds> => {
  const { store } = db.transaction('rows');
  const begin = await (await store.openKeyCursor(null, 'prev'))?.advance(MOST_LOOKED_AT);
  const rows = await store.getAll(begin ? IDBKeyRange.lowerBound(begin.key) : undefined);
  const newest = rows.flatMap((row) => parseRow(row) ?? []).toReversed();
  const some = (ids: (string | undefined)[]): string[] =>
    [...new Set(ids.filter((id) => id !== undefined))].slice(0, limit);
  return {
    campaigns: some(newest.map(({ campaignId }) => campaignId)),
    webhooks: some(newest.map(({ webhookId }) => webhookId)),
  };
};

/** All runs, the newest first, and the IDs of those that could not be read. */
export const readAllRuns = async (db: LogDatabase): Promise<{ runs: Run[]; damaged: string[] }> => {
  const runs: Run[] = [];
  const damaged: string[] = [];
  for (const value of await db.getAll('runs')) {
    const { data } = runSchema.safeParse(value);
    if (data) runs.unshift(data);
    else damaged.push(value.id);
  }
  return { runs, damaged };
};

/** A run with its lines; undefined if there is none, or it is damaged. */
export const readRun = async (db: LogDatabase, id: string): Promise<RunView | undefined> => {
  const transaction = db.transaction(['runs', 'lists', 'rows']);
  const [header, list, rows] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore('lists').get(id),
    transaction
      .objectStore('rows')
      .index('run')
      .getAll(IDBKeyRange.bound([id], [id, []])),
  ]);
  const run = runSchema.safeParse(header).data;
  const lines = listSchema.safeParse(list).data?.lines;
  if (!run || lines?.length !== run.total) return undefined;
  const byLine = new Map<number, LogRow>();
  for (const value of rows) {
    // A damaged row says that a request may have left: its line is not sent again.
    const { id: row, line = -1 } = value;
    byLine.set(
      line,
      parseRow(value) ?? { id: row, at: run.at, tab: '', operation: run.operation, outcome: 'unknown' },
    );
  }
  return { run, lines: lines.map((line, index) => lineOfRow(line, byLine.get(index), run)) };
};

/** What is looked for; all of it has to fit. */
export type SentQuery = {
  /** Parts of the IDs, in either case. */
  campaign?: string;
  webhook?: string;
  outcome?: OutcomeKind;
  /** When it was sent, in epoch milliseconds. */
  span?: { from: number; until: number };
  limit: number;
};

/** An attach or detach that this browser sent, by itself or in a run. */
export type Sent = Omit<LoggedChange, 'operation'> & RunPair & { operation: Run['operation'] };

export type SentFound = {
  /** The newest first. */
  found: Sent[];
  /** There is more than the limit shows. */
  more: boolean;
  /** The runs that they belong to. */
  runs: Run[];
};

const SOME_ROWS = 1000;

const toSent = (row: LogRow): Sent | undefined => {
  const { operation, outcome, campaignId, webhookId } = row;
  if (operation !== 'attach' && operation !== 'detach') return undefined;
  if (campaignId === undefined || webhookId === undefined || outcome === 'queued') return undefined;
  return { ...row, operation, outcome, campaignId, webhookId };
};

/** Looks through all that was sent, in portions. Rejects on `signal`. */
export const searchSent = async (
  db: LogDatabase,
  { campaign = '', webhook = '', outcome, span, limit }: SentQuery,
  signal: AbortSignal,
): Promise<SentFound> => {
  const [campaignPart, webhookPart] = [campaign.trim().toLowerCase(), webhook.trim().toLowerCase()];
  const fits = (row: Sent): boolean =>
    (outcome === undefined || kindOfEntry(row) === outcome) &&
    row.campaignId.toLowerCase().includes(campaignPart) &&
    row.webhookId.toLowerCase().includes(webhookPart) &&
    (span === undefined || (row.at >= span.from && row.at < span.until));
  const found: Sent[] = [];
  let more = false;
  const portions = inPortions(
    SOME_ROWS,
    (range, size) => db.getAll('rows', range, size),
    ({ id }) => id,
    span && IDBKeyRange.lowerBound(idAt(span.from)),
  );
  for await (const rows of portions) {
    signal.throwIfAborted();
    const fitting = rows.flatMap((value) => parseRow(value) ?? []).flatMap((row) => toSent(row) ?? []);
    found.push(...fitting.filter(fits));
    more ||= found.length > limit;
    if (found.length > limit) found.splice(0, found.length - limit);
  }
  const { runs } = await readAllRuns(db);
  return { found: found.toReversed(), more, runs };
};

/** The newest run that is not over and sends a pair, or has it still to send. */
export const readRunWithPair = async (db: LogDatabase, pair: RunPair): Promise<Run | undefined> => {
  const { runs } = await readAllRuns(db);
  for (const { id, status } of runs) {
    const view = status === 'finished' ? undefined : await readRun(db, id);
    const isInIt = view?.lines.some(
      (line) => (line.state === 'queued' || line.state === 'sending') && keyOfPair(line) === keyOfPair(pair),
    );
    if (view && isInIt) return view.run;
  }
  return undefined;
};
