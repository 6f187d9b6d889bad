import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import type { PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { replaceMethod } from '#src/log/testing/log-kit.ts';
import { forgetCalls } from './persistence.ts';
import { openSettings, readSettings } from './settings.ts';
import {
  freshBrowserForTests,
  full,
  KEY,
  loadAll,
  loadIds,
  NAME,
  nextTask,
  occupy,
  pageKeeping,
  pageOf,
  seeTransactions,
  stored,
} from './testing/persistence-kit.ts';

let undo: (() => unknown)[] = [];

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `call ${index}`);

freshBrowserForTests();

test.afterEach(() => {
  for (const act of undo) act();
  undo = [];
});

test.describe('writing', () => {
  test('what is touched is written after a second, and read by the next page', async () => {
    const page = pageOf();
    await loadAll(page);
    page.put('a/b c+d&é#?', '007', '');
    expect(page.store.pending()).toEqual(['a/b c+d&é#?', '007', '']);
    await page.pass(999);
    expect(page.reads).toEqual([]);
    await page.pass(1);
    await expect.poll(stored).toHaveLength(3);
    expect((await loadIds()).toSorted()).toEqual(['', '007', 'a/b c+d&é#?']);
    expect(page.told).toEqual([]);
  });

  test('many touches of a call are one write, of its latest state, by one timer', async () => {
    const page = pageOf();
    for (let count = 0; count < 1000; count += 1) page.put('a');
    expect(page.timers()).toBe(1);
    page.calls.set('a', { entry: { id: 'a', addedAt: 77 } });
    await page.store.flush();
    expect(page.reads).toEqual(['a']);
    expect(page.timers()).toBe(0);
    expect(await loadAll()).toEqual([{ entry: { id: 'a', addedAt: 77 } }]);
  });

  test('a call that is not there any more is deleted', async () => {
    const page = await pageKeeping('a', 'b');
    page.calls.delete('a');
    page.store.touch(['a', 'never there']);
    await page.store.flush();
    expect(await stored()).toEqual(['b']);
  });

  test('a flush hands over all at once where the storage is open: the page may be about to go', async () => {
    const page = pageOf();
    await loadAll(page);
    page.put(...many(2000));
    const done = page.store.flush();
    expect(page.store.pending()).toEqual([]);
    expect(page.reads).toHaveLength(2000);
    page.calls.clear();
    await done;
    expect(await stored()).toHaveLength(2000);
  });

  test('a flush while a write runs writes what came since, and waits for both', async () => {
    const page = pageOf();
    page.put('a', 'b');
    const first = page.store.flush();
    page.put('c');
    page.calls.delete('a');
    page.store.touch(['a']);
    await page.store.flush();
    expect(await stored()).toEqual(['b', 'c']);
    await first;
  });
});

test.describe('reading', () => {
  test('thousands come in slices, each call once', async () => {
    const ids = many(1234);
    await pageKeeping(...ids);
    const slices: (readonly PersistedCall[])[] = [];
    await pageOf().store.load((slice) => slices.push(slice));
    expect(slices.every((slice) => slice.length <= 500)).toBe(true);
    expect(slices.length).toBeGreaterThan(2);
    const read = slices.flat().map(({ entry }) => entry.id);
    expect(read.toSorted()).toEqual(ids.toSorted());
  });

  test('damaged rows are left out, wherever they stand', async () => {
    await pageKeeping('a', 'z');
    const db = await openDB(NAME);
    for (const row of [
      { id: 'b', text: '{"entry":' },
      { id: 'c', text: '{"entry":{}}' },
      { id: 'd', entry: { id: 'd', addedAt: 1 } },
      { id: 5, text: 'null' },
      { id: new Date(0), text: 7 },
    ]) {
      await db.put('calls', row);
    }
    db.close();
    expect(await loadIds()).toEqual(['a', 'z']);
  });

  test('what was removed while it was read is not handed out, what was added meanwhile is', async () => {
    await pageKeeping('removed', 'added again', 'kept');
    const page = pageOf();
    page.store.touch(['removed']);
    page.put('added again');
    expect(await loadIds(page)).toEqual(['added again', 'kept']);
  });

  const known: PersistedCall = {
    entry: { id: 'z', addedAt: 1, paused: true },
    seen: { id: 'z', checks: 3, runs: [], ticks: [1, 2, 3] },
  };

  test('nothing is written over what is still to be read', async () => {
    await pageKeeping(known, ...many(300));
    const page = pageOf();
    const taken = loadAll(page);
    page.put('z');
    await page.pass(1000);
    expect((await taken).at(-1)).toEqual(known);
    await expect.poll(page.store.pending).toEqual([]);
  });

  test('nor by a call that is opened before anything is read', async () => {
    await pageKeeping(known);
    const page = pageOf();
    page.calls.set('z', { entry: { id: 'z', addedAt: 2 } });
    page.store.touch(['z'], true);
    await page.pass(0);
    for (let turn = 0; turn < 20; turn += 1) await nextTask();
    expect(await loadAll(page)).toEqual([known]);
  });

  test('nor by a page that is left while it reads; what is new is kept all the same', async () => {
    await pageKeeping(known, ...many(300));
    const page = pageOf();
    const loaded = loadAll(page);
    page.put('new', 'z');
    await page.store.flush();
    await loaded;
    const taken = await loadAll();
    expect(taken.find(({ entry }) => entry.id === 'z')).toEqual(known);
    expect(taken.some(({ entry }) => entry.id === 'new')).toBe(true);
  });
});

