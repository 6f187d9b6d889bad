import { expect, test } from 'playwright/test';
import { losableConnections } from '#src/log/testing/journal-kit.ts';
import {
  begin,
  endBrowsers,
  ended,
  fail,
  finished,
  gatedBrowser,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  sentTo,
  statesOf,
  statusOf,
  underWay,
  whileFailing,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

const twice = (sent: readonly string[]): string[] => sent.filter((one, at) => sent.indexOf(one) !== at);

test('a reading that fails when the turn comes: nothing is sent until it can be read', async () => {
  const { tab: a, id, answers, ...lab } = await underWay(6);
  const b = lab.openTab();
  await expect.poll(() => b.runner.current()?.isHere).toBe(false);
  await whileFailing('get', 'UnknownError', async () => {
    answers.letGo(4);
    await expect.poll(() => a.runner.current()?.record.run().counts.accepted).toBe(4);
    await a.kill();
    expect(await b.runner.resume(id)).not.toBe('running');
  });
  const sent = lab.calls.length;
  answers.open();
  await ended(b);
  await expect.poll(() => b.runner.resume(id)).toBe('running');
  await finished(b, id);
  expect(lab.calls.length).toBeGreaterThanOrEqual(sent);
  expect(twice(sentTo(lab.calls))).toEqual([]);
});

for (const error of ['QuotaExceededError', 'UnknownError', 'InvalidStateError', 'NotReadableError']) {
  test(`${error} in the middle: nothing leaves that is not written down, the run pauses and says why, and goes on when asked once it can`, async () => {
    const { tab: a, id, answers, ...lab } = await underWay(12, { storageRetryMs: 1_000_000 });
    await whileFailing('put', error, async () => {
      answers.open();
      await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
      await expect.poll(async () => (await runOf(a, id))?.counts.accepted).toBe(4);
      expect(await runOf(a, id)).toMatchObject({ status: 'paused', counts: { queued: 8, sending: 0 } });
      expect(lab.held()).toBe(1);
      expect(await a.runner.resume(id)).toBe('unwritten');
      expect(await a.runner.resume(id)).toBe('unwritten');
      expect(lab.calls).toHaveLength(4);
      // Nobody else may take what its answers are known to one tab alone for lost.
      const b = lab.openTab();
      expect(await b.runner.resume(id)).toBe('busy');
      expect((await b.runLog.open(id))?.run().counts).toMatchObject({ sending: 4, queued: 8 });
      await b.kill();
    });
    expect(await a.runner.resume(id)).toBe('running');
    await finished(a, id);
    await ended(a);
    expect(lab.held()).toBe(0);
    expect(await runOf(a, id)).toMatchObject({ counts: { accepted: 12 } });
    expect(await statesOf(lab.openTab(), id)).toEqual(Array.from({ length: 12 }, () => 'accepted'));
    expect(lab.calls).toHaveLength(12);
    expect(twice(sentTo(lab.calls))).toEqual([]);
  });
}

test('storage fails in the middle and the tab dies: what had left is unknown, and the rest is sent once when it is resumed', async () => {
  const { tab: a, id, answers, ...lab } = await underWay(12);
  await whileFailing('put', 'QuotaExceededError', async () => {
    answers.open();
    await expect.poll(async () => (await runOf(a, id))?.counts.accepted).toBe(4);
    await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
    await a.kill();
  });
  const b = lab.openTab();
  await expect.poll(() => statusOf(b, id)).toBe('paused');
  expect(await runOf(b, id)).toMatchObject({ counts: { unknown: 4, queued: 8 } });
  expect(await b.runner.resume(id)).toBe('running');
  await finished(b, id);
  expect(await runOf(b, id)).toMatchObject({ counts: { unknown: 4, accepted: 8 } });
  expect(lab.calls).toHaveLength(12);
  expect(twice(sentTo(lab.calls))).toEqual([]);
});

test('what came back while storage failed is written by itself once it can be, and any tab can go on then', async () => {
  const { answers, ...lab } = gatedBrowser();
  const connections = losableConnections();
  try {
    const a = lab.openTab({ storageRetryMs: 20 });
    const id = await begin(a, pairsOf(8));
    await expect.poll(() => answers.waiting()).toBe(4);
    const restore = connections.loseFirst();
    a.runner.pause(id);
    answers.open();
    await expect.poll(async () => (await runOf(a, id))?.counts.accepted).toBe(4);
    const b = lab.openTab();
    expect(await b.runner.resume(id)).toBe('busy');
    restore();
    await ended(a);
    await expect.poll(async () => (await runOf(b, id))?.counts).toMatchObject({ accepted: 4, queued: 4 });
    // Not by itself: it was the person who paused it.
    expect(lab.calls).toHaveLength(4);
    expect(await b.runner.resume(id)).toBe('running');
    await finished(b, id);
    await finished(a, id);
    expect(await statesOf(a, id)).toEqual(Array.from({ length: 8 }, () => 'accepted'));
    expect(twice(sentTo(lab.calls))).toEqual([]);
  } finally {
    connections.end();
  }
});

test('the rest of a run that waits for its storage can be called off, and its tab can be signed out of', async () => {
  const { tab: a, id, answers, ...lab } = await underWay(12, { storageRetryMs: 1_000_000 });
  await whileFailing('put', 'QuotaExceededError', async () => {
    answers.open();
    await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
    await expect.poll(async () => (await runOf(a, id))?.counts.sending).toBe(0);
    await a.runner.cancel(id);
    expect(await runOf(a, id)).toMatchObject({
      status: 'finished',
      counts: { accepted: 4, 'not-sent': 8 },
    });
    await a.runner.leave();
    expect((await a.runLog.open(id))?.trouble()).toBe('unwritten');
  });
  expect(await a.runner.sendAgain(id, 'not-sent')).toBe('running');
  await finished(a, id);
  expect(lab.calls).toHaveLength(12);
  expect(twice(sentTo(lab.calls))).toEqual([]);
});

test('another tab that calls off a run whose answers are still to come leaves it to the tab that waits for them', async () => {
  const { tab: a, id, answers, ...lab } = await underWay(8);
  a.runner.pause(id);
  const b = lab.openTab();
  await expect.poll(() => statusOf(b, id)).toBe('paused');
  await b.runner.cancel(id);
  await expect.poll(async () => (await runOf(a, id))?.cancelledAt).toBeDefined();
  answers.open();
  await finished(b, id);
  expect(await runOf(b, id)).toMatchObject({ counts: { accepted: 4, 'not-sent': 4 } });
  expect(lab.calls).toHaveLength(4);
});

test('storage fails before failed lines are sent again: nothing of them leaves, and they failed as before', async () => {
  let isFailing = true;
  const lab = sendingBrowser(() => (isFailing ? fail(500) : OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(3));
  await finished(a, id);
  await ended(a);
  isFailing = false;
  await whileFailing('put', 'QuotaExceededError', async () => {
    await a.runner.sendAgain(id, 'refused');
    await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
    expect(lab.calls).toHaveLength(3);
    await a.kill();
  });
  const b = lab.openTab();
  await expect.poll(() => statesOf(b, id)).toEqual(['refused', 'refused', 'refused']);
  expect(await b.runner.sendAgain(id, 'refused')).toBe('running');
  await expect.poll(() => statesOf(b, id)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(lab.calls).toHaveLength(6);
});
