import { openDB, wrap, type DBSchema, type IDBPDatabase } from 'idb';
import { waitAtMost, type Clock } from '#src/lib/timing.ts';
import { formatConflict, isSuperseded, STORAGE_FORMAT, migrate, type Migrations } from './format.ts';

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

/** The browser closed the connection, or lost its database process, as Safari does to a page in the background. */
const CONNECTION_LOST: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError']);

const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && CONNECTION_LOST.has(error.name);

const isOfNewerFormat = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError';

/** A failed request rejects itself. Beside it, the `done` of its transaction would be an unhandled rejection. */
const handleDone = ({ target }: Event): void => {
  const transaction = target instanceof IDBRequest ? target.transaction : target;
  if (transaction instanceof IDBTransaction) wrap(transaction).done.catch(() => undefined);
};

/** Opens on first use, and again if the connection is lost. Stops for good if another page deletes or upgrades it. */
export const openDatabase = <Schema extends DBSchema>({
  name,
  create,
  migrations,
  onDeleted,
  deadlineMs,
  format = STORAGE_FORMAT,
  after,
}: DatabaseOptions<Schema>) => {
  type Connection = IDBPDatabase<Schema>;
  const ownName = Promise.resolve(name);
  // `use` reports the error.
  ownName.catch(() => undefined);
  let db: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    db?.close();
  };
  const forget = (connection: Connection): void => {
    connection.close();
    if (db === connection) db = undefined;
  };

  const open = async (): Promise<Connection> => {
    const fresh = await openDB<Schema>(await ownName, format, {
      upgrade: (created, from, _to, transaction) => {
        if (migrate(transaction, migrations, { from, to: format })) return;
        for (const store of Array.from(created.objectStoreNames)) created.deleteObjectStore(store);
        create(created);
        if (from > 0) onDeleted();
      },
      blocked: () => formatConflict.setState('blocked', true),
      // An open connection would block the other page.
      blocking: (_from, to) => {
        // Else it deletes the database.
        if (to !== null) formatConflict.setState('replaced', true);
        forget(fresh);
        close();
      },
      terminated: () => forget(fresh),
    }).catch((error: unknown) => {
      if (isOfNewerFormat(error)) formatConflict.setState('newer', true);
      throw error;
    });
    fresh.addEventListener('error', handleDone);
    fresh.addEventListener('abort', handleDone);
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

  const run = async <T>(act: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed || isSuperseded()) throw new Error('The database is closed');
    const own = db ?? (await connect());
    try {
      return await act(own);
    } catch (error) {
      if (isClosed || !isConnectionLost(error)) throw error;
      forget(own);
      return act(db ?? (await connect()));
    }
  };

  return {
    /**
     * Rejects if the database can't be opened, if `act` rejects, or after the deadline. Repeats `act` once on a new
     * connection if the connection is lost, even though it may have succeeded.
     */
    use: async <T>(act: (db: Connection) => Promise<T>): Promise<T> => {
      const answered = run(act).then((result) => ({ result }));
      const answer = await waitAtMost(answered, deadlineMs, after);
      if (!answer) throw new Error(`No answer within ${deadlineMs} ms`);
      return answer.result;
    },
    useWithoutDeadline: run,
    close,
  };
};
