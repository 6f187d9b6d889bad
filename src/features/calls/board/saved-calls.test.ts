import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { record, historyAfter, STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { addFormat } from '#src/storage/format.ts';
import { createSync, forgetCalls, openSavedCalls } from './saved-calls.ts';
import { openSettings, readSettings } from './settings.ts';
import { createBoardStore } from './store.ts';

const NAME = 'calls-k';
const entry = (id: string) => ({ id, addedAt: 1 });
const history = (id: string) => ({ ...historyAfter(record({ status: 'in-progress' })), id });
const none = { entries: [], histories: [], removed: [] };

storageForTests();
test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const readAll = async () => {
  const slices = [];
  for await (const slice of openSavedCalls('k').readAll()) slices.push(slice);
  return {
    calls: slices.flatMap(({ calls }) => calls),
    unreadable: slices.flatMap(({ unreadable }) => unreadable),
  };
};

test('the next page reads what was saved', async () => {
  const saved = openSavedCalls('k');
  await saved.write({ ...none, entries: [entry('a/b c+d&é#?'), entry('007')], histories: [history('007')] });
  const { calls } = await readAll();
  expect(calls.map((call) => [call.entry.id, call.history?.checks])).toEqual([
    ['007', 1],
    ['a/b c+d&é#?', undefined],
  ]);
  expect((await saved.read(['007', 'never saved'])).calls).toHaveLength(1);
});

test('reads thousands in slices, each call once', async () => {
  const ids = Array.from({ length: 1234 }, (_, at) => `call-${at}`);
  await openSavedCalls('k').write({ ...none, entries: ids.map(entry), histories: ids.map(history) });
  const slices: number[] = [];
  for await (const { calls } of openSavedCalls('k').readAll()) slices.push(calls.length);
  expect(Math.max(...slices)).toBeLessThanOrEqual(250);
  const { calls } = await readAll();
  expect(calls.map((call) => call.entry.id).toSorted()).toEqual(ids.toSorted());
  expect(calls.every((call) => call.history?.checks === 1)).toBe(true);
});

test('a removed call is deleted with its history', async () => {
  const saved = openSavedCalls('k');
  await saved.write({ ...none, entries: [entry('a'), entry('b')], histories: [history('a')] });
  await saved.write({ ...none, removed: ['a'] });
  await saved.write({ ...none, entries: [entry('a')] });
  expect((await saved.read(['a'])).calls).toEqual([{ entry: entry('a') }]);
});

test('lists rows that do not fit as unreadable', async () => {
  const saved = openSavedCalls('k');
  await saved.write({ ...none, entries: ['a', 'z'].map(entry), histories: ['a', 'z'].map(history) });
  const db = await openDB(NAME);
  await db.put('histories', { id: 'a', text: '{}' });
  await db.put('entries', { ...entry('n'), note: {} });
  await db.put('entries', { id: 5 });
  db.close();
  const { calls, unreadable } = await readAll();
  expect([calls.map((call) => call.entry.id), unreadable]).toEqual([['z'], [5, 'a', 'n']]);
  await saved.write({ ...none, removed: unreadable });
  expect((await readAll()).unreadable).toEqual([]);
});

test('deletes what an older version saved', async () => {
  const older = await openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore('calls') });
  older.close();
  expect(await readAll()).toEqual({ calls: [], unreadable: [] });
});

test('rejects if storage is refused', async () => {
  globalThis.indexedDB = {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  } as unknown as IDBFactory;
  await expect(openSavedCalls('k').write({ ...none, entries: [entry('a')] })).rejects.toThrow('denied');
  await expect(readAll()).rejects.toThrow('denied');
});

test('forgets the calls, and to load them at start', async () => {
  await openSavedCalls('k').write({ ...none, entries: [entry('a')], histories: [history('a')] });
  openSettings('k').change({ watching: true, notifyEnds: true });
  await forgetCalls('k');
  expect(readSettings('k')).toEqual({ notifyEnds: true });
  expect((await readAll()).calls).toEqual([]);
});

test('deletes rows while a sleeping page holds the database', async () => {
  await openSavedCalls('k').write({ ...none, entries: [entry('a')] });
  const asleep = await openDB(NAME);
  void forgetCalls('k');
  await expect.poll(() => asleep.count('entries')).toBe(0);
  asleep.close();
});

const live = record({ status: 'in-progress' });
const leaves = new Set<() => void>();

