import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { formatConflict, isSuperseded, STORAGE_FORMAT } from './format.ts';
import type { Migrations } from './migrations.ts';

type DatabaseOptions<Schema extends DBSchema> = {
  name: string | Promise<string>;
  /** Creates the stores. */
  create: (db: IDBPDatabase<Schema>) => void;
  migrations: Migrations;
  /** Older content was deleted, since there is no migration for it. */
  onDeleted: () => void;
  deadlineMs: number;
  format?: number;
  after?: Clock['after'];
};

/** The browser closed the connection, lost its database process, aborted a transaction or had no room. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
]);

const isTransient = (error: unknown): boolean => error instanceof DOMException && TRANSIENT.has(error.name);

const isOfNewerFormat = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError';

/** False if there is a format without a migration: then nothing was changed. */
const migrate = (
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  migrations: Migrations,
  from: number,
  to: number,
): boolean => {
  const steps = Array.from({ length: to - from }, (_, at) => migrations[from + at + 1]);
  if (from === 0 || steps.includes(undefined)) return false;
  const run = async (): Promise<void> => {
    for (const step of steps) await step?.(transaction);
  };
  // Without a migration that succeeded, the browser restores the older version.
  run().catch(() => transaction.abort());
  transaction.done.catch(() => undefined);
  return true;
};

/** Opens on first use, and again if the browser closes it. Stops for good if another page deletes or upgrades it. */
export const openDatabase = <Schema extends DBSchema>({
  name,
  create,
  migrations,
  onDeleted,
  deadlineMs,
  format = STORAGE_FORMAT,
  after = browserClock.after,
}: DatabaseOptions<Schema>) => {
  type Connection = IDBPDatabase<Schema>;
  // `use` reports the error.
  if (typeof name !== 'string') name.catch(() => undefined);
  let db: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    db?.close();
  };
  const drop = (connection: Connection): void => {
    connection.close();
    if (db === connection) db = undefined;
  };

  const open = async (): Promise<Connection> => {
    const fresh = await openDB<Schema>(typeof name === 'string' ? name : await name, format, {
      upgrade: (created, from, _to, transaction) => {
        if (migrate(transaction as never, migrations, from, format)) return;
        for (const store of Array.from(created.objectStoreNames)) created.deleteObjectStore(store);
        create(created);
        if (from > 0) onDeleted();
      },
      blocked: () => formatConflict.setState('blocked', true),
      // An open connection would block the other page.
      blocking: (_from, to) => {
        const isUpgrade = to !== null;
        if (isUpgrade) formatConflict.setState('replaced', true);
        drop(fresh);
        close();
      },
      terminated: () => drop(fresh),
    }).catch((error: unknown) => {
      if (isOfNewerFormat(error)) formatConflict.setState('newer', true);
      throw error;
    });
    if (isClosed) {
      fresh.close();
      return fresh;
    }
    if (formatConflict.getState() === 'blocked') formatConflict.setState(undefined, true);
    db = fresh;
    return fresh;
  };
  const connect = (): Promise<Connection> => {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  };

  const runWithRetry = async <T>(act: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed || isSuperseded()) throw new Error('The database is closed');
    const own = db ?? (await connect());
    try {
      return await act(own);
    } catch (error) {
      if (isClosed || !isTransient(error)) throw error;
      drop(own);
      return act(db ?? (await connect()));
    }
  };

  return {
    /**
     * Rejects if the database can't be opened, if `act` rejects, or after the deadline unless `late`. Repeats `act`
     * once after a transient error, even though it may have succeeded.
     */
    use: <T>(act: (db: Connection) => Promise<T>, patience: 'in-time' | 'late' = 'in-time'): Promise<T> => {
      if (patience === 'late') return runWithRetry(act);
      return new Promise((resolve, reject) => {
        const cancel = after(deadlineMs, () => reject(new Error(`No answer within ${deadlineMs} ms`)));
        runWithRetry(act).finally(cancel).then(resolve, reject);
      });
    },
    close,
  };
};
