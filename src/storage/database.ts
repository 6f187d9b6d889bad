import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { nextTask } from '#src/lib/slicing.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';

type DatabaseSetup<Schema extends DBSchema> = {
  name: string | Promise<string>;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** How long it may take to open and to answer. */
  deadlineMs: number;
  after?: Clock['after'];
};

/** What a browser says that closed the connection, lost its database process, broke a transaction off or had no room. */
const PASSING: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
]);

const mayPass = (error: unknown): boolean => error instanceof DOMException && PASSING.has(error.name);

/**
 * The one way to a database of this browser. It is opened when it is first used, and again if the browser closes it. If
 * another page deletes it or brings a later version, this page uses it no more.
 */
export const openDatabase = <Schema extends DBSchema>({
  name,
  version,
  upgrade,
  deadlineMs,
  after = browserClock.after,
}: DatabaseSetup<Schema>) => {
  type Connection = IDBPDatabase<Schema>;
  // The use that needs it rejects.
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
      // Holding on would block the page that deletes or upgrades it.
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

  const attempt = async <T>(act: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The database is closed');
    const own = db ?? (await connect());
    try {
      return await act(own);
    } catch (error) {
      if (isClosed || !mayPass(error)) throw error;
      drop(own);
      return act(db ?? (await connect()));
    }
  };

  return {
    /**
     * Acts on the database, within this task if it is open. Rejects if it can't be opened, as `act` does, and, unless `late`,
     * after the deadline. What failed for a reason that may pass is done once more over a new connection, though it may have
     * been done already: `act` has to bear that.
     */
    use: <T>(act: (db: Connection) => Promise<T>, patience: 'in-time' | 'late' = 'in-time'): Promise<T> => {
      if (patience === 'late') return attempt(act);
      return new Promise((resolve, reject) => {
        const cancel = after(deadlineMs, () => reject(new Error(`No answer within ${deadlineMs} ms`)));
        attempt(act).finally(cancel).then(resolve, reject);
      });
    },
    /** From here on nothing is read or written. */
    close,
  };
};

/** All rows of a range, or of a store, in the order of their keys, at most `size` at a time: the page gets a turn in between. */
export async function* inPortions<Row>(
  size: number,
  read: (range: IDBKeyRange | undefined, size: number) => Promise<Row[]>,
  keyOf: (row: Row) => IDBValidKey,
  range?: IDBKeyRange,
): AsyncGenerator<Row[], void> {
  let from = range;
  for (;;) {
    const rows = await read(from, size);
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    const after = keyOf(end);
    from = range
      ? IDBKeyRange.bound(after, range.upper, true, range.upperOpen)
      : IDBKeyRange.lowerBound(after, true);
    await nextTask();
  }
}
