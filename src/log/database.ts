import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '#src/storage/database.ts';
import { MIGRATIONS } from '#src/storage/migrations.ts';
import type { LogRow } from './entry.ts';
import type { NewLine, Run } from './run.ts';

type LogSchema = DBSchema & {
  /** One per request. */
  rows: {
    key: string;
    value: LogRow;
    indexes: {
      /** Single changes by area and time. */
      list: [string, string];
      run: [string, number];
      /** Accepted rows by pair, then by time. */
      accepted: [string, string];
      /** Without an outcome yet. */
      open: number;
    };
  };
  runs: { key: string; value: Run };
  /** The lines of each run as it began. */
  lists: { key: string; value: { run: string; lines: NewLine[] } };
};

export type LogDatabase = IDBPDatabase<LogSchema>;

/** Hashed, so that the name reveals neither service nor person. Rejects without Web Crypto. */
export const getDatabaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service.replace(/\/+$/, ''), personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `log-${hex.slice(0, 32)}`;
};

export const openLogDatabase = (name: Promise<string>, deadlineMs: number, onDeleted: () => void) =>
  openDatabase<LogSchema>({
    name,
    create: (db) => {
      const rows = db.createObjectStore('rows', { keyPath: 'id' });
      rows.createIndex('list', ['list', 'id']);
      rows.createIndex('run', ['run', 'line']);
      rows.createIndex('accepted', 'acceptedPair');
      rows.createIndex('open', 'open');
      db.createObjectStore('runs', { keyPath: 'id' });
      db.createObjectStore('lists', { keyPath: 'run' });
    },
    migrations: MIGRATIONS.log,
    onDeleted,
    deadlineMs,
  });
