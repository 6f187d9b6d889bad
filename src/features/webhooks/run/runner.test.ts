import { expect, test } from 'playwright/test';
import { findUnderWay } from './runner.ts';
import { readLastAccepted } from '#src/log/sent-pairs.ts';
import { fillStorage, putRows, readRunView, replaceMethod } from '#src/log/testing/log-kit.ts';
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
  webhookOf,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

/** Of whole stores, until it is stopped. */
const countReads = () => {
  let reads = 0;
  const mend = replaceMethod(
    IDBObjectStore.prototype,
    'getAll',
    (original) =>
      function count(this: unknown, ...given) {
        reads += 1;
        return original.apply(this, given);
      },
  );
  const stop = () => {
    mend();
    return reads;
  };
  return { count: () => reads, stop };
};

test('sends each pair once, at most four at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const { openTab, calls, held } = sendingBrowser(async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve));
    atOnce -= 1;
    return OK();
  });
  const tab = openTab();
  const pairs = pairsOf(30);
  const id = await begin(tab, pairs);
  expect(held()).toBe(1);
  await finished(tab, id);
  expect(sentTo(calls)).toEqual(pairs.map(({ webhookId }) => webhookId));
  expect(most).toBe(4);
  expect(await runOf(tab, id)).toMatchObject({ total: 30, counts: { accepted: 30, queued: 0, sending: 0 } });
  await ended(tab);
  expect(held()).toBe(0);
  await expect.poll(() => tab.runner.state.getState().open).toBeUndefined();
});

test('reads no other runs while it sends one', async () => {
  const { tab, id, answers } = await underWay(12);
  const reading = countReads();
  answers.letGo(4);
  await expect.poll(() => answers.waiting()).toBe(4);
  expect(reading.stop()).toBe(0);
  answers.open();
  await finished(tab, id);
});

test('writes a line before its request leaves', async () => {
  const seen: (string | undefined)[] = [];
  const { openTab, browser } = sendingBrowser(async (call) => {
    const other = browser.openTab();
    const row = await other
      .read((db) => db.getAll('rows'))
      .then((rows) => rows.find((one) => 'webhookId' in one && one.webhookId === webhookOf(call)));
    seen.push(row?.outcome);
    other.dispose();
    return OK();
  });
  const tab = openTab();
  await finished(tab, await begin(tab, pairsOf(9)));
  expect(seen).toEqual(Array.from({ length: 9 }, () => 'sending'));
});

test('stores what came back', async () => {
  const { openTab, calls } = sendingBrowser((call) => {
    const webhookId = webhookOf(call);
    if (webhookId === 'wh-1') return fail(400);
    if (webhookId === 'wh-2') throw new TypeError('Failed to fetch');
    if (webhookId === 'wh-3') return Response.json({ error: 'over quota' });
    return OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(4));
  await finished(tab, id);
  const { lines = [], run } = (await readRunView(tab.log, id)) ?? {};
  expect(lines).toMatchObject([
    { state: 'accepted', status: 200 },
    { state: 'refused', status: 400, message: 'not today' },
    { state: 'unknown', problem: 'network' },
    { state: 'accepted', withMessage: true, message: 'over quota' },
  ]);
  expect(run?.messages).toBe(1);
  expect(calls).toHaveLength(4);
});

test('pauses, and resumes with the rest', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  tab.runner.pause(id);
  answers.letGo(4);
  await ended(tab);
  expect(await runOf(tab, id)).toMatchObject({ status: 'paused', pause: { why: 'person' } });
  expect(calls).toHaveLength(4);
  answers.open();
  expect(await tab.runner.resume(id)).toEqual({ id });
  await finished(tab, id);
  expect(new Set(sentTo(calls)).size).toBe(12);
});

test('resumes once, however often it is asked', async () => {
  const { tab, id, answers, calls } = await underWay(8);
  tab.runner.pause(id);
  const resuming = [tab.runner.resume(id), tab.runner.resume(id)];
  answers.open();
  expect(await Promise.all(resuming)).toEqual([{ id }, { id }]);
  await finished(tab, id);
  expect(calls).toHaveLength(8);
});

