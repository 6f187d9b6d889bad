import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { test } from 'playwright/test';
import { replaceMethod, type Method } from '#src/log/testing/log-kit.ts';
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
  const put = (...given: (string | PersistedCall)[]) => {
    for (const each of given) {
      const call = typeof each === 'string' ? { entry: { id: each, addedAt: calls.size } } : each;
      calls.set(call.entry.id, call);
      store.touch([call.entry.id]);
    }
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

/** What this page reads, else the next one. */
export const loadAll = async ({ store } = pageOf()): Promise<PersistedCall[]> => {
  const calls: PersistedCall[] = [];
  await store.load((slice) => calls.push(...slice));
  return calls;
};
export const loadIds = async (page = pageOf()): Promise<string[]> =>
  (await loadAll(page)).map(({ entry }) => entry.id);

/** A page that has kept these calls. */
export const pageKeeping = async (...given: (string | PersistedCall)[]) => {
  const page = pageOf();
  page.put(...given);
  await page.store.flush();
  return page;
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
