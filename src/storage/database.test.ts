import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB, type DBSchema } from 'idb';
import { expect, test } from 'playwright/test';
import { inPortions, openDatabase } from './database.ts';

type Schema = DBSchema & { rows: { key: string; value: string } };

test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const open = (setup: { name?: string | Promise<string>; endsWhenReplaced?: boolean } = {}) => {
  const timers: (() => void)[] = [];
  const database = openDatabase<Schema>({
    name: 'd',
    version: 1,
    upgrade: (fresh) => void fresh.createObjectStore('rows'),
    deadlineMs: 1000,
    after: (_ms, act) => {
      timers.push(act);
      return () => void timers.splice(timers.indexOf(act), 1);
    },
    ...setup,
  });
  const told: boolean[] = [];
  database.subscribe(() => told.push(database.isAnswering()));
  return {
    ...database,
    told,
    passDeadline: () => {
      for (const act of timers.splice(0)) act();
    },
    put: (value: string) => database.use((db) => db.put('rows', value, 'key')),
    get: () => database.use((db) => db.get('rows', 'key')),
  };
};

/** Work that ends when it is told to. */
const heldUp = () => {
  let end: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { work, end };
};

test('a connection that the browser closes is opened again for the next use', async () => {
  const database = open();
  await database.put('one');
  await database.use(async (db) => db.close());
  expect(await database.get()).toBe('one');
  expect(database.told).toEqual([]);
  await database.use(async (db) => {
    Reflect.apply(forceCloseDatabase, undefined, [db]);
  });
  await expect.poll(() => database.told).toEqual([false]);
  expect(await database.get()).toBe('one');
  expect(database.told).toEqual([false, true]);
});

test('what may pass is done once more, and what stays is said until it is over', async () => {
  const database = open();
  let tries = 0;
  const fail = (error: Error, most: number) =>
    database.use(async () => {
      tries += 1;
      if (tries <= most) throw error;
      return tries;
    });
  expect(await fail(new DOMException('full', 'QuotaExceededError'), 1)).toBe(2);
  expect(database.told).toEqual([]);
  await expect(fail(new DOMException('full', 'QuotaExceededError'), 9)).rejects.toThrow('full');
  expect(tries).toBe(4);
  expect(database.isAnswering()).toBe(false);
  await database.put('one');
  expect(database.isAnswering()).toBe(true);
});

test('what the work itself has found says nothing of the database', async () => {
  const database = open();
  await expect(database.use(() => Promise.reject(new Error('changed')))).rejects.toThrow('changed');
  expect(database.told).toEqual([]);
});

test('beyond the deadline nobody waits who can’t, and storage counts as silent until it answers', async () => {
  const database = open();
  await database.put('one');
  const { work, end } = heldUp();
  const inTime = database.use(() => work);
  const late = database.use(() => work, 'late');
  const long = database.use(() => work, 'long');
  database.passDeadline();
  await expect(inTime).rejects.toThrow('1000 ms');
  expect(database.told).toEqual([false]);
  end('done');
  expect(await Promise.all([late, long])).toEqual(['done', 'done']);
  expect(database.told).toEqual([false, true]);
});

test('one that another page has deleted is made anew, or is over', async () => {
  const [going, ending] = [open(), open({ endsWhenReplaced: true })];
  await Promise.all([going.put('one'), ending.get()]);
  await deleteDB('d');
  expect([going.isClosed(), ending.isClosed()]).toEqual([false, true]);
  expect(ending.told).toEqual([false]);
  await expect(ending.get()).rejects.toThrow('closed');
  expect(await going.get()).toBe(undefined);
});

test('without a name, or closed, it rejects', async () => {
  const database = open({ name: Promise.reject(new TypeError('no Web Crypto')) });
  await expect(database.get()).rejects.toThrow('no Web Crypto');
  expect(database.isAnswering()).toBe(false);
  const closed = open();
  closed.close();
  await expect(closed.get()).rejects.toThrow('closed');
  expect(await indexedDB.databases()).toEqual([]);
});

test('rows are read in portions, all of a store or those of a range', async () => {
  const { use } = open();
  await use((db) => Promise.all([...'abcdefg'].map((value) => db.put('rows', value, value))));
  const read = async (range?: IDBKeyRange) => {
    const portions: string[] = [];
    const getAll = (from: IDBKeyRange | undefined, size: number) =>
      use((db) => db.getAll('rows', from, size));
    for await (const rows of inPortions(3, getAll, (row) => row, range)) portions.push(rows.join(''));
    return portions;
  };
  expect(await read()).toEqual(['abc', 'def', 'g']);
  expect(await read(IDBKeyRange.bound('b', 'f', false, true))).toEqual(['bcd', 'e']);
});