test('goes on at once if resumed before the last answers', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  tab.runner.pause(id);
  answers.letGo(1);
  await expect.poll(async () => (await runOf(tab, id))?.counts.accepted).toBe(1);
  expect(calls).toHaveLength(4);
  expect(await tab.runner.resume(id)).toEqual({ id });
  await expect.poll(() => calls.length).toBe(5);
  expect(await runOf(tab, id)).toMatchObject({ status: 'running' });
  answers.open();
  await finished(tab, id);
  expect(new Set(sentTo(calls)).size).toBe(12);
});

test('sends nothing after a stop', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  const stopping = tab.runner.cancel(id);
  answers.open();
  await stopping;
  expect(calls).toHaveLength(4);
  expect((await statesOf(tab, id)).slice(4)).toEqual(Array.from({ length: 8 }, () => 'not-sent'));
  expect(await tab.runner.resume(id)).toBe('changed');
});

test('stops a paused run for good', async () => {
  const { tab, id, answers } = await underWay(12);
  tab.runner.pause(id);
  answers.open();
  await ended(tab);
  await tab.runner.cancel(id);
  expect(await runOf(tab, id)).toMatchObject({ status: 'finished', counts: { 'not-sent': 8, accepted: 4 } });
});

test('rejects a stop that storage refuses', async () => {
  const { tab, id, answers } = await underWay(12);
  tab.runner.pause(id);
  answers.open();
  await ended(tab);
  const makeRoom = fillStorage();
  await expect(tab.runner.cancel(id)).rejects.toThrow('Storage failed');
  makeRoom();
});

test('pauses after the first five outcomes', async () => {
  const { openTab, calls } = sendingBrowser(OK);
  const tab = openTab();
  const id = await begin(tab, pairsOf(12), { operation: 'attach', source: '', pauseAfter: 5 });
  await expect.poll(() => statusOf(tab, id)).toBe('paused');
  await ended(tab);
  expect(calls).toHaveLength(5);
  expect((await runOf(tab, id))?.pause).toMatchObject({ why: 'person', afterFirst: 5 });
  await tab.runner.resume(id);
  await finished(tab, id);
  expect(new Set(sentTo(calls)).size).toBe(12);
  expect(calls).toHaveLength(12);
});

test('resumes after a pause by hand during the last of the first', async () => {
  const { openTab, answers, calls } = gatedBrowser();
  const tab = openTab();
  const id = await begin(tab, pairsOf(6), { operation: 'attach', source: '', pauseAfter: 4 });
  await expect.poll(() => answers.waiting()).toBe(4);
  tab.runner.pause(id);
  answers.open();
  await ended(tab);
  expect(await tab.runner.resume(id)).toEqual({ id });
  await finished(tab, id);
  expect(calls).toHaveLength(6);
});

test('pauses after ten equal failures in a row', async () => {
  const { openTab, calls } = sendingBrowser(() => fail(500));
  const tab = openTab();
  const id = await begin(tab, pairsOf(60));
  await expect.poll(() => statusOf(tab, id)).toBe('paused');
  await ended(tab);
  expect((await runOf(tab, id))?.pause).toMatchObject({ why: 'failures', failures: { status: 500 } });
  expect(calls.length).toBeLessThanOrEqual(14);
});

test('sends a line again after a 429', async () => {
  const refused = new Set<string>();
  const { openTab, calls } = sendingBrowser((call) => {
    const id = webhookOf(call);
    if (refused.has(id)) return OK();
    refused.add(id);
    return fail(429, { 'Retry-After': '0' });
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(3));
  await finished(tab, id);
  expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 3 } });
  expect(calls).toHaveLength(6);
});

