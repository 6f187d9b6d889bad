import { deleteDB, unwrap, type IDBPDatabase } from 'idb';
import { nameOf, open, parse, type Schema } from './call-database.ts';
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
const SILENT_MS = 3000;
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
  const listeners = new Set<() => void>();
  let state: 'kept' | 'memory' = 'kept';
  let isOver = false;
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let db: IDBPDatabase<Schema> | undefined;
  let loaded: Promise<void> | undefined;
  let isReading = false;
  let lastWrite: Promise<void> | undefined;
  let cancelBatch: (() => void) | undefined;

  const become = (next: 'kept' | 'memory'): void => {
    if (state === next || isOver) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const close = (): void => {
    isOver = true;
    pending.clear();
    cancelBatch?.();
    db?.close();
  };

  /** The work as it is; what becomes of it decides the state. */
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    const cancel = delay(SILENT_MS, () => become('memory'));
    try {
      const result = await work;
      become('kept');
      return result;
    } catch (error) {
      become('memory');
      throw error;
    } finally {
      cancel();
    }
  };

  /** Done with the work, or when it turns out that there is no storage to wait for. */
  const orMemory = async (work: Promise<void>): Promise<void> => {
    let leave: (() => void) | undefined;
    const none = new Promise<void>((resolve) => {
      leave = subscribe(resolve);
    });
    await Promise.race([work, none]);
    leave?.();
  };

  const connect = (): Promise<IDBPDatabase<Schema>> => {
    const lose = (): void => {
      opening = db = undefined;
      become('memory');
    };
    const begin = async (): Promise<IDBPDatabase<Schema>> => {
      db = await open(storageKey, {
        // Another tab forgets the calls or brings a later version: holding on would block it, going on undo it.
        blocking: () => {
          become('memory');
          close();
        },
        terminated: lose,
      });
      return db;
    };
    if (!opening) {
      opening = watched(begin());
      opening.catch(lose);
    }
    return opening;
  };

  /** There is a row already: the transaction goes on without this one. */
  const keep = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };

  /** Puts a part of what is pending into one transaction. `ids`: which calls these are. */
  const handOver = async (database: IDBPDatabase<Schema>, ids: string[], sliceMs: number): Promise<void> => {
    const transaction = database.transaction('calls', 'readwrite');
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
  };

  const writeSlice = async (database: IDBPDatabase<Schema>, sliceMs: number): Promise<void> => {
    const ids: string[] = [];
    try {
      await watched(handOver(database, ids, sliceMs));
    } catch {
      if (!isOver) for (const id of ids) pending.add(id);
    }
  };

  const write = async (isLeaving = false): Promise<void> => {
    cancelBatch?.();
    cancelBatch = undefined;
    while (pending.size > 0) {
      const before = pending.size;
      // Nothing is awaited first where it is open, nor between the slices: the page may be gone by then.
      if (db) lastWrite = writeSlice(db, isLeaving ? LEAVING_SLICE_MS : SLICE_MS);
      else await connect().catch(() => undefined);
      if (!isLeaving || pending.size === before) await lastWrite;
      if (state === 'memory') break;
    }
    await lastWrite;
    plan();
  };

  const plan = (ms = state === 'kept' ? BATCH_MS : RETRY_MS): void => {
    if (pending.size === 0) return;
    cancelBatch ??= delay(ms, () => {
      // A call that was added before its history was read would be written over it.
      const begin = () => write();
      void Promise.resolve(loaded).then(begin, begin);
    });
  };

  const readAll = async (take: (slice: readonly PersistedCall[]) => void): Promise<void> => {
    let range: IDBKeyRange | undefined;
    let count = 100;
    const readSlice = async () => (await connect()).getAll('calls', range, count);
    for (;;) {
      const rows = await watched(readSlice()).catch(() => []);
      const end = rows.at(-1);
      if (!end || isOver) return;
      const from = now();
      // One that is pending and not watched was removed since.
      take(rows.flatMap(parse).filter(({ entry: { id } }) => !pending.has(id) || read(id) !== undefined));
      const share = SLICE_MS / (now() - from);
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
      if (isOver) return;
      for (const id of ids) pending.add(id);
      if (atOnce && state === 'kept') {
        cancelBatch?.();
        cancelBatch = undefined;
        plan(0);
      } else plan();
    },
    pending: () => [...pending],
    flush: () => orMemory(write(true)),
    state: () => state,
    subscribe,
    close,
  };
};

/** Forgets the calls of one service and person in this browser. No open store of theirs writes any more. */
export const forgetCalls = async (storageKey: string): Promise<void> => {
  changeSettings(storageKey, { watching: undefined, lastVisitedAt: undefined });
  // A page that the browser put to sleep holds the database, and with it the deletion: the rows go first.
  const empty = async (): Promise<void> => {
    const db = await open(storageKey);
    await db.clear('calls').finally(() => db.close());
  };
  await empty().catch(() => undefined);
  await deleteDB(nameOf(storageKey));
};
