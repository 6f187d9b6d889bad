import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { JournalEntry } from './entry.ts';

/** Says what an entry becomes; undefined leaves it as it is. */
export type Rule = (entry: JournalEntry) => JournalEntry | undefined;

/** Where entries are kept. Every function rejects where storage is full, taken away or broken. */
export type EntryStore = {
  /** Settles once the entry would survive the end of the browser, as far as the store can promise it. */
  add: (entry: JournalEntry) => Promise<void>;
  /** Reads and changes in one step. Gives back the entry as it then stands; undefined where there is none. */
  change: (id: string, rule: Rule) => Promise<JournalEntry | undefined>;
  /** Entries from the newest on, until the visitor says stop. */
  visit(see: (entry: JournalEntry) => 'on' | 'stop'): Promise<void>;
  sending: () => Promise<JournalEntry[]>;
  /** All entries of a pair, in no order. */
  ofPair: (campaignId: string, webhookId: string) => Promise<JournalEntry[]>;
  close: () => void;
};

type Schema = DBSchema & {
  entries: {
    key: string;
    value: JournalEntry;
    indexes: { pair: [string, string]; outcome: string };
  };
};

/** Room for the newest; the oldest closed entries leave first. One that is still `sending` stays. */
const MOST_ENTRIES = 5000;

/** The store on IndexedDB. Rejects where the browser refuses storage. */
export const openEntryStore = async (name: string): Promise<EntryStore> => {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(name, 1, {
    upgrade: (fresh) => {
      const entries = fresh.createObjectStore('entries', { keyPath: 'id' });
      entries.createIndex('pair', ['campaignId', 'webhookId']);
      entries.createIndex('outcome', 'outcome');
    },
    // Another tab deletes or upgrades the database: holding on would block it.
    blocking: (_from, _to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  const writing = () => db.transaction('entries', 'readwrite', { durability: 'strict' });
  return {
    add: async (entry) => {
      const transaction = writing();
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
    },
    change: async (id, rule) => {
      const transaction = writing();
      const entry = await transaction.store.get(id);
      const changed = entry && rule(entry);
      if (changed) await transaction.store.put(changed);
      await transaction.done;
      return changed ?? entry;
    },
    visit: async (see) => {
      const transaction = db.transaction('entries');
      let cursor = await transaction.store.openCursor(null, 'prev');
      while (cursor && see(cursor.value) === 'on') cursor = await cursor.continue();
    },
    sending: () => db.getAllFromIndex('entries', 'outcome', 'sending'),
    ofPair: (campaignId, webhookId) => db.getAllFromIndex('entries', 'pair', [campaignId, webhookId]),
    close: () => db.close(),
  };
};

/** What storage did not take. It forgets with the tab. */
export type MemoryStore = {
  add: (entry: JournalEntry) => void;
  change: (id: string, rule: Rule) => JournalEntry | undefined;
  newestFirst: () => JournalEntry[];
};

export const memoryEntryStore = (): MemoryStore => {
  const entries = new Map<string, JournalEntry>();
  const newestFirst = (): JournalEntry[] => [...entries.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return {
    add: (entry) => {
      entries.set(entry.id, entry);
      if (entries.size <= MOST_ENTRIES) return;
      const oldest = newestFirst().findLast(({ outcome }) => outcome !== 'sending');
      if (oldest) entries.delete(oldest.id);
    },
    change: (id, rule) => {
      const entry = entries.get(id);
      const changed = entry && rule(entry);
      if (changed) entries.set(id, changed);
      return changed ?? entry;
    },
    newestFirst,
  };
};
