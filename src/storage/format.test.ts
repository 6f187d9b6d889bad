import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB, type DBSchema } from 'idb';
import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { openDatabase } from './database.ts';
import {
  addFormat,
  formatConflict,
  isSuperseded,
  STORAGE_FORMAT,
  MIGRATIONS,
  type Migrations,
} from './format.ts';
import { writeLocal } from './local.ts';
import { createTestLocks } from './testing/locks-kit.ts';
import { takeLock } from './tabs.ts';

type Schema = DBSchema & { rows: { key: string; value: string } };

storageForTests();

test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  formatConflict.setState(undefined, true);
});
test.afterAll(() => formatConflict.setState(undefined, true));

const conflict = () => formatConflict.getState();

/** A release with this format. */
const release = (format: number, migrations: Migrations = {}) => {
  let deletions = 0;
  const database = openDatabase<Schema>({
    name: 'd',
    format,
    create: (db) => void db.createObjectStore('rows'),
    migrations,
    onDeleted: () => (deletions += 1),
    deadlineMs: 1000,
  });
  return {
    ...database,
    put: (value: string) => database.use((db) => db.put('rows', value, 'key')),
    get: () => database.use((db) => db.get('rows', 'key')),
    deletions: () => deletions,
  };
};

/** Leaves a row of this format and closes its tab. */
const leave = async (format: number) => {
  const older = release(format);
  await older.put('kept');
  older.close();
};

const append =
  (text: string): Migrations[number] =>
  async (transaction) => {
    const rows = transaction.objectStore('rows');
    await rows.put(`${await rows.get('key')}${text}`, 'key');
  };

test('takes the steps from an older format in order', async () => {
  await leave(5);
  const newer = release(8, { 5: append(' no'), 6: append(' 6'), 7: append(' 7'), 8: () => undefined });
  expect(await newer.get()).toBe('kept 6 7');
  expect(newer.deletions()).toBe(0);
});

test('deletes a format without a step, once', async () => {
  await leave(5);
  const newer = release(7, { 7: () => undefined });
  expect(await newer.get()).toBeUndefined();
  expect(newer.deletions()).toBe(1);
  newer.close();
  const next = release(7);
  await next.get();
  expect(next.deletions()).toBe(0);
});

test('a step that fails changes nothing', async () => {
  await leave(5);
  const fail = async () => Promise.reject(new Error('a fault'));
  await expect(release(7, { 6: append(' 6'), 7: fail }).get()).rejects.toThrow();
  expect(await release(5).get()).toBe('kept');
});

test('an older tab stops when a newer format opens', async () => {
  const older = release(5);
  await older.put('kept');
  expect(writeLocal('a', '1')).toBe(true);
  expect(await release(6, { 6: () => undefined }).use(async () => conflict())).toBe('replaced');
  await expect(older.put('late')).rejects.toThrow('closed');
  expect(writeLocal('a', '2')).toBe(false);
});

test('a deleted database is no newer format', async () => {
  const tab = release(5);
  await tab.put('kept');
  await new Promise((resolve) => indexedDB.deleteDatabase('d').addEventListener('success', resolve));
  await expect(tab.get()).rejects.toThrow('closed');
  expect(conflict()).toBeUndefined();
});

test('refuses data of a newer format', async () => {
  await leave(6);
  const older = release(5);
  await expect(older.get()).rejects.toThrow();
  expect(conflict()).toBe('newer');
  await expect(older.put('late')).rejects.toThrow('closed');
});

test('is blocked until an older tab lets go', async () => {
  const silent = await openDB('d', 5, { upgrade: (db) => void db.createObjectStore('rows') });
  const newer = release(6, { 6: () => undefined });
  const reading = newer.get();
  await expect.poll(conflict).toBe('blocked');
  expect(isSuperseded()).toBe(false);
  silent.close();
  await reading;
  expect(conflict()).toBeUndefined();
});

test('shares no lock with another format', async () => {
  const locks = createTestLocks();
  void locks.request('send format 0', {}, () => new Promise(() => undefined));
  expect(await takeLock('send', { ifAvailable: true }, locks)).toBeDefined();
  expect(addFormat('send')).toBe(`send format ${STORAGE_FORMAT}`);
});

for (const [name, migrations] of Object.entries(MIGRATIONS)) {
  test(`every release from 5 on keeps the ${name}`, () => {
    const since5 = Array.from({ length: STORAGE_FORMAT - 4 }, (_, at) => 5 + at);
    expect(Object.keys(migrations).map(Number)).toEqual(expect.arrayContaining(since5));
  });
}
