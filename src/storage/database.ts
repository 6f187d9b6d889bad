import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { nextTask } from '#src/lib/slicing.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { createStore } from 'zustand/vanilla';

/**
 * How long somebody waits for storage. `in-time`: no longer than the deadline. `late`: what comes after the deadline is
 * taken as well, though storage counts as silent meanwhile. `long`: there is much to do, and no deadline.
 */
type Patience = 'in-time' | 'late' | 'long';

type DatabaseSetup<Schema extends DBSchema> = {
  name: string | Promise<string>;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** How long it may take to open and to answer. */
  deadlineMs: number;
  /** Another page has deleted it, or brought a later version: going on would undo that. */
  endsWhenReplaced?: boolean;
  after?: Clock['after'];
};

/**
 * What a browser says where it closed the connection, with an event or without, lost the process behind it ("Connection to
 * Indexed Database server lost"), broke a transaction off or had no room: it may be over with the next try.
 */
const PASSING: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
]);

const mayPass = (error: unknown): boolean => error instanceof DOMException && PASSING.has(error.name);

/**
 * The one way to a database of this browser, for as long as the page stands. It is opened when it is first used, and again
 * where the browser closes it.
 */
export const openDatabase = <Schema extends DBSchema>({
  name,
  version,
  upgrade,
  deadlineMs,
  endsWhenReplaced = false,
  after = browserClock.after,
}: DatabaseSetup<Schema>) => {
  type Connection = IDBPDatabase<Schema>;
  // Said by the use that needs it.
  if (typeof name !== 'string') name.catch(() => undefined);
  const answering = createStore<boolean>(() => true);
  let db: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let isClosed = false;

  const become = (isAnswering: boolean): void => {
    if (!isClosed) answering.setState(isAnswering, true);
  };
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
      // Holding on would block whoever deletes or upgrades it.
      blocking: () => {
        drop(fresh);
        if (!endsWhenReplaced) return;
        become(false);
        close();
      },
      terminated: () => {
        drop(fresh);
        become(false);
      },
    });
    if (isClosed) fresh.close();
    else db = fresh;
    return fresh;
  };
  const connect = (): Promise<Connection> => {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    opening.catch(() => become(false));
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
  /** `onSilent` is told at the deadline. */
  const watched = async <T>(
    act: (connection: Connection) => Promise<T>,
    onSilent?: () => void,
  ): Promise<T> => {
    const cancel = onSilent && after(deadlineMs, onSilent);
    try {
      const result = await attempt(act);
      become(true);
      return result;
    } catch (error) {
      // Not where `act` has found what it can't go on with.
      if (error instanceof DOMException) become(false);
      throw error;
    } finally {
      cancel?.();
    }
  };

  return {
    /**
     * Acts on the database, within this task where it is open. Rejects where it can't be opened, as `act` does, and where it
     * takes too long. What failed for a reason that may pass is done once more over a new connection, though it may have
     * been done already: `act` has to bear that.
     */
    use: <T>(act: (db: Connection) => Promise<T>, patience: Patience = 'in-time'): Promise<T> => {
      if (patience === 'long') return watched(act);
      if (patience === 'late') return watched(act, () => become(false));
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          become(false);
          reject(new Error(`No answer within ${deadlineMs} ms`));
        };
        watched(act, giveUp).then(resolve, reject);
      });
    },
    /** False from the moment that storage fails or is silent until it answers again. */
    isAnswering: answering.getState,
    /** Told when that changes. */
    subscribe: (listener: () => void) => answering.subscribe(listener),
    /** From here on nothing is read or written. */
    close,
    isClosed: () => isClosed,
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

export type Database<Schema extends DBSchema> = ReturnType<typeof openDatabase<Schema>>;
