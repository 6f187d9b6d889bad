import { deleteDB, unwrap, type DBSchema } from 'idb';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import {
  serializeHistory,
  readSavedCall,
  type SavedCall,
  type WatchedCall,
} from '#src/features/calls/call/saved-call.ts';
import { nextTask } from '#src/lib/timing.ts';
import { openDatabase } from '#src/storage/database.ts';
import { MIGRATIONS } from '#src/storage/migrations.ts';
import { openSettings } from './settings.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';

/** Two stores, since one tab may change an entry while another saves its history. */
type Schema = DBSchema & {
  entries: { key: string; value: WatchedCall };
  /** As text: several times faster than objects. */
  histories: { key: string; value: { id: string; text: string } };
};

const DEADLINE_MS = 10_000;
/** Larger slices would block the page. */
const SLICE = 250;

const getDatabaseName = (storageKey: string): string => `calls-${storageKey}`;

const openCallDatabase = (storageKey: string) =>
  openDatabase<Schema>({
    name: getDatabaseName(storageKey),
    create: (db) => {
      for (const name of ['entries', 'histories'] as const) db.createObjectStore(name, { keyPath: 'id' });
    },
    migrations: MIGRATIONS.calls,
    onDeleted: () => showToast({ tone: 'plain', text: 'Calls that an older version saved were deleted' }),
    deadlineMs: DEADLINE_MS,
  });

/** `unreadable`: the keys of rows that don't fit the schema. */
export type ReadCalls = { calls: SavedCall[]; unreadable: IDBValidKey[] };

const parseRows = (entries: readonly WatchedCall[], histories: readonly { id: string; text: string }[]) => {
  const texts = new Map(histories.map(({ id, text }) => [id, text]));
  const read: ReadCalls = { calls: [], unreadable: [] };
  for (const entry of entries) {
    const call = readSavedCall(entry, texts.get(entry.id));
    if (call) read.calls.push(call);
    else read.unreadable.push(entry.id);
  }
  return read;
};

type CallWrites = {
  entries: readonly WatchedCall[];
  histories: readonly CallHistory[];
  removed: readonly IDBValidKey[];
};

export type SavedCalls = ReturnType<typeof openSavedCalls>;

/** All methods reject if storage is refused, full or silent. */
export const openSavedCalls = (storageKey: string) => {
  const database = openCallDatabase(storageKey);

  async function* readAll(): AsyncGenerator<ReadCalls, void> {
    let range: IDBKeyRange | undefined;
    for (;;) {
      const from = range;
      const rows = await database.use(async (db) => {
        const transaction = db.transaction(['entries', 'histories']);
        const entries = await transaction.objectStore('entries').getAll(from, SLICE);
        const [first, last] = [entries.at(0), entries.at(-1)];
        if (!first || !last) return undefined;
        const sameIds = IDBKeyRange.bound(first.id, last.id);
        const histories = await transaction.objectStore('histories').getAll(sameIds);
        return { entries, histories, last };
      });
      if (!rows) return;
      yield parseRows(rows.entries, rows.histories);
      range = IDBKeyRange.lowerBound(rows.last.id, true);
      await nextTask();
    }
  }

  return {
    readAll,
    close: database.close,
    read: (ids: readonly string[]): Promise<ReadCalls> =>
      database.useWithoutDeadline(async (db) => {
        const transaction = db.transaction(['entries', 'histories']);
        const entryStore = transaction.objectStore('entries');
        const historyStore = transaction.objectStore('histories');
        const rows = await Promise.all(
          ids.map((id) => Promise.all([entryStore.get(id), historyStore.get(id)])),
        );
        return parseRows(
          rows.flatMap(([entry]) => entry ?? []),
          rows.flatMap(([, history]) => history ?? []),
        );
      }),
    /** One transaction, begun within this task if the database is open, since the page may be about to go. */
    write: ({ entries, histories, removed }: CallWrites): Promise<void> =>
      database.useWithoutDeadline(async (db) => {
        const transaction = db.transaction(['entries', 'histories'], 'readwrite', { durability: 'relaxed' });
        // Unwrapped, to save a promise for each row.
        const [entryStore, historyStore] = [
          unwrap(transaction.objectStore('entries')),
          unwrap(transaction.objectStore('histories')),
        ];
        for (const entry of entries) entryStore.put(entry);
        for (const history of histories)
          historyStore.put({ id: history.id, text: serializeHistory(history) });
        for (const key of removed) {
          entryStore.delete(key);
          historyStore.delete(key);
        }
        transaction.commit();
        await transaction.done;
      }),
  };
};

export const countSavedCalls = async (storageKey: string): Promise<number> => {
  const database = openCallDatabase(storageKey);
  return database.use((db) => db.count('entries')).finally(database.close);
};

export const forgetCalls = async (storageKey: string): Promise<void> => {
  openSettings(storageKey).change({ watching: undefined });
  // A frozen page can delay the deletion of the database: delete the rows first.
  const database = openCallDatabase(storageKey);
  await database
    .use((db) => Promise.all([db.clear('entries'), db.clear('histories')]))
    .catch(() => undefined);
  database.close();
  await deleteDB(getDatabaseName(storageKey));
};
