import type { IDBPObjectStore } from 'idb';
import type { LastAccepted } from './runs/run-log.ts';
import { runOf, type JournalDatabase, type JournalSchema } from './database.ts';
import type { JournalEntry } from './entry.ts';
import { isLater, lastOf } from './last.ts';
import type { Run } from './runs/run.ts';

/**
 * Keeps the last accepted operation of a pair, where no later one is kept. It was accepted just `now`, epoch milliseconds:
 * it is the later one where the clock was put back since the other.
 */
const putLast = async (
  store: IDBPObjectStore<JournalSchema, ('entries' | 'last')[], 'last', 'readwrite'>,
  last: LastAccepted,
  now: number,
): Promise<void> => {
  const known = await store.get([last.campaignId, last.webhookId]);
  if (known && known.at > now) await store.put({ ...last, at: known.at + 1 });
  else if (isLater(last, known)) await store.put(last);
};

/** Says what an entry becomes; undefined leaves it as it is. */
export type Rule = (entry: JournalEntry) => JournalEntry | undefined;

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
 * Reads and changes in one step, and keeps with it what that says about the entry's pair. Gives back the entry as it
 * then stands; undefined where there is none. `now` in epoch milliseconds.
 */
export const changeEntry = async (
  db: JournalDatabase,
  { id, rule, now }: { id: string; rule: Rule; now: number },
): Promise<JournalEntry | undefined> => {
  const transaction = db.transaction(['entries', 'last'], 'readwrite', { durability: 'strict' });
  const entries = transaction.objectStore('entries');
  const entry = await entries.get(id);
  const changed = entry && rule(entry);
  if (changed) await entries.put(changed);
  const last = changed && lastOf(changed);
  if (last) await putLast(transaction.objectStore('last'), last, now);
  await transaction.done;
  return changed ?? entry;
};

/** Entries from the newest on, until the visitor says stop. */
export const visitEntries = async (
  db: JournalDatabase,
  see: (entry: JournalEntry) => 'on' | 'stop',
): Promise<void> => {
  let cursor = await db.transaction('entries').store.openCursor(null, 'prev');
  while (cursor && see(cursor.value) === 'on') cursor = await cursor.continue();
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
  let cursor = limit > 0 ? await db.transaction('runs').store.openCursor(null, 'prev') : null;
  while (cursor) {
    found.push(runOf(cursor.value));
    cursor = found.length < limit ? await cursor.continue() : null;
  }
  return found;
};

/** What storage did not take. It forgets with the tab. */
export const memoryEntries = () => {
  const entries = new Map<string, JournalEntry>();
  const newestFirst = (): JournalEntry[] => [...entries.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return {
    add: (entry: JournalEntry): void => {
      entries.set(entry.id, entry);
      if (entries.size <= MOST_ENTRIES) return;
      const oldest = newestFirst().findLast(({ outcome }) => outcome !== 'sending');
      if (oldest) entries.delete(oldest.id);
    },
    change: (id: string, rule: Rule): JournalEntry | undefined => {
      const entry = entries.get(id);
      const changed = entry && rule(entry);
      if (changed) entries.set(id, changed);
      return changed ?? entry;
    },
    newestFirst,
  };
};
