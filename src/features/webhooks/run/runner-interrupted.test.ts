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
  underWay,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

test('a session that has ended stops the run, with nothing lost; a 401 before is renewed once', async () => {
  let signedIn = true;
  let renewed = 0;
  const tokens = {
    freshToken: async () => (signedIn ? `token-${renewed}` : undefined),
    renew: async () => {
      renewed += 1;
      return 'renewed' as const;
    },
  };
  let asked = 0;
  const { openTab, calls } = sendingBrowser(
    () => {
      asked += 1;
      if (asked === 3) return fail(401);
      if (asked === 9) signedIn = false;
      return OK();
    },
    { tokens },
  );
  const tab = openTab();
  const id = await begin(tab, pairsOf(20));
  await ended(tab);
  const run = await runOf(tab, id);
  expect(run).toMatchObject({
    status: 'paused',
    pause: { why: 'session' },
    counts: { sending: 0, refused: 0 },
  });
  expect(renewed).toBe(1);
  const accepted = run?.counts.accepted ?? 0;
  expect(calls).toHaveLength(accepted + 1);
  signedIn = true;
  await tab.runner.resume(id);
  await expect.poll(async () => (await runOf(tab, id))?.counts.accepted).toBe(20);
  expect(calls).toHaveLength(21);
});

test('a line whose request was turned away with 401 and which was called off then says what came back', async () => {
  const renewing = gate();
  const tokens = {
    freshToken: async () => 'token-1',
    renew: async () => (await renewing.pass(), 'renewed' as const),
  };
  const { browser, openTab, calls } = sendingBrowser(() => fail(401), { tokens });
  const tab = openTab();
  const id = await begin(tab, pairsOf(6));
  await expect.poll(() => renewing.waiting()).toBe(4);
  await tab.runner.cancel(id);
  renewing.open();
  await finished(tab, id);
  expect(calls).toHaveLength(4);
  const record = await tab.runLog.open(id);
  expect(record?.run().counts).toMatchObject({ 'not-sent': 6 });
  expect(record?.line(0)).toMatchObject({ state: 'not-sent', sent: 1, status: 401 });
  expect(record?.line(5)).toMatchObject({ state: 'not-sent', sent: 0 });
  expect(record?.line(5)).not.toHaveProperty('status');
  const kept = await browser.openRunLog().open(id);
  expect(kept?.line(0)).toEqual(record?.line(0));
});

test('without a network nothing is lost, and the run goes on by itself when it is back', async () => {
  const { tab, id, answers, calls, setOnline } = await underWay(10);
  setOnline(false);
  answers.open();
  await expect.poll(async () => (await runOf(tab, id))?.counts).toMatchObject({ accepted: 4, queued: 6 });
  expect(calls).toHaveLength(4);
  setOnline(true);
  await finished(tab, id);
  expect(calls).toHaveLength(10);
});

test('another tab sees the run live, begins none beside it, and its pause is heard', async () => {
  const { tab: sender, id, answers, openTab, calls } = await underWay(20);
  const watcher = openTab();
  await expect.poll(() => watcher.runner.current()?.isHere).toBe(false);
  answers.letGo(3);
  await expect.poll(() => watcher.runner.current()?.record.run().counts.accepted).toBe(3);
  expect(await watcher.runner.begin({ operation: 'detach', source: '' }, pairsOf(2))).toBe('busy');
  expect(await watcher.runner.resume(id)).toBe('busy');
  watcher.runner.pause(id);
  await expect.poll(async () => (await runOf(sender, id))?.pause?.why).toBe('person');
  answers.open();
  await ended(watcher);
  expect(await runOf(watcher, id)).toMatchObject({ status: 'paused', counts: { sending: 0 } });
  const before = calls.length;
  // What is left may be sent by whichever tab the person is at.
  expect(await watcher.runner.resume(id)).toBe('running');
  await finished(watcher, id);
  await finished(sender, id);
  expect(calls).toHaveLength(20);
  expect(before).toBeLessThan(20);
});
