import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { replaceMethod, type Method } from '#src/journal/testing/journal-kit.ts';
import { forgetCalls } from './call-store.ts';
import {
  freshBrowserForTests,
  full,
  KEY,
  NAME,
  nextTask,
  occupy,
  pageOf,
  seeTransactions,
  stored,
} from './testing/call-store-kit.ts';
import { changeSettings, readSettings } from './settings.ts';

let undo: (() => unknown)[] = [];

freshBrowserForTests();

test.afterEach(() => {
  for (const act of undo) act();
  undo = [];
});

test.describe('storage that fails', () => {
  test('refused: it is told once, and everything goes on', async () => {
    undo.push(replaceMethod(IDBFactory.prototype, 'open', full));
    const page = pageOf();
    await page.store.load(() => undefined);
    page.put('a');
    await page.store.flush();
    page.timers.pass(60_000);
    await nextTask();
    await page.store.flush();
    expect(page.store.state()).toBe('memory');
    expect(page.told).toEqual(['memory']);
  });

  test('full: nothing is lost, and it is written when there is room again', async () => {
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
    page.put('b', 'c');
    await page.store.flush();
    page.put('d');
    await page.store.flush();
    expect(page.told).toEqual(['memory']);
    expect(page.store.pending().toSorted()).toEqual(['b', 'c', 'd']);
    putBack();
    // Not each second: thousands of rows may be waiting.
    page.timers.pass(59_999);
    await nextTask();
    expect(await stored()).toEqual(['a']);
    page.timers.pass(1);
    await expect.poll(stored).toEqual(['a', 'b', 'c', 'd']);
    expect(page.told).toEqual(['memory', 'kept']);
  });

  test('full at the commit: the same', async () => {
    const page = pageOf();
    await page.store.load(() => undefined);
    const abort = (): Method =>
      function () {
        if (this instanceof IDBTransaction) this.abort();
      };
    const putBack = replaceMethod(IDBTransaction.prototype, 'commit', abort);
    page.put('a');
    await page.store.flush();
    expect(page.store.state()).toBe('memory');
    expect(page.store.pending()).toEqual(['a']);
    putBack();
    await page.store.flush();
    expect(await stored()).toEqual(['a']);
    expect(page.told).toEqual(['memory', 'kept']);
  });

  test('silent: after 3 s everything goes on without, and what comes late is taken', async () => {
    const before = pageOf();
    before.put('a');
    await before.store.flush();
    const release = await occupy();
    const page = pageOf();
    const taken: string[] = [];
    const loaded = page.store.load((slice) => taken.push(...slice.map(({ entry }) => entry.id)));
    await expect.poll(() => page.timers.waiting.size).toBe(1);
    page.timers.pass(2999);
    expect(page.store.state()).toBe('kept');
    page.timers.pass(1);
    await loaded;
    expect(taken).toEqual([]);
    page.put('b');
    const flushed = page.store.flush();
    release();
    await flushed;
    await expect.poll(() => taken).toEqual(['a']);
    await expect.poll(stored).toEqual(['a', 'b']);
    expect(page.told).toEqual(['memory', 'kept']);
    await expect.poll(() => page.timers.waiting.size).toBe(0);
  });

  test('taken away: it is opened anew at the next try', async () => {
    let connection: unknown;
    undo.push(
      seeTransactions((each) => {
        connection = each;
      }),
    );
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    Reflect.apply(forceCloseDatabase, undefined, [connection]);
    await expect.poll(() => page.told).toEqual(['memory']);
    page.put('b');
    page.timers.pass(60_000);
    await expect.poll(() => page.told).toEqual(['memory', 'kept']);
    expect(await stored()).toEqual(['a', 'b']);
  });
});

test.describe('forgetting', () => {
  test('the calls and what tells of them are gone, the choices stay', async () => {
    changeSettings(KEY, { watching: true, lastVisitedAt: 5, checkSeconds: 10, forgetAtSignOut: true });
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    await forgetCalls(KEY);
    expect(readSettings(KEY)).toEqual({ checkSeconds: 10, forgetAtSignOut: true });
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
  });

  test('no tab writes them anew', async () => {
    const pages = [pageOf(), pageOf()];
    for (const page of pages) {
      page.put('a');
      await page.store.flush();
      page.put('b');
    }
    await forgetCalls(KEY);
    for (const page of pages) {
      page.put('c');
      page.timers.pass(1000);
      await page.store.flush();
      expect(page.told).toEqual(['memory']);
      expect(page.timers.waiting.size).toBe(0);
    }
    await nextTask();
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('what another person keeps stays', async () => {
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    await forgetCalls('somebody else');
    expect(await stored()).toEqual(['a']);
  });

  test('a later version of another tab gets the database', async () => {
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    const later = await openDB(NAME, 2);
    page.put('b');
    await page.store.flush();
    expect(await later.getAllKeys('calls')).toEqual(['a']);
    expect(page.told).toEqual(['memory']);
    const next = pageOf();
    await next.store.load(() => undefined);
    expect(next.told).toEqual(['memory']);
    later.close();
  });

  test('rows go even where a sleeping page holds on to the database', async () => {
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    page.store.close();
    const asleep = await openDB(NAME);
    void forgetCalls(KEY);
    await expect.poll(() => asleep.count('calls')).toBe(0);
    asleep.close();
  });
});
