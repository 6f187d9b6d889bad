import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import {
  freshBrowserForTests,
  loadAll,
  NAME,
  nextTask,
  pageOf,
  seeTransactions,
  stored,
} from './testing/call-store-kit.ts';
import type { PersistedCall } from '#src/features/calls/call/persisted-call.ts';

let undo: (() => unknown)[] = [];

freshBrowserForTests();

test.afterEach(() => {
  for (const act of undo) act();
  undo = [];
});

test.describe('writing', () => {
  test('what is touched is written after a second, and read by the next page', async () => {
    const page = pageOf();
    page.put('a/b c+d&é#?', '007', '');
    expect(page.store.pending()).toEqual(['a/b c+d&é#?', '007', '']);
    page.timers.pass(999);
    expect(page.reads).toEqual([]);
    page.timers.pass(1);
    await expect.poll(stored).toHaveLength(3);
    expect((await loadAll()).toSorted()).toEqual(['', '007', 'a/b c+d&é#?']);
    expect(page.told).toEqual([]);
  });

  test('what cannot wait is written in the next task', async () => {
    const page = pageOf();
    page.calls.set('a', { entry: { id: 'a', addedAt: 1 } });
    page.calls.set('b', { entry: { id: 'b', addedAt: 2 } });
    page.store.touch(['a']);
    page.store.touch(['b'], true);
    page.timers.pass(0);
    await expect.poll(stored).toEqual(['a', 'b']);
    expect(page.timers.waiting.size).toBe(0);
  });

  test('many touches of a call are one write, of its latest state, by one timer', async () => {
    const page = pageOf();
    for (let count = 0; count < 1000; count += 1) page.put('a');
    expect(page.timers.waiting.size).toBe(1);
    page.calls.set('a', { entry: { id: 'a', addedAt: 77 } });
    await page.store.flush();
    expect(page.reads).toEqual(['a']);
    expect(page.timers.waiting.size).toBe(0);
    const rows: PersistedCall[] = [];
    await pageOf().store.load((slice) => rows.push(...slice));
    expect(rows).toEqual([{ entry: { id: 'a', addedAt: 77 } }]);
  });

  test('a call that is not there any more is deleted', async () => {
    const page = pageOf();
    page.put('a', 'b');
    await page.store.flush();
    page.calls.delete('a');
    page.store.touch(['a', 'never there']);
    await page.store.flush();
    expect(await stored()).toEqual(['b']);
  });

  test('a slice ends by the clock, and the next is another transaction', async () => {
    let now = 0;
    const page = pageOf({ now: () => (now += 1) });
    let transactions = 0;
    undo.push(seeTransactions(() => (transactions += 1)));
    page.put(...Array.from({ length: 100 }, (_, index) => `call ${index}`));
    page.timers.pass(1000);
    await expect.poll(stored).toHaveLength(100);
    expect(transactions).toBeGreaterThan(5);
  });

  test('a flush hands over all at once where the storage is open: the page may be about to go', async () => {
    const page = pageOf();
    await page.store.load(() => undefined);
    page.put(...Array.from({ length: 2000 }, (_, index) => `call ${index}`));
    const done = page.store.flush();
    expect(page.store.pending()).toEqual([]);
    expect(page.reads).toHaveLength(2000);
    page.calls.clear();
    await done;
    expect(await stored()).toHaveLength(2000);
  });

  test('so much that it takes long is committed bit by bit, still in this task', async () => {
    let now = 0;
    const page = pageOf({ now: () => (now += 1) });
    await page.store.load(() => undefined);
    let transactions = 0;
    undo.push(seeTransactions(() => (transactions += 1)));
    page.put(...Array.from({ length: 900 }, (_, index) => `call ${index}`));
    const done = page.store.flush();
    expect(page.store.pending()).toEqual([]);
    expect(transactions).toBe(5);
    await done;
    expect(await stored()).toHaveLength(900);
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

  test('a flush with nothing to write waits for the write that runs', async () => {
    const page = pageOf();
    await page.store.load(() => undefined);
    page.put('a');
    void page.store.flush();
    await page.store.flush();
    expect(await stored()).toEqual(['a']);
  });

  test('nothing is written after the close', async () => {
    const page = pageOf();
    page.put('a');
    await page.store.flush();
    page.put('b');
    page.store.close();
    page.put('c');
    expect(page.timers.waiting.size).toBe(0);
    await page.store.flush();
    page.timers.pass(100_000);
    await nextTask();
    expect(await stored()).toEqual(['a']);
    expect(page.store.state()).toBe('kept');
  });
});

test.describe('reading', () => {
  test('thousands come in slices, each call once', async () => {
    const page = pageOf();
    const ids = Array.from({ length: 1234 }, (_, index) => `call ${index}`);
    page.put(...ids);
    await page.store.flush();
    const slices: (readonly PersistedCall[])[] = [];
    await pageOf().store.load((slice) => slices.push(slice));
    expect(slices.every((slice) => slice.length <= 500)).toBe(true);
    expect(slices.length).toBeGreaterThan(2);
    const read = slices.flat().map(({ entry }) => entry.id);
    expect(read.toSorted()).toEqual(ids.toSorted());
  });

  test('damaged rows are left out, wherever they stand', async () => {
    const page = pageOf();
    page.put('a', 'z');
    await page.store.flush();
    const db = await openDB(NAME);
    for (const row of [
      { id: 'b', text: '{"entry":' },
      { id: 'c', text: '{"entry":{"id":"c"}}' },
      { id: 'zz', text: '{"entry":{"id":"zz","addedAt":1},"seen":7}' },
      { id: 'd', entry: { id: 'd', addedAt: 1 } },
      { id: 5, text: 'null' },
      { id: new Date(0), text: 7 },
    ]) {
      await db.put('calls', row);
    }
    db.close();
    expect(await loadAll()).toEqual(['a', 'z']);
  });

  test('what was removed while it was read is not handed out, what was added meanwhile is', async () => {
    const before = pageOf();
    before.put('removed', 'added again', 'kept');
    await before.store.flush();
    const page = pageOf();
    page.store.touch(['removed']);
    page.put('added again');
    expect(await loadAll(page)).toEqual(['added again', 'kept']);
  });

  test('nothing is written over what is still to be read', async () => {
    const before = pageOf();
    const seen = { id: 'z', checks: 3, runs: [], ticks: [1, 2, 3] };
    before.calls.set('z', { entry: { id: 'z', addedAt: 1 }, seen });
    before.put(...Array.from({ length: 300 }, (_, index) => `call ${index}`));
    before.store.touch(['z']);
    await before.store.flush();
    const page = pageOf();
    const taken: PersistedCall[] = [];
    const loaded = page.store.load((slice) => taken.push(...slice));
    page.put('z');
    page.timers.pass(1000);
    await loaded;
    expect(taken.at(-1)?.seen).toEqual(seen);
    await expect.poll(page.store.pending).toEqual([]);
  });

  test('nor by a page that is left while it reads; what is new is kept all the same', async () => {
    const seen = { id: 'z', checks: 3, runs: [], ticks: [1, 2, 3] };
    const before = pageOf();
    before.calls.set('z', { entry: { id: 'z', addedAt: 1, paused: true }, seen });
    before.put(...Array.from({ length: 300 }, (_, index) => `call ${index}`));
    before.store.touch(['z']);
    await before.store.flush();
    before.store.close();
    const page = pageOf();
    const loaded = page.store.load(() => undefined);
    page.put('new', 'z');
    await page.store.flush();
    await loaded;
    page.store.close();
    const taken: PersistedCall[] = [];
    const next = pageOf();
    await next.store.load((slice) => taken.push(...slice));
    expect(taken.find(({ entry }) => entry.id === 'z')).toEqual({
      entry: { id: 'z', addedAt: 1, paused: true },
      seen,
    });
    expect(taken.some(({ entry }) => entry.id === 'new')).toBe(true);
  });

  test('a store that is empty says so at once', async () => {
    expect(await loadAll()).toEqual([]);
  });
});
