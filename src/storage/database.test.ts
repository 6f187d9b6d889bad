import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB, type DBSchema } from 'idb';
import { expect, test } from 'playwright/test';
import { openDatabase } from './database.ts';

type Schema = DBSchema & { rows: { key: string; value: string } };

test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const open = (name: string | Promise<string> = 'd') => {
  const timers: (() => void)[] = [];
  const database = openDatabase<Schema>({
    name,
    create: (db) => void db.createObjectStore('rows'),
    migrations: {},
    onDeleted: () => undefined,
    deadlineMs: 1000,
    after: (_ms, act) => {
      timers.push(act);
      return () => void timers.splice(timers.indexOf(act), 1);
    },
  });
  return {
    ...database,
    passDeadline: () => {
      for (const act of timers.splice(0)) act();
    },
    put: (value: string) => database.use((db) => db.put('rows', value, 'key')),
    get: () => database.use((db) => db.get('rows', 'key')),
  };
};

/** Work that goes on until `end` is called. */
const createWork = () => {
  let end: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { work, end };
};

test('opens a connection again that the browser closed', async () => {
  const database = open();
  await database.put('one');
  await database.use(async (db) => db.close());
  expect(await database.get()).toBe('one');
  await database.use(async (db) => {
    Reflect.apply(forceCloseDatabase, undefined, [db]);
  });
  expect(await database.get()).toBe('one');
});

test('tries once more after a transient error', async () => {
  const database = open();
  let tries = 0;
  const fail = (error: Error, most: number) =>
    database.use(async () => {
      tries += 1;
      if (tries <= most) throw error;
      return tries;
    });
  expect(await fail(new DOMException('full', 'QuotaExceededError'), 1)).toBe(2);
  await expect(fail(new DOMException('full', 'QuotaExceededError'), 9)).rejects.toThrow('full');
  expect(tries).toBe(4);
  await expect(fail(new Error('changed'), 9)).rejects.toThrow('changed');
  expect(tries).toBe(5);
});

test('rejects after the deadline, unless it may be late', async () => {
  const database = open();
  await database.put('one');
  const { work, end } = createWork();
  const inTime = database.use(() => work);
  const late = database.use(() => work, 'late');
  database.passDeadline();
  await expect(inTime).rejects.toThrow('1000 ms');
  end('done');
  expect(await late).toBe('done');
});

test('stops using a database that another page deletes', async () => {
  const database = open();
  await database.put('one');
  await deleteDB('d');
  await expect(database.get()).rejects.toThrow('closed');
});

test('rejects without a name, or when closed', async () => {
  await expect(open(Promise.reject(new TypeError('no Web Crypto'))).get()).rejects.toThrow('no Web Crypto');
  const closed = open();
  closed.close();
  await expect(closed.get()).rejects.toThrow('closed');
  expect(await indexedDB.databases()).toEqual([]);
});