test('marks what a dead tab had under way as unknown', async () => {
  const { answers, openTab, calls } = gatedBrowser();
  const tab = openTab();
  const id = await begin(tab, pairsOf(12));
  await expect.poll(() => answers.waiting()).toBe(4);
  const next = openTab();
  await tab.kill();
  await expect.poll(() => statusOf(next, id)).toBe('paused');
  expect(await runOf(next, id)).toMatchObject({
    pause: { why: 'interrupted' },
    counts: { unknown: 4, queued: 8, sending: 0 },
  });
  answers.open();
  expect(await next.runner.resume(id)).toEqual({ id });
  await finished(next, id);
  expect(new Set(sentTo(calls)).size).toBe(calls.length);
});

test('lets another tab pause and resume, but not send', async () => {
  const { tab, id, answers, openTab, calls } = await underWay(12);
  const other = openTab();
  await expect.poll(() => findUnderWay(other.runner.state.getState())?.id).toBe(id);
  expect(await other.runner.resume(id)).toBe('elsewhere');
  expect(await other.runner.begin({ operation: 'attach', source: '' }, pairsOf(2))).toBe('busy');
  other.runner.pause(id);
  await expect.poll(() => statusOf(tab, id)).toBe('paused');
  answers.open();
  await ended(tab);
  expect(calls).toHaveLength(4);
  expect(await other.runner.resume(id)).toEqual({ id });
  await finished(other, id);
  expect(calls).toHaveLength(12);
});

test('lets another tab stop a run', async () => {
  const { id, answers, openTab, calls } = await underWay(12);
  const other = openTab();
  await expect.poll(() => findUnderWay(other.runner.state.getState())?.id).toBe(id);
  await other.runner.cancel(id);
  await expect.poll(async () => (await runOf(other, id))?.cancelledAt).toBeDefined();
  answers.open();
  await finished(other, id);
  expect(calls).toHaveLength(4);
});

/** Another tab's view of a run that was paused with four answers to come. */
const pausing = async () => {
  const lab = await underWay(12);
  const other = lab.openTab();
  lab.tab.runner.pause(lab.id);
  await expect.poll(() => other.runner.state.getState().open?.status).toBe('paused');
  return { ...lab, other };
};

test('lets another tab stop a run that waits for its last answers', async () => {
  const { tab, id, answers, other, calls } = await pausing();
  await other.runner.cancel(id);
  answers.open();
  await ended(tab);
  expect(await runOf(tab, id)).toMatchObject({ status: 'finished', counts: { 'not-sent': 8, accepted: 4 } });
  expect(calls).toHaveLength(4);
});

test('settles a run whose tab died while it paused', async () => {
  const { tab, id, other } = await pausing();
  await tab.kill();
  await expect.poll(async () => (await runOf(other, id))?.counts).toMatchObject({ sending: 0, unknown: 4 });
});

test('another tab waits for the last answers before a sign-out', async () => {
  const { answers, other } = await pausing();
  let isOver = false;
  const over = other.runner.pauseForSignOut().then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isOver).toBe(false);
  answers.open();
  await over;
});

test('waits for nothing at a sign-out once storage failed', async () => {
  const { tab, answers } = await underWay(4);
  const makeRoom = fillStorage();
  answers.open();
  await expect.poll(() => tab.runner.state.getState().phase).toBe('failed');
  makeRoom();
  await tab.runner.pauseForSignOut();
});

test('tries once to settle a run that can’t be read', async () => {
  const { tab, openTab, id } = await underWay(4);
  await putRows('lists', { run: id, lines: [] });
  await tab.kill();
  const reading = countReads();
  openTab();
  await expect.poll(reading.count).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reading.stop()).toBeLessThan(10);
});