test.describe('storage that fails', () => {
  test('refused: it is told once, and everything goes on', async () => {
    undo.push(replaceMethod(IDBFactory.prototype, 'open', full));
    const page = pageOf();
    await loadAll(page);
    page.put('a');
    await page.store.flush();
    await page.pass(60_000);
    await nextTask();
    await page.store.flush();
    expect(page.store.isKept()).toBe(false);
    expect(page.told).toEqual(['memory']);
  });

  test('full: nothing is lost, and it is written when there is room again', async () => {
    const page = pageOf();
    await loadAll(page);
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
    await page.pass(59_999);
    await nextTask();
    expect(await stored()).toEqual(['a']);
    await page.pass(1);
    await expect.poll(stored).toEqual(['a', 'b', 'c', 'd']);
    expect(page.told).toEqual(['memory', 'kept']);
  });

  test('silent: after 3 s everything goes on without, and what comes late is taken', async () => {
    await pageKeeping('a');
    const release = await occupy();
    const page = pageOf();
    const taken: string[] = [];
    const loaded = page.store.load((slice) => taken.push(...slice.map(({ entry }) => entry.id)));
    await expect.poll(() => page.timers()).toBe(1);
    await page.pass(2999);
    expect(page.store.isKept()).toBe(true);
    await page.pass(1);
    await loaded;
    expect(taken).toEqual([]);
    page.put('b');
    const flushed = page.store.flush();
    release();
    await flushed;
    await expect.poll(() => taken).toEqual(['a']);
    await expect.poll(stored).toEqual(['a', 'b']);
    expect(page.told).toEqual(['memory', 'kept']);
    await expect.poll(() => page.timers()).toBe(0);
  });

  test('taken away: it is opened anew at the next try', async () => {
    let connection: unknown;
    undo.push(
      seeTransactions((each) => {
        connection = each;
      }),
    );
    const page = pageOf();
    await loadAll(page);
    page.put('a');
    await page.store.flush();
    Reflect.apply(forceCloseDatabase, undefined, [connection]);
    await expect.poll(() => page.told).toEqual(['memory']);
    page.put('b');
    await page.pass(60_000);
    await expect.poll(() => page.told).toEqual(['memory', 'kept']);
    expect(await stored()).toEqual(['a', 'b']);
  });
});

test.describe('forgetting', () => {
  test('the calls and what tells of them are gone, the choices stay', async () => {
    openSettings(KEY).change({ watching: true, lastVisitedAt: 5, checkSeconds: 10, forgetAtSignOut: true });
    await pageKeeping('a');
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
      await page.pass(1000);
      await page.store.flush();
      expect(page.told).toEqual(['memory']);
      expect(page.timers()).toBe(0);
    }
    await nextTask();
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('a later version of another tab gets the database', async () => {
    const page = await pageKeeping('a');
    const later = await openDB(NAME, 2);
    page.put('b');
    await page.store.flush();
    expect(await later.getAllKeys('calls')).toEqual(['a']);
    expect(page.told).toEqual(['memory']);
    const next = pageOf();
    await loadAll(next);
    expect(next.told).toEqual(['memory']);
    later.close();
  });

  test('rows go even where a sleeping page holds on to the database', async () => {
    await pageKeeping('a');
    const asleep = await openDB(NAME);
    void forgetCalls(KEY);
    await expect.poll(() => asleep.count('calls')).toBe(0);
    asleep.close();
  });
});
