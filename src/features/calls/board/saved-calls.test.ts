import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { record, historyAfter } from '#src/features/calls/call/testing/call-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { forgetCalls, openSavedCalls, type ReadCalls } from './saved-calls.ts';
import { openSettings, readSettings } from './settings.ts';

const NAME = 'calls-k';
const entry = (id: string) => ({ id, addedAt: 1 });
const history = (id: string) => ({ ...historyAfter(record({ status: 'in-progress' })), id });
const none = { entries: [], histories: [], removed: [] };

storageForTests();
test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const readAll = async (): Promise<ReadCalls> => {
  const all: ReadCalls = { calls: [], unreadable: [] };
  for await (const { calls, unreadable } of openSavedCalls('k').readAll()) {
    all.calls.push(...calls);
    all.unreadable.push(...unreadable);
  }
  return all;
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
