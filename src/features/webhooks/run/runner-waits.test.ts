import { expect, test } from 'playwright/test';
import {
  begin,
  endBrowsers,
  ended,
  fail,
  finished,
  gate,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  sentTo,
  statesOf,
  statusOf,
} from './testing/runner-kit.ts';

// What a run waits for by itself: another token, and that its page stays.

test.afterEach(endBrowsers);

test('a 401 while the sign-in server is gone is a wait: nothing fails, and the next token lets the run go on', async () => {
  let isDown = true;
  const tokens = {
    freshToken: async () => (isDown ? 'old' : 'new'),
    renew: async () => (isDown ? ('unreachable' as const) : ('renewed' as const)),
  };
  const { openTab, calls, renew } = sendingBrowser(() => (isDown ? fail(401) : OK()), { tokens });
  const tab = openTab();
  const id = await begin(tab, pairsOf(20));
  await expect.poll(() => tab.runner.awaitsToken()).toBe(true);
  await expect.poll(async () => (await runOf(tab, id))?.counts).toMatchObject({ queued: 20, refused: 0 });
  expect(await runOf(tab, id)).toMatchObject({ status: 'running' });
  expect(calls.length).toBeLessThanOrEqual(4);
  const turnedAway = calls.length;
  // A sign-in that brings no end to it, and one that does.
  renew();
  await expect.poll(() => calls.length).toBeGreaterThan(turnedAway);
  await expect.poll(() => tab.runner.awaitsToken()).toBe(true);
  isDown = false;
  renew();
  await finished(tab, id);
  expect(await runOf(tab, id)).toMatchObject({ counts: { accepted: 20 } });
  expect(tab.runner.awaitsToken()).toBe(false);
});

test('a run that waits for the sign-in server can be paused, and called off', async () => {
  const tokens = { freshToken: async () => 'old', renew: async () => 'unreachable' as const };
  const { openTab } = sendingBrowser(() => fail(401), { tokens });
  const tab = openTab();
  const id = await begin(tab, pairsOf(6));
  await expect.poll(() => tab.runner.awaitsToken()).toBe(true);
  tab.runner.pause(id);
  await ended(tab);
  expect(await runOf(tab, id)).toMatchObject({ status: 'paused', counts: { queued: 6 } });
  await tab.runner.cancel(id);
  expect(await runOf(tab, id)).toMatchObject({ status: 'finished', counts: { 'not-sent': 6 } });
});

/** Four requests are on their way when the page is left, and break off. */
const leftInTheMiddle = async () => {
  const wait = gate();
  let isCut = false;
  const lab = sendingBrowser(async () => {
    await wait.pass();
    if (isCut) throw new TypeError('NetworkError when attempting to fetch resource.');
    return OK();
  });
  const tab = lab.openTab();
  const id = await begin(tab, pairsOf(12));
  await expect.poll(() => wait.waiting()).toBe(4);
  lab.setLeaving(true);
  isCut = true;
  wait.letGo(4);
  // More than any answer takes from here to the run log.
  for (let turn = 0; turn < 20; turn += 1) await tab.runLog.runs();
  isCut = false;
  wait.open();
  return { lab, tab, id };
};

test('a page that is being left begins no line, and what broke off then is under way for the next one', async () => {
  const { lab, tab, id } = await leftInTheMiddle();
  expect(lab.calls).toHaveLength(4);
  expect(await runOf(tab, id)).toMatchObject({ counts: { sending: 4, queued: 8, unknown: 0 } });
  await tab.kill();
  lab.setLeaving(false);
  const next = lab.openTab();
  await expect.poll(() => statusOf(next, id)).toBe('paused');
  const record = await next.runLog.open(id);
  const lost = Array.from({ length: 12 }, (_, index) => record?.line(index)).filter(
    (line) => line?.problem === 'lost',
  );
  expect(lost).toHaveLength(4);
  expect(await runOf(next, id)).toMatchObject({ counts: { unknown: 4, queued: 8 } });
  expect(await next.runner.resume(id)).toBe('running');
  await finished(next, id);
  expect(new Set(sentTo(lab.calls)).size).toBe(12);
  expect(lab.calls).toHaveLength(12);
});

test('a page that stays after all goes on, and what broke off is unknown', async () => {
  const { lab, tab, id } = await leftInTheMiddle();
  lab.setLeaving(false);
  await finished(tab, id);
  const states = await statesOf(tab, id);
  expect(states.filter((state) => state === 'unknown')).toHaveLength(4);
  expect(states.filter((state) => state === 'accepted')).toHaveLength(8);
  expect(lab.calls).toHaveLength(12);
});
