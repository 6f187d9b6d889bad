import { expect, test } from 'playwright/test';
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
  webhookOf,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

for (const [name, first] of [
  ['429', () => fail(429, { 'Retry-After': '0' })],
  ['503 with Retry-After', () => fail(503, { 'Retry-After': '0' })],
] as const) {
  test(`${name} is repeated by itself, since it was turned away`, async () => {
    let isFirst = true;
    const { openTab, calls } = sendingBrowser((call) => {
      if (webhookOf(call) !== 'wh-1' || !isFirst) return OK();
      isFirst = false;
      return first();
    });
    const tab = openTab();
    const id = await begin(tab, pairsOf(8));
    await finished(tab, id);
    expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 8 } });
    expect((await tab.runLog.open(id))?.line(1)).toMatchObject({ state: 'accepted', sent: 2 });
    expect(calls).toHaveLength(9);
  });
}

test('a line that is turned away again and again is given up after five repetitions', async () => {
  const { openTab, calls } = sendingBrowser((call) =>
    webhookOf(call) === 'wh-1' ? fail(429, { 'Retry-After': '0' }) : OK(),
  );
  const tab = openTab();
  const id = await begin(tab, pairsOf(30));
  await finished(tab, id);
  expect((await tab.runLog.open(id))?.line(1)).toMatchObject({ state: 'refused', status: 429, sent: 6 });
  expect(calls).toHaveLength(35);
});

test('a service that turns everything away makes no line fail: the run stands still and asks', async () => {
  let isMended = false;
  const { openTab, calls } = sendingBrowser(() => (isMended ? OK() : fail(429, { 'Retry-After': '0' })));
  const tab = openTab();
  const id = await begin(tab, pairsOf(6));
  await ended(tab);
  const run = await runOf(tab, id);
  expect(run).toMatchObject({
    status: 'paused',
    pause: { why: 'failures', failures: { areTurnedAway: true } },
    counts: { queued: 6, refused: 0, sending: 0 },
  });
  expect((await tab.runLog.open(id))?.line(0)).toMatchObject({ state: 'queued', status: 429 });
  expect(calls.length).toBeLessThanOrEqual(24);
  isMended = true;
  expect(await tab.runner.resume(id)).toBe('running');
  await expect.poll(async () => (await runOf(tab, id))?.counts.accepted).toBe(6);
});

test('while the service asks to be left alone nothing leaves, and nothing counts as being sent', async () => {
  const { openTab, calls, service } = sendingBrowser((call) =>
    webhookOf(call) === 'wh-0' ? fail(429, { 'Retry-After': '3600' }) : OK(),
  );
  const tab = openTab();
  const id = await begin(tab, pairsOf(20));
  await expect.poll(async () => (await runOf(tab, id))?.counts).toMatchObject({ sending: 0, accepted: 3 });
  expect(service.queue.store.getState().heldUntil).toBeGreaterThan(performance.now());
  expect(calls).toHaveLength(4);
  expect(await runOf(tab, id)).toMatchObject({ status: 'running', counts: { queued: 17 } });
  tab.runner.pause(id);
  await ended(tab);
});
