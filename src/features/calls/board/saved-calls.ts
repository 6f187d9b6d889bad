import { deleteDB, unwrap, type DBSchema } from 'idb';
import { createStore } from 'zustand/vanilla';
import * as z from 'zod/mini';
import { serializeHistory, type CallHistory } from '#src/features/calls/call/history.ts';
import { readSavedCall, type SavedCall, type WatchedCall } from '#src/features/calls/call/call.ts';
import { nextTask } from '#src/lib/timing.ts';
import { openDatabase } from '#src/storage/database.ts';
import { MIGRATIONS } from '#src/storage/format.ts';
import { openTabChannel, type TabChannel } from '#src/storage/tabs.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import { describeNotAdded, type BoardStore } from './store.ts';

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
type ReadCalls = { calls: SavedCall[]; unreadable: IDBValidKey[] };

const parseSlice = (entries: readonly WatchedCall[], histories: readonly { id: string; text: string }[]) => {
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
      yield parseSlice(rows.entries, rows.histories);
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
        return parseSlice(
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

/** Answers are saved together, this long after the first. */
const SAVE_DELAY_MS = 1000;
/** Larger transactions would block the page. */
const MAX_PER_WRITE = 500;

const messageSchema = z.object({ changed: z.union([z.literal('all'), z.array(z.string())]) });

type SyncState = { canSave: boolean; unreadable: readonly IDBValidKey[] };

/** Saves what changes here, after which the other tabs read it. If a write fails, this page saves no more. */
export const createSync = (storageKey: string, store: BoardStore, settings: SettingsStore) => {
  const database = openSavedCalls(storageKey);
  const state = createStore<SyncState>(() => ({ canSave: true, unreadable: [] }));
  /** IDs of entries to save. */
  const edited = new Set<string>();
  /** IDs of histories to save. */
  const checked = new Set<string>();
  /** The IDs of the entries that each write under way saves. */
  const saving = new Set<ReadonlySet<string>>();
  let channel: TabChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** IDs of calls that other tabs changed. */
  let outdated: Set<string> | 'all' = new Set();
  let isReading = false;

  const canSave = (): boolean => state.getState().canSave;
  const stopSaving = (): void => {
    state.setState({ canSave: false });
    edited.clear();
    checked.clear();
  };

  const writeSome = async (most: number): Promise<void> => {
    const ids = [...new Set([...edited, ...checked])].slice(0, most);
    const entryIds = new Set(ids.filter((id) => edited.delete(id)));
    const historyIds = ids.filter((id) => checked.delete(id));
    saving.add(entryIds);
    await database.write({
      entries: store.find(entryIds).map(({ entry }) => entry),
      histories: store.find(historyIds).flatMap(({ history }) => history ?? []),
      // Not what another tab removed: it may have been restored there.
      removed: [...entryIds].filter((id) => !store.call(id)),
    });
    saving.delete(entryIds);
    channel?.post({ changed: ids.length > MAX_PER_WRITE ? 'all' : ids });
  };

  const write = async (most = MAX_PER_WRITE): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    try {
      while (canSave() && !store.isLoading() && edited.size + checked.size > 0) await writeSome(most);
    } catch {
      stopSaving();
    }
  };

  store.subscribe(({ cause, ids }) => {
    if (!canSave()) return;
    const watching = store.size() > 0 || undefined;
    if (!store.isLoading() && settings.getState().watching !== watching) settings.change({ watching });
    if (cause === 'edited' || cause === 'restored') {
      for (const id of ids) edited.add(id);
      // Within this task, unless that is much work: the page may close.
      const start = ids.length > MAX_PER_WRITE ? nextTask() : Promise.resolve();
      void start.then(() => write());
    }
    if (cause === 'checked' || cause === 'restored') {
      for (const id of ids) checked.add(id);
      timer ??= setTimeout(() => void write(), SAVE_DELAY_MS);
    }
  });

  const isUnsaved = (id: string): boolean => edited.has(id) || [...saving].some((ids) => ids.has(id));

  const mergeRead = ({ calls, unreadable }: ReadCalls): void => {
    store.mergeSaved(calls, isUnsaved);
    if (unreadable.length > 0)
      state.setState((before) => ({ unreadable: [...new Set([...before.unreadable, ...unreadable])] }));
  };

  /** Returns the IDs that were found. */
  const read = async (ids: Iterable<string> | 'all'): Promise<Set<string>> => {
    const found = new Set<string>();
    for await (const slice of ids === 'all' ? database.readAll() : [database.read([...ids])]) {
      mergeRead(slice);
      for (const { entry } of slice.calls) found.add(entry.id);
    }
    return found;
  };

  const dropOverflow = (): void => {
    const dropped = store.dropOverflow();
    if (dropped > 0) showToast({ tone: 'bad', text: describeNotAdded(dropped) });
  };

  const isOutdated = (): boolean => outdated === 'all' || outdated.size > 0;

  const readOutdated = async (): Promise<void> => {
    const ids = outdated;
    outdated = new Set();
    // What is added meanwhile may be missed.
    const saved = [...(ids === 'all' ? store.ids() : ids)].filter((id) => !isUnsaved(id));
    const found = await read(ids);
    store.dropRemoved(saved.filter((id) => !found.has(id) && !isUnsaved(id)));
    dropOverflow();
  };

  const readAllOutdated = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (canSave() && isOutdated()) await readOutdated();
    } catch {
      stopSaving();
    }
    isReading = false;
  };

  const receive = (data: unknown): void => {
    const { data: message } = messageSchema.safeParse(data);
    if (!message) return;
    const { changed } = message;
    const ids = outdated === 'all' || changed === 'all' ? [] : [...outdated, ...changed];
    outdated = ids.length === 0 || ids.length > MAX_PER_WRITE ? 'all' : new Set(ids);
    if (!store.isLoading()) void readAllOutdated();
  };

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    /** Reads the saved calls. Never rejects. */
    load: async (): Promise<void> => {
      try {
        await read('all');
      } catch {
        stopSaving();
      }
      store.finishLoading();
      dropOverflow();
      void write();
      void readAllOutdated();
    },
    /** Joins the other tabs, and saves before the page goes. Returns a function that leaves. */
    enter: (): (() => void) => {
      channel = openTabChannel(`calls-${storageKey}`, receive);
      const listening = new AbortController();
      const { signal } = listening;
      const flush = () => void write(Infinity);
      const hide = () => document.visibilityState === 'hidden' && flush();
      addEventListener('pagehide', flush, { signal });
      document.addEventListener('visibilitychange', hide, { signal });
      return () => {
        listening.abort();
        flush();
        channel?.close();
        channel = undefined;
      };
    },
    deleteUnreadable: async (): Promise<void> => {
      try {
        await database.write({ entries: [], histories: [], removed: state.getState().unreadable });
        state.setState({ unreadable: [] });
      } catch {
        stopSaving();
      }
    },
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
