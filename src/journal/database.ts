import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { LastAccepted, Wish } from './runs/books.ts';
import type { JournalEntry } from './entry.ts';
import { lastOf, latestOf } from './last.ts';
import type { Run } from './runs/run.ts';

/** `revision` is raised by each change, so that other tabs find out what they have not read; `by` is the tab that made it. */
export type StoredRun = Run & { revision: number; by?: string };

/** A stored run as everybody else knows it. */
export const runOf = ({ revision: _revision, by: _by, ...run }: StoredRun): Run => run;

/** Some lines of a run after each other, as text: that is read and written several times as fast as objects. */
export type StoredBlock = { run: string; block: number; revision: number; text: string };

export type JournalSchema = DBSchema & {
  entries: {
    key: string;
    value: JournalEntry;
    indexes: { pair: [string, string]; outcome: string };
  };
  runs: { key: string; value: StoredRun };
  blocks: { key: [string, number]; value: StoredBlock; indexes: { revision: [string, number] } };
  last: { key: [string, string]; value: LastAccepted; indexes: { at: number } };
  wishes: { key: number; value: { run: string; wish: Wish } };
};

export type JournalDatabase = IDBPDatabase<JournalSchema>;

/** The name of the database of one service and one person; neither can be read from it. Rejects without Web Crypto. */
export const databaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service.replace(/\/+$/, ''), personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `journal-${hex.slice(0, 32)}`;
};

/** Opens the database. Rejects where the browser refuses storage. */
// Async, since a browser may also throw.
export const openDatabase = async (name: string): Promise<JournalDatabase> =>
  openDB<JournalSchema>(name, 2, {
    upgrade: async (fresh, from, _to, transaction) => {
      if (from < 1) {
        const entries = fresh.createObjectStore('entries', { keyPath: 'id' });
        entries.createIndex('pair', ['campaignId', 'webhookId']);
        entries.createIndex('outcome', 'outcome');
      }
      fresh.createObjectStore('runs', { keyPath: 'id' });
      fresh
        .createObjectStore('blocks', { keyPath: ['run', 'block'] })
        .createIndex('revision', ['run', 'revision']);
      fresh.createObjectStore('wishes', { autoIncrement: true });
      const last = fresh.createObjectStore('last', { keyPath: ['campaignId', 'webhookId'] });
      last.createIndex('at', 'at');
      const accepted = await transaction.objectStore('entries').index('outcome').getAll('accepted');
      const newest = latestOf(accepted.flatMap((entry) => lastOf(entry) ?? []));
      await Promise.all([...newest.values()].map((one) => last.put(one)));
    },
    // Another tab deletes or upgrades the database: holding on would block it.
    blocking: (_from, _to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
