import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase, type Database } from '#src/storage/database.ts';
import type { LogRow } from './entry.ts';
import type { NewLine, Run } from './run.ts';

export type LogSchema = DBSchema & {
  /** One a request. */
  rows: {
    key: string;
    value: LogRow;
    indexes: {
      /** Changes that were sent by themselves, by their area and time. */
      list: [string, string];
      run: [string, number];
      /** Accepted ones by their pair, and within one by time. */
      accepted: [string, string];
      /** Those without a result. */
      open: number;
    };
  };
  /** One header a run. */
  runs: { key: string; value: Run };
  /** The lines of each run as they began. */
  lists: { key: string; value: { run: string; lines: NewLine[] } };
};

/** The open database. */
export type LogDatabase = IDBPDatabase<LogSchema>;

/** The name of the database of one service and one person; neither can be read from it. Rejects without Web Crypto. */
export const databaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service.replace(/\/+$/, ''), personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `journal-${hex.slice(0, 32)}`;
};

/** `onReplaced`: the database had an older form and was emptied. */
export const logDatabase = (
  name: Promise<string>,
  deadlineMs: number,
  onReplaced: () => void,
): Database<LogSchema> =>
  openDatabase<LogSchema>({
    name,
    version: 3,
    upgrade: (db, from) => {
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      const rows = db.createObjectStore('rows', { keyPath: 'id' });
      rows.createIndex('list', ['list', 'id']);
      rows.createIndex('run', ['run', 'line']);
      rows.createIndex('accepted', 'acceptedPair');
      rows.createIndex('open', 'open');
      db.createObjectStore('runs', { keyPath: 'id' });
      db.createObjectStore('lists', { keyPath: 'run' });
      if (from > 0) onReplaced();
    },
    deadlineMs,
  });
