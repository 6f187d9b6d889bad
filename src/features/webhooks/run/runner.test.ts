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
  sentTo,
  statesOf,
  statusOf,
  underWay,
  webhookOf,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

test('every pair is sent once, at most four at a time, and the run is finished then', async () => {
  let atOnce = 0;
  let most = 0;
  const { openTab, calls, progress, held } = sendingBrowser(async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve));
    atOnce -= 1;
    return OK();
  });
  const tab = openTab();
  const pairs = pairsOf(30);
  const id = await begin(tab, pairs);
  expect(tab.runner.current()?.isHere).toBe(true);
  expect(held()).toBe(1);
  await finished(tab, id);
  expect(sentTo(calls)).toEqual(pairs.map(({ webhookId }) => webhookId));
  expect(most).toBe(4);
  expect(await runOf(tab, id)).toMatchObject({ total: 30, counts: { accepted: 30, queued: 0, sending: 0 } });
  await ended(tab);
  expect(held()).toBe(0);
  expect(progress.at(-1)).toBeUndefined();
});

test('a line is in the run log as being sent before its request leaves', async () => {
  const seen: (string | undefined)[] = [];
  const { openTab, browser } = sendingBrowser(async (call) => {
    const others = browser.openRunLog();
    const [run] = await others.runs();
    const record = run && (await others.open(run.id));
    seen.push(record?.line(Number(webhookOf(call).slice(3))).state);
    others.dispose();
    return OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(9));
  await finished(tab, id);
  expect(seen).toEqual(Array.from({ length: 9 }, () => 'sending'));
});

test('what came back is in the run log: accepted, refused with the words of the service, unknown', async () => {
  const { openTab, calls } = sendingBrowser((call) => {
    const webhookId = webhookOf(call);
    if (webhookId === 'wh-1') return fail(400);
    if (webhookId === 'wh-2') throw new TypeError('Failed to fetch');
    // A bare 503 holds all that comes after it, and is not repeated.
    if (webhookId === 'wh-5') return fail(503);
    return webhookId === 'wh-4' ? fail(504) : OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(6));
  await finished(tab, id);
  const record = await tab.runLog.open(id);
  expect(record?.line(1)).toMatchObject({ state: 'refused', status: 400, words: 'not today', sent: 1 });
  expect(record?.line(2)).toMatchObject({ state: 'unknown', problem: 'network', sent: 1 });
  expect(record?.line(5)).toMatchObject({ state: 'refused', status: 503, sent: 1 });
  expect(record?.line(4)).toMatchObject({ state: 'unknown', status: 504, sent: 1 });
  expect(record?.run().counts).toMatchObject({ accepted: 2, refused: 2, unknown: 2 });
  // None of them was repeated.
  expect(calls).toHaveLength(6);
});

test('ten failures alike in a row stop the run and ask; others do not', async () => {
  let status = 500;
  const { openTab, calls } = sendingBrowser((call) => {
    const number = Number(webhookOf(call).slice(3));
    if (number < 12) return fail(number % 2 === 0 ? 500 : 400);
    return number < 40 ? fail(status) : OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(60));
  await expect.poll(() => statusOf(tab, id)).toBe('paused');
  expect((await runOf(tab, id))?.pause).toMatchObject({ why: 'failures', failures: { status: 500 } });
  await ended(tab);
  const asked = calls.length;
  expect(asked).toBeGreaterThanOrEqual(22);
  expect(asked).toBeLessThanOrEqual(22 + 4);
  status = 200;
  expect(await tab.runner.resume(id)).toBe('running');
  await finished(tab, id);
  expect(calls).toHaveLength(60);
  expect((await runOf(tab, id))?.pause).toBeUndefined();
});

test('a pause waits for what is on its way; going on sends the rest, and nothing twice', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  tab.runner.pause(id);
  expect(await runOf(tab, id)).toMatchObject({ status: 'paused', pause: { why: 'person' } });
  answers.letGo(4);
  await ended(tab);
  expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 4, queued: 8, sending: 0 } });
  expect(calls).toHaveLength(4);
  answers.open();
  expect(await tab.runner.resume(id)).toBe('running');
  await finished(tab, id);
  expect(new Set(sentTo(calls)).size).toBe(12);
  expect(calls).toHaveLength(12);
});

test('whoever goes on before the last answers are in waits for them, and is not turned down', async () => {
  const { tab, id, answers, calls } = await underWay(8);
  tab.runner.pause(id);
  const resuming = tab.runner.resume(id);
  answers.open();
  expect(await resuming).toBe('running');
  await finished(tab, id);
  expect(calls).toHaveLength(8);
});

test('failed and unknown lines are sent again only by the person’s word, each with its history', async () => {
  let isMended = false;
  const { openTab, calls } = sendingBrowser((call) => {
    if (isMended) return OK();
    if (webhookOf(call) === 'wh-1') return fail(500);
    if (webhookOf(call) === 'wh-2') throw new TypeError('Failed to fetch');
    return OK();
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(4));
  await ended(tab);
  isMended = true;
  await tab.runner.sendAgain(id, 'refused');
  await expect.poll(async () => (await runOf(tab, id))?.counts).toMatchObject({ accepted: 3, unknown: 1 });
  await ended(tab);
  await tab.runner.sendAgain(id, 'unknown');
  await expect.poll(() => statesOf(tab, id)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  const record = await tab.runLog.open(id);
  expect(record?.line(1)).toMatchObject({ sent: 2, before: [{ state: 'refused', status: 500 }] });
  expect(record?.line(2)).toMatchObject({ sent: 2, before: [{ state: 'unknown' }] });
  expect(calls).toHaveLength(6);
});
