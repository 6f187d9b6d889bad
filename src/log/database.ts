import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';
import { openDatabase, type Database } from '#src/storage/database.ts';
import type { LastAccepted } from './runs/run-log.ts';
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
};

/** The open database. */
export type JournalDatabase = IDBPDatabase<JournalSchema>;

/** The name of the database of one service and one person; neither can be read from it. Rejects without Web Crypto. */
export const databaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service.replace(/\/+$/, ''), personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `journal-${hex.slice(0, 32)}`;
};

const upgrade: NonNullable<OpenDBCallbacks<JournalSchema>['upgrade']> = async (
  fresh,
  from,
  _to,
  transaction,
) => {
  if (from < 1) {
    const entries = fresh.createObjectStore('entries', { keyPath: 'id' });
    entries.createIndex('pair', ['campaignId', 'webhookId']);
    entries.createIndex('outcome', 'outcome');
  }
  fresh.createObjectStore('runs', { keyPath: 'id' });
  fresh
    .createObjectStore('blocks', { keyPath: ['run', 'block'] })
    .createIndex('revision', ['run', 'revision']);
  const last = fresh.createObjectStore('last', { keyPath: ['campaignId', 'webhookId'] });
  last.createIndex('at', 'at');
  const accepted = await transaction.objectStore('entries').index('outcome').getAll('accepted');
  const newest = latestOf(accepted.flatMap((entry) => lastOf(entry) ?? []));
  await Promise.all([...newest.values()].map((one) => last.put(one)));
};

/** The database by its name. `deadlineMs`: how long it may take to open and to answer. */
export const journalDatabase = (
  name: string | Promise<string>,
  deadlineMs: number,
): Database<JournalSchema> => openDatabase<JournalSchema>({ name, version: 2, upgrade, deadlineMs });