test('a line that is sent again counts as sent then', async () => {
  let isRefused = false;
  const { openTab } = sendingBrowser(() => {
    if (isRefused) return OK();
    isRefused = true;
    return fail(503, { 'Retry-After': '1' });
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(1));
  await expect.poll(async () => (await statesOf(tab, id))[0]).toBe('queued');
  const [pair] = pairsOf(1);
  if (!pair) return;
  await tab.log.close(await tab.log.record({ operation: 'detach', ...pair }), { outcome: 'accepted' });
  await finished(tab, id);
  expect(await tab.log.read((db) => readLastAccepted(db, pair))).toMatchObject({ operation: 'attach' });
  expect(await tab.log.read((db) => db.count('rows'))).toBe(2);
});

test('keeps the lock when storage fails', async () => {
  const { tab, id, answers, openTab, calls } = await underWay(12);
  const makeRoom = fillStorage();
  answers.letGo(2);
  await expect.poll(() => tab.runner.state.getState().phase).toBe('failed');
  answers.open();
  await expect.poll(() => tab.runner.state.getState().own?.run.counts.accepted).toBe(4);
  makeRoom();
  const other = openTab();
  await expect.poll(() => findUnderWay(other.runner.state.getState())?.id).toBe(id);
  expect(await other.runner.resume(id)).toBe('elsewhere');
  expect(calls).toHaveLength(4);

  await tab.kill();
  await expect.poll(async () => (await runOf(other, id))?.counts).toMatchObject({ unknown: 4, queued: 8 });
  expect(await other.runner.resume(id)).toEqual({ id });
  await finished(other, id);
  expect(new Set(sentTo(calls)).size).toBe(calls.length);
});

test('begins no run after storage refused one, until a reload', async () => {
  const { openTab, calls } = sendingBrowser(OK);
  const tab = openTab();
  await tab.log.inMemory();
  const makeRoom = fillStorage();
  expect(await tab.runner.begin({ operation: 'attach', source: '' }, pairsOf(2))).toBe('unwritten');
  makeRoom();
  expect(await tab.runner.begin({ operation: 'attach', source: '' }, pairsOf(2))).toBe('unwritten');
  await tab.kill();
  const reloaded = openTab();
  await finished(reloaded, await begin(reloaded, pairsOf(2)));
  expect(calls).toHaveLength(2);
});

test('does not send a line with a damaged row again', async () => {
  const { tab, id, answers, calls } = await underWay(6);
  tab.runner.pause(id);
  answers.open();
  await ended(tab);
  const [row] = await tab.log.read((db) => db.getAll('rows'));
  await putRows('rows', { ...row, outcome: 'lost in space' });
  expect((await statesOf(tab, id))[0]).toBe('unknown');
  expect(await tab.runner.resume(id)).toEqual({ id });
  await finished(tab, id);
  expect(new Set(sentTo(calls)).size).toBe(calls.length);
});

test('sends although the browser says that it is offline', async () => {
  const { openTab, setOnline } = sendingBrowser(OK, { platform: { findsConnection: async () => true } });
  setOnline(false);
  const tab = openTab();
  await finished(tab, await begin(tab, pairsOf(3)));
});

test('a 503 with Retry-After holds the run, not the queue', async () => {
  let asked = 0;
  const { openTab, service, calls } = sendingBrowser(() => {
    asked += 1;
    return asked === 1 ? fail(503, { 'Retry-After': '1' }) : OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(8));
  await expect.poll(() => tab.runner.waitMs() ?? 0).toBeGreaterThan(500);
  expect(calls.length).toBeLessThanOrEqual(4);
  expect(service.queue.store.getState()).toMatchObject({ waitUntil: undefined, perSecond: 1000 });
  await finished(tab, id);
  expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 8 } });
});

test('sends nothing while offline or leaving', async () => {
  const { openTab, calls, setOnline, setLeaving } = sendingBrowser(OK);
  setOnline(false);
  const tab = openTab();
  const id = await begin(tab, pairsOf(3));
  await expect.poll(() => statusOf(tab, id)).toBe('running');
  setLeaving(true);
  setOnline(true);
  expect(calls).toHaveLength(0);
  setLeaving(false);
  await finished(tab, id);
  expect(calls).toHaveLength(3);
});
