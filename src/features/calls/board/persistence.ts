import { deleteDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import { isPersistedCall, type PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { openDatabase, type Database } from '#src/storage/database.ts';
import { parseJson } from '#src/storage/local.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import type { BoardStore } from './store.ts';

/** A call is kept as text: that is read and written several times as fast as its runs and times as objects. */
type Schema = DBSchema & { calls: { key: string; value: { id: string; text: string } } };

const BATCH_MS = 1000;
const RETRY_MS = 60_000;
/** A database that is silent for so long counts as refused. */
const SILENT_MS = 3000;
/** Calls are read and written by so many at a time: more would hold up the page. */
const SLICE = 250;
/** A page that goes is not drawn any more, and soon stopped: few transactions, but what was told to commit is kept. */
const LEAVING_SLICE = 2500;

const nameOf = (storageKey: string): string => `calls-${storageKey}`;

/** The calls of one service and person. Another tab may forget them, or bring a later version: this one ends then. */
const callDatabase = (storageKey: string, delay: Clock['after'] = browserClock.after): Database<Schema> =>
  openDatabase<Schema>({
    name: nameOf(storageKey),
    version: 1,
    upgrade: (fresh) => void fresh.createObjectStore('calls', { keyPath: 'id' }),
    deadlineMs: SILENT_MS,
    endsWhenReplaced: true,
    after: delay,
  });

/** There is a row already: the transaction goes on without this one. */
const keep = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** Keeps the watched calls in IndexedDB. `read` gives one as it is to be kept; undefined deletes it. Nothing here throws. */
export const openCallStore = (
  storageKey: string,
  read: (id: string) => PersistedCall | undefined,
  delay: Clock['after'] = browserClock.after,
) => {
  const pending = new Set<string>();
  const database = callDatabase(storageKey, delay);
  /** Until all that is kept was read, a call on the board may have more in the storage than is known of it here. */
  let isRead = false;
  let setRead = (): void => undefined;
  const whenRead = new Promise<void>((resolve) => {
    setRead = resolve;
  });
  let lastWrite: Promise<void> | undefined;
  let cancelBatch: (() => void) | undefined;

  /** Done with the work, or when it turns out that there is no storage to wait for. */
  const orMemory = async (work: Promise<void>): Promise<void> => {
    let leave: (() => void) | undefined;
    const none = new Promise<void>((resolve) => {
      leave = database.subscribe(resolve);
    });
    await Promise.race([work, none]);
    leave?.();
  };

  /** Puts a part of what is pending into one transaction. */
  const handOver = async (db: IDBPDatabase<Schema>, most: number): Promise<void> => {
    const ids = [...pending].slice(0, most);
    try {
      const transaction = db.transaction('calls', 'readwrite');
      // Without a promise for each row; the transaction fails with any of them.
      const calls = unwrap(transaction.store);
      for (const id of ids) {
        pending.delete(id);
        const call = read(id);
        const row = call && { id, text: JSON.stringify(call) };
        // Its history may not be read yet, and must not be written over by a page that is left now.
        if (row && !call.seen && !isRead) calls.add(row).addEventListener('error', keep);
        else if (row) calls.put(row);
        else calls.delete(id);
      }
      // Told to commit, it is written even if the page goes now.
      transaction.commit();
      await transaction.done;
    } catch (error) {
      if (!database.isClosed()) for (const id of ids) pending.add(id);
      throw error;
    }
  };

  const cancelPlan = (): void => {
    cancelBatch?.();
    cancelBatch = undefined;
  };

  const write = async (isLeaving = false): Promise<void> => {
    cancelPlan();
    while (pending.size > 0) {
      const before = pending.size;
      const most = isLeaving ? LEAVING_SLICE : SLICE;
      // Nothing is awaited first where it is open, nor between the slices of a page that goes: it may be gone by then.
      lastWrite = database.use((db) => handOver(db, most), 'late').catch(() => undefined);
      if (!isLeaving || pending.size === before) await lastWrite;
      if (!database.isAnswering()) break;
    }
    await lastWrite;
    plan();
  };

  const plan = (ms = database.isAnswering() ? BATCH_MS : RETRY_MS): void => {
    if (pending.size === 0 || database.isClosed()) return;
    cancelBatch ??= delay(ms, () => {
      // A call that was added before its history was read would be written over it.
      void whenRead.then(() => write());
    });
  };

  const readAll = async (take: (slice: readonly PersistedCall[]) => void): Promise<void> => {
    let range: IDBKeyRange | undefined;
    for (;;) {
      const from = range;
      const rows = await database.use((db) => db.getAll('calls', from, SLICE), 'late').catch(() => []);
      const end = rows.at(-1);
      if (!end || database.isClosed()) return;
      const calls = rows.map(({ text }) => parseJson(text)).filter(isPersistedCall);
      // One that is pending and not watched was removed since.
      take(calls.filter(({ entry: { id } }) => !pending.has(id) || read(id) !== undefined));
      range = IDBKeyRange.lowerBound(end.id, true);
    }
  };

  return {
    /**
     * All that is kept, handed out in slices in no order. Resolves when all was handed out, or when storage is refused or
     * silent; what comes later is still handed out. Damaged rows are left out, and so are calls removed meanwhile.
     */
    load: (take: (slice: readonly PersistedCall[]) => void): Promise<void> => {
      const reading = readAll(take).finally(() => {
        isRead = true;
        setRead();
      });
      return orMemory(reading);
    },
    /** Writes within a second, or at once, the state a call then has. */
    touch: (ids: Iterable<string>, atOnce = false): void => {
      if (database.isClosed()) return;
      for (const id of ids) pending.add(id);
      if (atOnce && database.isAnswering()) {
        cancelPlan();
        plan(0);
      } else plan();
    },
    /** Touched and not handed to the storage yet. */
    pending: (): string[] => [...pending],
    /** Hands over all that is pending, within this task where the storage is open. Settles when it is written. */
    flush: (): Promise<void> => orMemory(write(true)),
    /** False: storage is refused, full, taken away or silent. It is tried again each minute, and may come back. */
    isKept: database.isAnswering,
    /** Tells when that changes. */
    subscribe: database.subscribe,
  };
};

export type Persistence = ReturnType<typeof createPersistence>;

/** Keeps the watched calls of a board in this browser. */
export const createPersistence = (storageKey: string, store: BoardStore, settings: SettingsStore) => {
  const { load, touch, flush, ...kept } = openCallStore(storageKey, store.persisted);

  store.subscribe(({ cause, ids }) => {
    const isEdited = cause === 'entriesChanged' || cause === 'restored';
    // What the person did must not be lost; an answer that is lost costs a check.
    if (isEdited || cause === 'checked') touch(ids, isEdited);
    if (!isEdited && cause !== 'entriesChanged elsewhere') return;
    const watching = store.size() > 0 || undefined;
    if (settings.get().watching !== watching) settings.change({ watching });
  });

  return {
    ...kept,
    /** Reads what was kept; what happened to a call here since counts more. */
    load: async (): Promise<void> => {
      await load((slice) => store.hydrate(slice, 'loaded'));
      store.finishLoading();
    },
    /** Writes all before the page goes; the result stops that. */
    enter: (): (() => void) => {
      const leave = () => {
        store.tellAnswers();
        void flush();
      };
      const hide = () => {
        if (document.visibilityState === 'hidden') leave();
      };
      addEventListener('pagehide', leave);
      document.addEventListener('visibilitychange', hide);
      return () => {
        removeEventListener('pagehide', leave);
        document.removeEventListener('visibilitychange', hide);
        leave();
      };
    },
  };
};

/** Forgets the calls of one service and person in this browser. No open store of theirs writes any more. */
export const forgetCalls = async (storageKey: string): Promise<void> => {
  openSettings(storageKey).change({ watching: undefined, lastVisitedAt: undefined });
  // A page that the browser put to sleep holds the database, and with it the deletion: the rows go first.
  const database = callDatabase(storageKey);
  await database.use((db) => db.clear('calls')).catch(() => undefined);
  database.close();
  await deleteDB(nameOf(storageKey));
};