test.beforeEach(() => {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { document, addEventListener: page.addEventListener.bind(page) });
});
test.afterEach(() => {
  for (const leave of leaves) leave();
  leaves.clear();
  for (const name of ['document', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
});

/** A tab of one browser. */
const openTab = async () => {
  const store = createBoardStore(STORE_OPTIONS);
  const sync = createSync('k', store, openSettings('k'));
  leaves.add(sync.enter());
  await sync.load();
  const answer = (id: string, ...reads: Parameters<typeof historyAfter>) => {
    store.setHistory({ ...historyAfter(...reads), id });
  };
  const watch = (...ids: string[]) => store.watch(ids, '');
  return { store, sync, answer, watch, ids: () => [...store.ids()] };
};

test('a change in one tab is a change in the other', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.watch('a', 'b');
  await expect.poll(other.ids).toEqual(['a', 'b']);
  other.store.setFailureSeen(['a'], true);
  other.store.setNote(['a'], 'ask Ana');
  await expect.poll(() => one.store.call('a')?.entry).toMatchObject({ failureSeen: true, note: 'ask Ana' });
  one.answer('b', live);
  const removed = one.store.unwatch(['b']);
  await expect.poll(other.ids).toEqual(['a']);
  one.store.restore(removed);
  await expect.poll(() => other.store.call('b')?.statusBadge.word).toBe('In progress');
});

/** Saves at once what waits. */
const hidePages = () => {
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
};

test('an answer of a removed call deletes no restored one', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.watch('a');
  await expect.poll(other.ids).toEqual(['a']);
  one.answer('a', live);
  const removed = other.store.unwatch(['a']);
  await expect.poll(one.ids).toEqual([]);
  other.store.restore(removed);
  await Promise.resolve();
  hidePages();
  await expect.poll(one.ids).toEqual(['a']);
  expect((await openTab()).ids()).toEqual(['a']);
});

test('an edit keeps its note, and takes an answer', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.watch('a');
  await expect.poll(other.ids).toEqual(['a']);
  // The note is read, at one of these times, while two are being saved.
  for (const ms of [0, 1, 2, 3, 4, 5, 6]) {
    other.answer('a', ...Array.from({ length: ms + 1 }, () => live));
    hidePages();
    one.store.setNote(['a'], `first after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    one.store.setNote(['a'], `after ${ms} ms`);
    await expect.poll(() => one.store.call('a')?.history?.checks).toBe(ms + 1);
    expect(one.store.call('a')?.entry.note).toBe(`after ${ms} ms`);
  }
});

test('a call that is added while all are read stays', async () => {
  const ids = Array.from({ length: 600 }, (_, at) => `call-${at}`);
  const saved = openSavedCalls('k');
  await saved.write({ ...none, entries: ids.map(entry) });
  const one = await openTab();
  await saved.write({ ...none, removed: ['call-9'] });
  const leave = one.store.subscribe(() => {
    leave();
    // Its place among the others has just been read.
    one.watch('a');
  });
  const other = new BroadcastChannel(addFormat('calls-k'));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  other.postMessage({ changed: 'all' });
  other.close();
  await expect.poll(() => one.store.call('call-9')).toBeUndefined();
  expect(one.store.size()).toBe(600);
});

test('calls that can’t be read are loaded at the next start', async () => {
  const settings = openSettings('k');
  settings.change({ watching: true });
  globalThis.indexedDB = {
    open: () => {
      throw new DOMException('denied', 'UnknownError');
    },
  } as unknown as IDBFactory;
  const { sync } = await openTab();
  expect(sync.getState().canSave).toBe(false);
  expect(readSettings('k')).toEqual({ watching: true });
});

test('a page that opens later has what was saved', async () => {
  const first = await openTab();
  first.watch('a');
  first.answer('a', live);
  first.store.setFailureSeen(['a'], true);
  await expect.poll(async () => (await openTab()).store.call('a')?.history?.checks).toBe(1);
  const next = await openTab();
  expect(next.store.call('a')).toMatchObject({
    entry: { failureSeen: true },
    statusBadge: { word: 'In progress' },
  });
});

test('ignores messages that no tab sends', async () => {
  const tab = await openTab();
  tab.watch('a');
  tab.answer('a', live);
  await expect.poll(async () => (await openTab()).store.call('a')?.history?.checks).toBe(1);
  const stranger = new BroadcastChannel(addFormat('calls-k'));
  const many = Array.from({ length: 3000 }, (_, at) => `call-${at}`);
  for (const message of [
    'all',
    7,
    null,
    { changed: 7 },
    { changed: [7] },
    { changed: [''] },
    { changed: many },
    // Not saved.
    { changed: ['unknown', 'a'] },
    { kind: 'seen', calls: [{ entry: { id: 7 } }, 'x', null] },
  ]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    stranger.postMessage(message);
  }
  stranger.close();
  const other = await openTab();
  other.watch('b');
  await expect.poll(tab.ids).toEqual(['a', 'b']);
  expect(tab.store.call('a')?.statusBadge.word).toBe('In progress');
});
