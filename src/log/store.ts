import type { LastAccepted } from './runs/run-log.ts';
import { runOf, type JournalDatabase } from './database.ts';
import { closed, type EntryResult, type JournalEntry } from './entry.ts';
import { isLater, lastOf } from './last.ts';
import type { Run } from './runs/run.ts';

/** Room for the newest; the oldest closed entries leave first. One that is still `sending` stays. */
const MOST_ENTRIES = 5000;

/** Settles once the entry would survive the end of the browser, as far as storage can promise it. */
export const addEntry = async (db: JournalDatabase, entry: JournalEntry): Promise<void> => {
  const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' });
  await transaction.store.add(entry);
  let surplus = (await transaction.store.count()) - MOST_ENTRIES;
  let cursor = surplus > 0 ? await transaction.store.openCursor() : null;
  while (cursor && surplus > 0) {
    if (cursor.value.outcome !== 'sending') {
      await cursor.delete();
      surplus -= 1;
    }
    cursor = await cursor.continue();
  }
  await transaction.done;
};

/**
 * Closes an entry that is still `sending`, and keeps with it what that says about its pair. Gives back the entry as it then
 * stands; undefined where there is none. `now` in epoch milliseconds.
 */
export const closeEntry = async (
  db: JournalDatabase,
  { id, result, now }: { id: string; result: EntryResult; now: number },
): Promise<JournalEntry | undefined> => {
  const transaction = db.transaction(['entries', 'last'], 'readwrite', { durability: 'strict' });
  const entries = transaction.objectStore('entries');
  const pairs = transaction.objectStore('last');
  const entry = await entries.get(id);
  const changed = entry && closed(entry, result);
  if (changed && changed !== entry) {
    await entries.put(changed);
    const last = lastOf(changed);
    const known = last && (await pairs.get([last.campaignId, last.webhookId]));
    // It was accepted just now: it is the later one where the clock was put back since the other.
    if (last && known && known.at > now) await pairs.put({ ...last, at: known.at + 1 });
    else if (last && isLater(last, known)) await pairs.put(last);
  }
  await transaction.done;
  return changed;
};

/** The newest entries that fit, at most so many. */
export const newestEntries = async (
  db: JournalDatabase,
  fits: (entry: JournalEntry) => boolean,
  limit: number,
): Promise<JournalEntry[]> => {
  const found: JournalEntry[] = [];
  let cursor = await db.transaction('entries').store.openCursor(null, 'prev');
  while (cursor && found.length < limit) {
    if (fits(cursor.value)) found.push(cursor.value);
    cursor = await cursor.continue();
  }
  return found;
};

/** The last accepted operation of each pair, also one of a run; pairs without one are left out. */
export const lastOfPairs = async (
  db: JournalDatabase,
  pairs: readonly (readonly [campaignId: string, webhookId: string])[],
): Promise<LastAccepted[]> => {
  const { store } = db.transaction('last');
  const found = await Promise.all(pairs.map(([...pair]) => store.get(pair)));
  return found.flatMap((last) => last ?? []);
};

/** Runs, the newest first. */
export const newestRuns = async (db: JournalDatabase, limit: number): Promise<Run[]> => {
  const found: Run[] = [];
  let cursor = await db.transaction('runs').store.openCursor(null, 'prev');
  while (cursor && found.length < limit) {
    found.push(runOf(cursor.value));
    cursor = await cursor.continue();
  }
  return found;
};

/** IDs that this browser has used, each once, those of late first. */
export type UsedIds = { campaigns: string[]; webhooks: string[] };

/** Looking at more would be felt where a page opens; whoever uses one campaign for long gets fewer suggestions. */
const MOST_LOOKED_AT = 400;

/** Where the newest so many begin; undefined where there are no more than that. Two steps, however many are passed over. */
const beginOf = async <Key extends IDBValidKey>(
  cursor: { key: Key; advance: (count: number) => Promise<{ key: Key } | null> } | null,
): Promise<IDBKeyRange | undefined> => {
  const begin = await cursor?.advance(MOST_LOOKED_AT);
  return begin ? IDBKeyRange.lowerBound(begin.key) : undefined;
};

/** The IDs of the newest entries, accepted or not, and of the pairs accepted last; at most `limit` of each kind. */
export const usedIds = async (db: JournalDatabase, limit: number): Promise<UsedIds> => {
  const byTime = db.transaction('last').store.index('at');
  const accepted = await byTime.getAll(await beginOf(await byTime.openKeyCursor(null, 'prev')));
  const { store } = db.transaction('entries');
  const entries = await store.getAll(await beginOf(await store.openKeyCursor(null, 'prev')));
  const newestFirst = [...accepted, ...entries].toSorted((a, b) => b.at - a.at);
  const some = (ids: (string | undefined)[]): string[] =>
    [...new Set(ids.filter((id) => id !== undefined))].slice(0, limit);
  return {
    campaigns: some(newestFirst.map(({ campaignId }) => campaignId)),
    webhooks: some(newestFirst.map(({ webhookId }) => webhookId)),
  };
};
