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

test('leaves no rejection of a transaction unhandled', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const database = open();
  await database.use(async (db) => db.transaction('rows').abort());
  const failed = database.use(async (db) => {
    const { store } = db.transaction('rows', 'readwrite');
    void store.add('one', 'key');
    await store.add('two', 'key');
  });
  await expect(failed).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('repeats once if the connection is lost', async () => {
  const database = open();
  let tries = 0;
  const work = (failures: number) =>
    database.use(async () => {
      tries += 1;
      if (tries <= failures) throw new DOMException('lost', 'UnknownError');
      return tries;
    });
  expect(await work(1)).toBe(2);
  await expect(work(9)).rejects.toThrow('lost');
  expect(tries).toBe(4);
});

for (const error of [
  new DOMException('full', 'QuotaExceededError'),
  new DOMException('aborted', 'AbortError'),
  new Error('changed'),
]) {
  test(`repeats nothing that failed with ${error.name}`, async () => {
    let tries = 0;
    const work = open().use(async () => {
      tries += 1;
      throw error;
    });
    await expect(work).rejects.toBe(error);
    expect(tries).toBe(1);
  });
}

test('rejects after the deadline, unless there is none', async () => {
  const database = open();
  await database.put('one');
  const { work, end } = createWork();
  const inTime = database.use(() => work);
  const late = database.useWithoutDeadline(() => work);
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
