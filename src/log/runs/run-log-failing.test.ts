import { deleteDB } from 'idb';
import { expect, test } from 'playwright/test';
import {
  allLast,
  browserForTests,
  failStores,
  holdUp,
  refuseStorage,
  removeRuns,
  replaceMethod,
  type Method,
} from '#src/log/testing/journal-kit.ts';
import { ACCEPTED, NEVER_MS, pairsOf, RUN, tryToBegin } from '#src/log/testing/run-kit.ts';

const browser = browserForTests();

test('refused: that is said, and there is no run', async () => {
  refuseStorage();
  const runLog = browser.openRunLog();
  expect(await runLog.hasRoom(1)).toBe(false);
  expect(runLog.isKept()).toBe(false);
  expect(runLog.isRefused()).toBe(true);
  expect(await runLog.acquireLease()).toBeDefined();
  expect(await tryToBegin(runLog, 3)).toBe(undefined);
  expect(await runLog.runs()).toEqual([]);
  expect(await runLog.open('another')).toBeUndefined();
  expect(await runLog.lastAccepted(() => undefined)).toBe(false);
  await runLog.settleAbandoned();
  runLog.command('another', 'pause');
});

test('an opening that never ends keeps nobody waiting beyond the deadline', async () => {
  globalThis.indexedDB.open = () => new IDBOpenDBRequest();
  const runLog = browser.openRunLog({ storageDeadlineMs: 50 });
  expect(await tryToBegin(runLog, 2)).toBe(undefined);
  expect(runLog.isRefused()).toBe(true);
});

test('full at the beginning: there is no run, and no part of one is left behind', async () => {
  const runLog = browser.openRunLog();
  await runLog.runs();
  const putBack = failStores('put', 'QuotaExceededError');
  try {
    expect(await runLog.hasRoom(10)).toBe(false);
    expect(await tryToBegin(runLog, 200)).toBe(undefined);
    expect(runLog.isRefused()).toBe(false);
  } finally {
    putBack();
  }
  expect(await runLog.runs()).toEqual([]);
  expect(await browser.openRunLog().runs()).toEqual([]);
  expect(await tryToBegin(runLog, 200)).toBeDefined();
});

test('slow at the beginning: a run that nobody has waited for is not left behind', async () => {
  const runLog = browser.openRunLog({ storageDeadlineMs: 300 });
  await runLog.runs();
  const letGo = await holdUp('runs');
  expect(await tryToBegin(runLog, 3)).toBe(undefined);
  letGo();
  await expect.poll(() => runLog.runs()).toEqual([]);
  expect(await browser.openRunLog().runs()).toEqual([]);
});

for (const [name, error] of [
  ['full', 'QuotaExceededError'],
  ['broken', 'UnknownError'],
] as const) {
  test(`${name} in the middle: that is said, what came back is known to this tab and written once it can be`, async () => {
    const runLog = browser.openRunLog({ storageRetryMs: 20 });
    const record = await runLog.begin(RUN, pairsOf(200));
    expect(await record.append([[70, browser.send()]])).toBe(true);
    let told = 0;
    runLog.subscribe(() => (told += 1));
    const putBack = failStores('put', error);
    let isWritten = false;
    try {
      expect(
        await record.append([
          [0, browser.send()],
          [70, ACCEPTED],
        ]),
      ).toBe(false);
      await record.append([[0, { kind: 'release', left: false }]]);
      expect(await record.flush()).toBe(false);
      void record.whenWritten().then(() => (isWritten = true));
      expect(record.trouble()).toBe('unwritten');
      expect(runLog.isKept()).toBe(false);
      expect(record.line(70).state).toBe('accepted');
      expect((await browser.openRunLog().open(record.run().id))?.line(70).state).toBe('sending');
      expect(isWritten).toBe(false);
    } finally {
      putBack();
    }
    await expect.poll(() => isWritten && record.trouble() === undefined && runLog.isKept()).toBe(true);
    await expect.poll(() => told).toBeGreaterThan(0);
    const again = await browser.openRunLog().open(record.run().id);
    expect([0, 70, 199].map((index) => again?.line(index).state)).toEqual(['queued', 'accepted', 'queued']);
    expect(await allLast(browser.openRunLog())).toHaveLength(1);
  });
}

for (const error of ['UnknownError', 'QuotaExceededError', 'InvalidStateError', 'AbortError']) {
  test(`an ${error} that comes once is tried again over a new connection, and nothing is said`, async () => {
    const runLog = browser.openRunLog({ storageRetryMs: NEVER_MS });
    const record = await runLog.begin(RUN, pairsOf(2));
    let failed = 0;
    const putBack = replaceMethod(
      IDBObjectStore.prototype,
      'put',
      (original): Method =>
        function (...given) {
          failed += 1;
          if (failed === 1) throw new DOMException('lost', error);
          return original.apply(this, given);
        },
    );
    try {
      expect(await record.append([[0, browser.send()]])).toBe(true);
    } finally {
      putBack();
    }
    expect(record.trouble()).toBe(undefined);
    expect((await browser.openRunLog().open(record.run().id))?.line(0).state).toBe('sending');
  });
}

test('held up by another page: nothing waits beyond the deadline, and all is kept once it answers', async () => {
  const runLog = browser.openRunLog({ storageDeadlineMs: 50 });
  const record = await runLog.begin(RUN, pairsOf(3));
  await record.append([[0, browser.send()]]);
  const letGo = await holdUp('runs');
  expect(await record.append([[0, ACCEPTED]])).toBe(false);
  expect(await record.flush()).toBe(false);
  expect(record.trouble()).toBe('unwritten');
  expect(await runLog.acquireLease()).toBeDefined();
  letGo();
  await expect.poll(() => record.trouble()).toBe(undefined);
  const again = await browser.openRunLog().open(record.run().id);
  expect(again?.line(0).state).toBe('accepted');
});

const removeDatabase = async (): Promise<void> => {
  const [{ name = '' } = {}] = await indexedDB.databases();
  await deleteDB(name, { blocked: () => expect('blocked').toBe('closed') });
};

for (const [name, remove] of [
  ['with its database', removeDatabase],
  ['alone', removeRuns],
] as const) {
  test(`taken away ${name} while it goes on: nothing more may leave, it is not brought back in parts, and other runs can begin`, async () => {
    const runLog = browser.openRunLog({ storageRetryMs: 5 });
    const record = await runLog.begin(RUN, pairsOf(100));
    await remove();
    expect(await record.append([[0, browser.send()]])).toBe(false);
    expect(record.trouble()).toBe('gone');
    await record.whenWritten();
    expect(await record.flush()).toBe(false);
    expect(await runLog.reread(record.run().id)).toBe('unreadable');
    expect(await browser.openRunLog().runs()).toEqual([]);
    expect(await runLog.runs()).toEqual([]);
    expect(runLog.isKept()).toBe(true);
    expect(await tryToBegin(runLog, 1)).toBeDefined();
  });
}
