import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import type { LineEvent } from './run.ts';
import { browserOf, removeRuns, replaceMethod, type Method } from '#src/journal/testing/journal-kit.ts';
import { ACCEPTED, pairsOf, RUN } from '#src/journal/testing/run-kit.ts';

let browser: ReturnType<typeof browserOf>;

test.beforeEach(() => {
  browser = browserOf();
});

test.afterEach(() => browser.end());

const send = (): LineEvent => ({ kind: 'send', at: browser.now() });

const full = (): Method => () => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** Holds up everything that writes, until it is let go. */
const holdUp = async (): Promise<() => void> => {
  const name = (await indexedDB.databases())[0]?.name ?? '';
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
  });
  const store = db.transaction(['runs', 'blocks', 'last', 'wishes'], 'readwrite').objectStore('runs');
  let holds = true;
  const hold = () => store.count().addEventListener('success', () => holds && hold());
  hold();
  return () => {
    holds = false;
    db.close();
  };
};

test('refused: the run is in memory, everything works, and it is said', async () => {
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const books = browser.openBooks();
  expect(await books.hasRoom(1)).toBe(false);
  expect(books.isKept()).toBe(false);
  expect(await books.takeTurn()).toBeDefined();
  const sheet = await books.begin(RUN, pairsOf(3));
  await sheet.apply([[0, send()]]);
  await sheet.apply([[0, ACCEPTED]]);
  expect(sheet.isKept()).toBe(false);
  expect(sheet.run().counts).toMatchObject({ accepted: 1, queued: 2 });
  expect(await books.runs()).toEqual([sheet.run()]);
  expect(await books.open(sheet.run().id)).toBe(sheet);
  const last: unknown[] = [];
  await books.lastAccepted((some) => last.push(...some));
  expect(last).toMatchObject([{ webhookId: 'wh-0', by: { run: sheet.run().id, line: 0 } }]);
  await books.settleAbandoned();
  await books.wish(sheet.run().id, 'pause');
});

test('an opening that never ends keeps nobody waiting beyond the deadline', async () => {
  globalThis.indexedDB.open = () => new IDBOpenDBRequest();
  const books = browser.openBooks({ storageDeadlineMs: 50 });
  const sheet = await books.begin(RUN, pairsOf(2));
  await sheet.apply([[0, send()]]);
  expect(books.isKept() || sheet.isKept()).toBe(false);
});

test('full at the beginning: the run is in memory, and no part of it is left behind', async () => {
  const books = browser.openBooks();
  await books.runs();
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
  let id = '';
  try {
    expect(await books.hasRoom(10)).toBe(false);
    const sheet = await books.begin(RUN, pairsOf(200));
    await sheet.apply([[0, send()]]);
    expect(sheet.isKept()).toBe(false);
    ({ id } = sheet.run());
  } finally {
    putBack();
  }
  expect(await browser.openBooks().open(id)).toBeUndefined();
  expect(await browser.openBooks().runs()).toEqual([]);
});

test('full in the middle: it goes on in memory, says so, and is kept again once there is room', async () => {
  const books = browser.openBooks({ storageRetryMs: 20 });
  const sheet = await books.begin(RUN, pairsOf(200));
  await sheet.apply([[70, send()]]);
  let told = 0;
  books.subscribe(() => (told += 1));
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
  try {
    await sheet.apply([
      [0, send()],
      [70, ACCEPTED],
    ]);
    await sheet.apply([[199, send()]]);
    expect(sheet.isKept() || books.isKept()).toBe(false);
    expect(sheet.line(199).state).toBe('sending');
  } finally {
    putBack();
  }
  await expect.poll(() => sheet.isKept() && books.isKept()).toBe(true);
  await expect.poll(() => told).toBeGreaterThan(0);
  const again = await browser.openBooks().open(sheet.run().id);
  expect([0, 70, 199].map((index) => again?.line(index).state)).toEqual(['sending', 'accepted', 'sending']);
  const last: unknown[] = [];
  await browser.openBooks().lastAccepted((some) => last.push(...some));
  expect(last).toHaveLength(1);
});

test('held up by another page: nothing waits beyond the deadline, and all is kept once it answers', async () => {
  const books = browser.openBooks({ storageDeadlineMs: 50 });
  const sheet = await books.begin(RUN, pairsOf(3));
  const letGo = await holdUp();
  await sheet.apply([[0, send()]]);
  await sheet.apply([[0, ACCEPTED]]);
  expect(sheet.isKept()).toBe(false);
  expect(await books.takeTurn()).toBeDefined();
  letGo();
  await expect.poll(() => sheet.isKept()).toBe(true);
  const again = await browser.openBooks().open(sheet.run().id);
  expect(again?.line(0).state).toBe('accepted');
});

test('taken away while it goes on: the run is in memory and is not brought back in parts', async () => {
  const books = browser.openBooks({ storageRetryMs: 5 });
  const sheet = await books.begin(RUN, pairsOf(100));
  const [{ name = '' } = {}] = await indexedDB.databases();
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', resolve);
    deleting.addEventListener('blocked', reject);
  });
  await sheet.apply([[0, send()]]);
  expect(sheet.isKept()).toBe(false);
  expect(await browser.openBooks().runs()).toEqual([]);
});

test('a run that has made room for others stays in this tab’s memory', async () => {
  const books = browser.openBooks({ storageRetryMs: 5 });
  const sheet = await books.begin(RUN, pairsOf(100));
  await removeRuns();
  await sheet.apply([[0, send()]]);
  expect(sheet.isKept()).toBe(false);
  expect(sheet.line(0).state).toBe('sending');
  expect(await browser.openBooks().runs()).toEqual([]);
});

test.describe('what was sent while storage failed', () => {
  const { items } = storageForTests();

  test('is unknown once its tab has ended, and not queued, as storage still has it', async () => {
    const books = browser.openBooks();
    await books.takeTurn();
    const sheet = await books.begin(RUN, pairsOf(100));
    await sheet.apply([[0, send()]]);
    const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
    await sheet.apply([[1, send()]]);
    await sheet.apply([
      [0, ACCEPTED],
      [2, send()],
    ]);
    await browser.closeTab(books);
    putBack();
    const next = browser.openBooks();
    await next.takeTurn();
    await next.settleAbandoned();
    const again = await next.open(sheet.run().id);
    expect([0, 1, 2, 3].map((index) => again?.line(index).state)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'queued',
    ]);
    expect(again?.run()).toMatchObject({ status: 'paused', counts: { unknown: 3, queued: 97 } });
    expect(items.size).toBe(0);
  });

  test('is no more in doubt once all of it is kept after all', async () => {
    const books = browser.openBooks({ storageRetryMs: 5 });
    await books.takeTurn();
    const sheet = await books.begin(RUN, pairsOf(5));
    const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
    await sheet.apply([[3, send()]]);
    expect([...items.values()]).toEqual(['3-3']);
    putBack();
    await expect.poll(() => sheet.isKept()).toBe(true);
    expect(items.size).toBe(0);
  });
});
