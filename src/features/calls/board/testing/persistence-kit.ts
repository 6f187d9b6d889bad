import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { test } from 'playwright/test';
import { replaceMethod, type Method } from '#src/journal/testing/journal-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { virtualTime } from '#src/lib/testing/time.ts';
import { openCallStore } from '#src/features/calls/board/persistence.ts';
import type { PersistedCall } from '#src/features/calls/call/persisted-call.ts';

/** Parts for the tests of the store. Nothing of the product imports it. */

export const KEY = 'k';
export const NAME = 'calls-k';

export const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/** One page: what it watches, its timers and its store. */
export const pageOf = () => {
  const calls = new Map<string, PersistedCall>();
  const { clock, advance, timers } = virtualTime();
  const reads: string[] = [];
  const told: string[] = [];
  const read = (id: string) => {
    reads.push(id);
    return calls.get(id);
  };
  const store = openCallStore(KEY, read, clock.after);
  store.subscribe(() => told.push(store.isKept() ? 'kept' : 'memory'));
  const put = (...ids: string[]) => {
    for (const id of ids) calls.set(id, { entry: { id, addedAt: calls.size } });
    store.touch(ids);
  };
  return { calls, timers, pass: advance, reads, told, store, put };
};

/** The IDs of what is kept. */
export const stored = async (): Promise<string[]> => {
  const db = await openDB(NAME);
  const keys = db.objectStoreNames.contains('calls') ? await db.getAllKeys('calls') : [];
  db.close();
  return keys.map(String);
};

/** What the next page reads. */
export const loadAll = async (page = pageOf()): Promise<string[]> => {
  const ids: string[] = [];
  await page.store.load((slice) => ids.push(...slice.map(({ entry }) => entry.id)));
  return ids;
};

export const full = (): Method => () => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** Calls `see` with each connection that a transaction is opened on. */
export const seeTransactions = (see: (connection: unknown) => void) =>
  replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    (original) =>
      function (...given) {
        see(this);
        return Reflect.apply(original, this, given);
      },
  );

/** Another page keeps the calls to itself until the result is called. */
export const occupy = async (): Promise<() => void> => {
  const db = await openDB(NAME);
  const { store, done } = db.transaction('calls', 'readwrite');
  const held = new AbortController();
  const hold = async () => {
    while (!held.signal.aborted) await store.count();
    await done;
    db.close();
  };
  void hold();
  return () => held.abort();
};

/** Gives each test of a file a browser that keeps nothing yet. */
export const freshBrowserForTests = (): void => {
  storageForTests();
  test.beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });
};
