import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { browserClock, type Clock } from '#src/lib/timing.ts';

type DatabaseOptions<Schema extends DBSchema> = {
  name: string | Promise<string>;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  deadlineMs: number;
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

/** Opens on first use, and again if the browser closes it. Stops for good if another page deletes or upgrades it. */
export const openDatabase = <Schema extends DBSchema>({
  name,
  version,
  upgrade,
  deadlineMs,
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
    const fresh = await openDB<Schema>(typeof name === 'string' ? name : await name, version, {
      upgrade,
      // An open connection would block the other page.
      blocking: () => {
        drop(fresh);
        close();
      },
      terminated: () => drop(fresh),
    });
    if (isClosed) fresh.close();
    else db = fresh;
    return fresh;
  };
  const connect = (): Promise<Connection> => {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  };

  const runWithRetry = async <T>(act: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The database is closed');
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
