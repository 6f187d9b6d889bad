import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { test } from 'playwright/test';
import { openLog, type Log } from '#src/log/log.ts';
import { readRun } from '#src/log/database.ts';
import { readSinglePairs } from '#src/log/queries.ts';
import { createTestLocks, releaseOnClose } from '#src/storage/testing/locks-kit.ts';

/** One browser with its storage, locks, clock and open tabs. */
export const createTestBrowser = () => {
  globalThis.indexedDB = new IDBFactory();
  const locks = createTestLocks();
  const ends = new Map<Log, () => void>();
  let now = 1_763_735_500_000;
  return {
    tick: (ms: number) => {
      now += ms;
    },
    now: () => now,
    openTab: (setup: Partial<Parameters<typeof openLog>[0]> = {}): Log => {
      const closing = new AbortController();
      const log = openLog({
        service: 'https://service.example',
        personKey: 'https://issuer.example maya',
        locks: releaseOnClose(locks, closing.signal),
        epochNow: () => now,
        ...setup,
      });
      ends.set(log, () => closing.abort());
      return log;
    },
    /** Releases its locks, as the browser does. */
    closeTab: async (log: Log) => {
      log.dispose();
      ends.get(log)?.();
      ends.delete(log);
      // Locks are released once the tab's last task has run.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
    end: () => {
      for (const [log, end] of ends) {
        log.dispose();
        end();
      }
    },
  };
};

/** A new browser for each test. */
export const browserForTests = () => {
  const browser = createTestBrowser();
  test.beforeEach(() => void Object.assign(browser, createTestBrowser()));
  test.afterEach(() => browser.end());
  return browser;
};

export const ATTACH = { operation: 'attach', campaignId: 'cmp-1', webhookId: 'wh-1' } as const;
export const DETACH = { operation: 'detach', campaignId: 'cmp-1', webhookId: 'wh-1' } as const;

export const readSentEntries = async (log: Log) => (await log.read((db) => readSinglePairs(db, 100))).entries;

export const readRunView = (log: Log, id: string) => log.read((db) => readRun(db, id));

/** Writes rows without the log. */
export const putRows = async (store: string, ...rows: readonly object[]): Promise<void> => {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const db = await openDB(name);
  for (const row of rows) await db.put(store, row);
  db.close();
};

export type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Replaces a method until the result is called. */
export const replaceMethod = (
  prototype: object,
  name: string,
  by: (original: Method) => Method,
): (() => void) => {
  const original: Method = Reflect.get(prototype, name);
  Reflect.set(prototype, name, by(original));
  return () => Reflect.set(prototype, name, original);
};

export const refuseStorage = (): void => {
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
};

/** Until the result is called. */
export const fillStorage = (): (() => void) =>
  replaceMethod(IDBObjectStore.prototype, 'put', () => () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
