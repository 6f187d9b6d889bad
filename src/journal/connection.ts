import { openDatabase, type JournalDatabase } from './database.ts';

/** The database for as long as the page stands: where the browser closes it, it is opened again. */
export type Connection = {
  /** Rejects where the database can't be opened, and as `act` does, which is asked again where it could not even begin. */
  use: <T>(act: (db: JournalDatabase) => Promise<T>) => Promise<T>;
  close: () => void;
};

/** Opens the database. Rejects where the browser refuses storage. */
export const connect = async (name: string): Promise<Connection> => {
  let db = await openDatabase(name);
  let opening: Promise<JournalDatabase> | undefined;
  let isOver = false;
  return {
    use: async (act) => {
      const own = db;
      try {
        return await act(own);
      } catch (error) {
        // Whoever closed it, with an event or without: no transaction begins any more.
        if (isOver || !(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        if (db === own) {
          opening ??= openDatabase(name).finally(() => {
            opening = undefined;
          });
          db = await opening;
          if (isOver) db.close();
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
