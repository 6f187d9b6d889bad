import { expect, test } from 'playwright/test';
import type { Line } from './run.ts';
import {
  browserForTests,
  failStores,
  losableConnections,
  replaceMethod,
  type Method,
  type TestRunLog,
} from '#src/log/testing/journal-kit.ts';
import { ACCEPTED, NEVER_MS, pairsOf, RUN, statesOf } from '#src/log/testing/run-kit.ts';

const browser = browserForTests();
let connections: ReturnType<typeof losableConnections>;

test.beforeEach(() => {
  connections = losableConnections();
});

test.afterEach(() => connections.end());

const keptStatesOf = async (id: string): Promise<string> => statesOf(await browser.openRunLog().open(id));

/** A tab with a run that it can write no more, and has released its lease. */
const withLostConnection = async (retryMs = NEVER_MS) => {
  const runLog = browser.openRunLog({ storageRetryMs: retryMs });
  const release = await runLog.acquireLease();
  const record = await runLog.begin(RUN, pairsOf(4));
  await record.append([[0, browser.send()]], { status: 'running' });
  const restore = connections.loseFirst();
  expect(await record.append([[0, ACCEPTED]], { status: 'paused' })).toBe(false);
  expect(record.trouble()).toBe('unwritten');
  return { runLog, record, id: record.run().id, restore, release };
};

/** Another tab sends the rest of a run. */
const sendRestElsewhere = async (id: string): Promise<TestRunLog> => {
  const other = browser.openRunLog();
  const release = await other.acquireLease();
  await other.settleAbandoned();
  const record = await other.reread(id);
  if (typeof record !== 'object') throw new Error('not read');
  const queued = [0, 1, 2, 3].filter((index) => record.line(index).state === 'queued');
  await record.append(queued.map((index) => [index, browser.send()]));
  await record.append(
    queued.map((index) => [index, ACCEPTED]),
    { status: 'finished' },
  );
  release?.();
  return other;
};

test('a tab that has lost its storage is not told that it may send', async () => {
  const { runLog, id, release } = await withLostConnection();
  release?.();
  await sendRestElsewhere(id);
  await runLog.acquireLease();
  expect(await runLog.reread(id)).toBe('unreadable');
  expect(runLog.isKept()).toBe(false);
});

test('once it has it again, it takes over what another tab has sent meanwhile', async () => {
  const { runLog, record, id, restore, release } = await withLostConnection();
  release?.();
  await sendRestElsewhere(id);
  let told = 0;
  record.subscribe(() => (told += 1));
  restore();
  await runLog.acquireLease();
  expect(statesOf(await runLog.reread(id))).toBe('uaaa');
  expect(told).toBeGreaterThan(0);
  expect(record.run()).toMatchObject({ status: 'finished', counts: { unknown: 1, accepted: 3 } });
  expect(record.trouble()).toBe(undefined);
  expect(await keptStatesOf(id)).toBe('uaaa');
});

test('what nobody else has written meanwhile is written before it may send', async () => {
  const { runLog, record, id, restore } = await withLostConnection();
  restore();
  expect(await runLog.reread(id)).toBe(record);
  expect(record.trouble()).toBe(undefined);
  expect(await keptStatesOf(id)).toBe('aqqq');
});

test('where storage can be read and is full, nothing may leave', async () => {
  const runLog = browser.openRunLog({ storageRetryMs: NEVER_MS });
  const record = await runLog.begin(RUN, pairsOf(2));
  const { id } = record.run();
  const putBack = failStores('put', 'QuotaExceededError');
  try {
    expect(await record.append([[0, browser.send()]])).toBe(false);
    expect(await record.append([[0, { kind: 'release', left: false }]])).toBe(false);
    expect(await runLog.reread(id)).toBe('unreadable');
    expect(statesOf(record)).toBe('qq');
  } finally {
    putBack();
  }
  expect(await runLog.reread(id)).toBe(record);
  expect(await keptStatesOf(id)).toBe('qq');
  expect(record.line(0)).toMatchObject({ sent: 0 });
});

test('a failed writer does not cross the tab that has the lease, and shows what that one does', async () => {
  const { record, id, restore, release } = await withLostConnection(5);
  release?.();
  const other = browser.openRunLog();
  const end = await other.acquireLease();
  await other.settleAbandoned();
  const seen = await other.reread(id);
  if (typeof seen !== 'object') throw new Error('not read');
  restore();
  await seen.append([[1, browser.send()]], { status: 'running' });
  await expect.poll(() => statesOf(record)).toBe('usqq');
  await seen.append([[1, ACCEPTED]], { status: 'paused' });
  expect(seen.trouble()).toBe(undefined);
  expect(statesOf(seen)).toBe('uaqq');
  end?.();
  await expect.poll(() => record.trouble()).toBe(undefined);
  expect(await keptStatesOf(id)).toBe('uaqq');
});

test('a failed writer that comes late takes nothing from the tab that has the lease, and neither sends on what is over', async () => {
  const { record, id, restore, release } = await withLostConnection(5);
  release?.();
  const other = browser.openRunLog();
  const end = await other.acquireLease();
  const seen = await other.reread(id);
  if (typeof seen !== 'object') throw new Error('not read');
  let held: Line | undefined;
  // At once, before the other tab can hear of it.
  const written = new Promise((resolve) => {
    record.subscribe(() => {
      if (record.trouble() !== undefined || held) return;
      resolve(seen.append([[1, browser.send()]], { status: 'running' }));
      held = seen.line(1);
    });
  });
  restore();
  await written;
  // Nothing may leave for a line that is not the same any more.
  expect(seen.line(1)).not.toBe(held);
  expect(statesOf(seen)).toBe('aqqq');
  end?.();
  expect(await keptStatesOf(id)).toBe('aqqq');
});

test('a change that rests on what is over is not written: what is kept takes its place', async () => {
  const one = browser.openRunLog();
  const record = await one.begin(RUN, pairsOf(70));
  const two = browser.openRunLog();
  const { id } = record.run();
  const seen = await two.open(id);
  const writing = record.append([[69, browser.send()]], { status: 'running' });
  const late = seen?.append([[0, browser.send()]]);
  const held = seen?.line(0);
  await Promise.all([writing, late]);
  expect(seen?.line(0)).not.toBe(held);
  expect([seen?.line(0).state, seen?.line(69).state]).toEqual(['queued', 'sending']);
  expect(seen?.run().counts).toEqual(record.run().counts);
  expect(seen?.trouble()).toBe(undefined);
  await seen?.append([[1, browser.send()]]);
  expect((await keptStatesOf(id)).slice(0, 2)).toBe('qs');
});

test('a reading that fails once is not taken for nothing new', async () => {
  const sender = browser.openRunLog();
  const release = await sender.acquireLease();
  const record = await sender.begin(RUN, pairsOf(2));
  const { id } = record.run();
  const other = browser.openRunLog();
  const seen = await other.open(id);
  const putBack = replaceMethod(
    IDBObjectStore.prototype,
    'get',
    (original): Method =>
      function (...given) {
        const isReading = this instanceof IDBObjectStore && this.transaction.mode === 'readonly';
        if (isReading) throw new DOMException('read', 'UnknownError');
        return original.apply(this, given);
      },
  );
  try {
    await record.append([[0, browser.send()]]);
    await record.append([[0, ACCEPTED]], { status: 'paused' });
    release?.();
    await other.acquireLease();
    expect(await other.reread(id)).toBe('unreadable');
  } finally {
    putBack();
  }
  expect(await other.reread(id)).toBe(seen);
  expect(statesOf(seen)).toBe('aq');
});
