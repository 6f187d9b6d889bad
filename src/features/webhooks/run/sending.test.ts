import { expect, test } from 'playwright/test';
import { createTestTokens } from '#src/api/testing/service-kit.ts';
import { replaceMethod } from '#src/log/testing/log-kit.ts';
import {
  begin,
  endBrowsers,
  ended,
  fail,
  finished,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  sentTo,
  statesOf,
  statusOf,
  underWay,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

const PAIRS = pairsOf(12);
const ALL = PAIRS.map(({ webhookId }) => webhookId);

test('waits while the sign-in server does not answer', async () => {
  const { tokens } = createTestTokens('unreachable');
  let isBack = false;
  const { openTab, calls, renew } = sendingBrowser(() => (isBack ? OK() : fail(401)), { tokens });
  const tab = openTab();
  const id = await begin(tab, PAIRS);
  await expect.poll(() => tab.runner.awaitsToken()).toBe(true);
  await expect.poll(async () => (await runOf(tab, id))?.counts).toMatchObject({ queued: 12, refused: 0 });
  expect(await statusOf(tab, id)).toBe('running');
  expect(calls.length).toBeLessThanOrEqual(4);
  isBack = true;
  renew();
  await finished(tab, id);
  expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 12 } });
});

test('pauses when the session ends', async () => {
  const { tokens } = createTestTokens('ended');
  const { openTab, calls } = sendingBrowser(() => fail(401), { tokens });
  const tab = openTab();
  const id = await begin(tab, PAIRS);
  await expect.poll(() => statusOf(tab, id)).toBe('paused');
  await ended(tab);
  expect((await runOf(tab, id))?.pause).toMatchObject({ why: 'session' });
  expect((await statesOf(tab, id))[0]).toBe('queued');
  expect(new Set(sentTo(calls)).size).toBe(calls.length);
});

test('sends no more than the disk has taken', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  const disk = { isHeld: true };
  let holding: Promise<unknown> = Promise.resolve();
  await tab.log.read(async (db) => {
    const transaction = db.transaction('rows', 'readwrite');
    const hold = async () => {
      while (disk.isHeld) await transaction.store.count();
    };
    await transaction.store.count();
    holding = hold();
  });
  answers.open();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toHaveLength(4);
  disk.isHeld = false;
  await holding;
  await finished(tab, id);
  expect(sentTo(calls)).toEqual(ALL);
});

test('goes on when the connection to storage is lost once', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  const lost: unknown[] = [];
  const mend = replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    (original) =>
      function lose(this: unknown, ...given) {
        if (lost.length === 0) lost.push(this);
        if (!lost.includes(this)) return original.apply(this, given);
        throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      },
  );
  answers.open();
  await finished(tab, id);
  mend();
  expect(sentTo(calls)).toEqual(ALL);
});

test('stops when storage is cleared', async () => {
  const { tab, answers, calls } = await underWay(12);
  const [{ name = '' } = {}] = await indexedDB.databases();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).addEventListener('success', resolve);
  });
  answers.open();
  await expect.poll(() => tab.runner.state.getState().phase).toBe('failed');
  expect(calls).toHaveLength(4);
});
