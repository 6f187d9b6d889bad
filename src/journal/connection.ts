import { openDatabase, type JournalDatabase } from './database.ts';

/** The database for as long as the page stands: where the browser closes it, it is opened again. */
export type Connection = {
  /**
   * Rejects where the database can't be opened, and as `act` does. What failed for a reason that may pass is done once more
   * over a new connection, though it may have been done already: `act` has to bear that.
   */
  use: <T>(act: (db: JournalDatabase) => Promise<T>) => Promise<T>;
  close: () => void;
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

/** Opens the database. Rejects where the browser refuses storage. */
export const connect = async (name: string): Promise<Connection> => {
  let db = await openDatabase(name);
  let opening: Promise<void> | undefined;
  let isOver = false;

  const reopen = async (): Promise<void> => {
    const before = db;
    db = await openDatabase(name);
    before.close();
    if (isOver) db.close();
  };

  return {
    use: async (act) => {
      const own = db;
      try {
        return await act(own);
      } catch (error) {
        if (isOver || !mayPass(error)) throw error;
        if (db === own) {
          opening ??= reopen().finally(() => {
            opening = undefined;
          });
          await opening;
        }
        return act(db);
      }
    },
    close: () => {
      isOver = true;
      db.close();
    },
  };
};
