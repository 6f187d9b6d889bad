import { deleteDB, unwrap, type IDBPDatabase } from 'idb';
import { callDatabase, nameOf, parse, type Schema } from './call-database.ts';
import type { PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { changeSettings } from './settings.ts';

export type CallStore = {
  /**
   * All that is kept, handed out in slices in no order. Resolves when all was handed out, or when storage is refused or
   * silent; what comes later is still handed out. Damaged rows are left out, and so are calls removed meanwhile.
   */
  load: (take: (slice: readonly PersistedCall[]) => void) => Promise<void>;
  /** Writes within a second, or at once, the state a call then has. */
  touch: (ids: Iterable<string>, atOnce?: boolean) => void;
  /** Touched and not handed to the storage yet. */
  pending: () => string[];
  /** Hands over all that is pending, within this task where the storage is open. Settles when it is written. */
  flush: () => Promise<void>;
  /** `memory`: storage is refused, full, taken away or silent. It is tried again each minute, and may come back. */
  state: () => 'kept' | 'memory';
  /** Tells when the state becomes another. */
  subscribe: (listener: () => void) => () => void;
  /** From here on nothing is written. */
  close: () => void;
};

type StoreSetup = {
  /** The call as it is to be kept; undefined deletes it. */
  read: (id: string) => PersistedCall | undefined;
  /** Monotonic milliseconds. */
  now?: () => number;
  delay?: (ms: number, act: () => void) => () => void;
};

const BATCH_MS = 1000;
const RETRY_MS = 60_000;
/** Calls are read and written by as many at a time as take the main thread about so long. */
const SLICE_MS = 8;
/** A page that goes is not read any more, and soon stopped: few transactions, but what was told to commit is kept. */
const LEAVING_SLICE_MS = 200;
const MOST_READ = 500;

const after = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** Keeps the watched calls of one service and person in IndexedDB. Nothing here throws or rejects. */
export const openCallStore = (
  storageKey: string,
  { read, now = () => performance.now(), delay = after }: StoreSetup,
): CallStore => {
  const pending = new Set<string>();
  const database = callDatabase(storageKey, delay);
  let loaded: Promise<void> | undefined;
  let isReading = false;
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

  /** There is a row already: the transaction goes on without this one. */
  const keep = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };

  /** Puts a part of what is pending into one transaction. */
  const handOver = async (db: IDBPDatabase<Schema>, sliceMs: number): Promise<void> => {
    const ids: string[] = [];
    try {
      const transaction = db.transaction('calls', 'readwrite');
      // Without a promise for each row; the transaction fails with any of them.
      const calls = unwrap(transaction.store);
      const untilMs = now() + sliceMs;
      for (const id of pending) {
        pending.delete(id);
        ids.push(id);
        const call = read(id);
        const row = call && { id, text: JSON.stringify(call) };
        // Its history may not be read yet, and must not be written over by a page that is left now.
        if (row && !call.seen && isReading) calls.add(row).addEventListener('error', keep);
        else if (row) calls.put(row);
        else calls.delete(id);
        if (now() > untilMs) break;
      }
      // Told to commit, it is written even if the page goes now.
      transaction.commit();
      await transaction.done;
    } catch (error) {
      if (!database.isClosed()) for (const id of ids) pending.add(id);
      throw error;
    }
  };

  /** In this task where the storage is open. */
  const writeSlice = (sliceMs: number): Promise<void> =>
    database.use((db) => handOver(db, sliceMs), 'late').catch(() => undefined);

  const write = async (isLeaving = false): Promise<void> => {
    cancelBatch?.();
    cancelBatch = undefined;
    while (pending.size > 0) {
      const before = pending.size;
      // Nothing is awaited first where it is open, nor between the slices: the page may be gone by then.
      lastWrite = writeSlice(isLeaving ? LEAVING_SLICE_MS : SLICE_MS);
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
      const begin = () => write();
      void Promise.resolve(loaded).then(begin, begin);
    });
  };

  const readAll = async (take: (slice: readonly PersistedCall[]) => void): Promise<void> => {
    let range: IDBKeyRange | undefined;
    let count = 100;
    for (;;) {
      const [from, most] = [range, count];
      const rows = await database.use((db) => db.getAll('calls', from, most), 'late').catch(() => []);
      const end = rows.at(-1);
      if (!end || database.isClosed()) return;
      const startMs = now();
      // One that is pending and not watched was removed since.
      take(rows.flatMap(parse).filter(({ entry: { id } }) => !pending.has(id) || read(id) !== undefined));
      const share = SLICE_MS / (now() - startMs);
      count = Math.ceil(Math.min(MOST_READ, count * Math.min(2, share)));
      range = IDBKeyRange.lowerBound(end.id, true);
    }
  };

  return {
    load: (take) => {
      isReading = true;
      loaded = readAll(take).finally(() => {
        isReading = false;
      });
      return orMemory(loaded);
    },
    touch: (ids, atOnce) => {
      if (database.isClosed()) return;
      for (const id of ids) pending.add(id);
      if (atOnce && database.isAnswering()) {
        cancelBatch?.();
        cancelBatch = undefined;
        plan(0);
      } else plan();
    },
    pending: () => [...pending],
    flush: () => orMemory(write(true)),
    state: () => (database.isAnswering() ? 'kept' : 'memory'),
    subscribe: database.subscribe,
    close: () => {
      pending.clear();
      cancelBatch?.();
      database.close();
    },
  };
};

/** Forgets the calls of one service and person in this browser. No open store of theirs writes any more. */
export const forgetCalls = async (storageKey: string): Promise<void> => {
  changeSettings(storageKey, { watching: undefined, lastVisitedAt: undefined });
  // A page that the browser put to sleep holds the database, and with it the deletion: the rows go first.
  const database = callDatabase(storageKey);
  await database.use((db) => db.clear('calls')).catch(() => undefined);
  database.close();
  await deleteDB(nameOf(storageKey));
};
