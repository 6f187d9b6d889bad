import { expect, test } from 'playwright/test';
import {
  begin,
  endBrowsers,
  fail,
  gate,
  ended,
  finished,
  gatedBrowser,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  statusOf,
  underWay,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

const standing = async (count: number) => {
  const lab = await underWay(count);
  lab.tab.runner.pause(lab.id);
  lab.answers.letGo(4);
  await ended(lab.tab);
  return lab;
};

test('two presses of one button are one word', async () => {
  const { openTab, calls } = sendingBrowser(() => fail(500));
  const tab = openTab();
  const id = await begin(tab, pairsOf(3));
  await ended(tab);
  const both = await Promise.all([tab.runner.sendAgain(id, 'refused'), tab.runner.sendAgain(id, 'refused')]);
  expect(both).toEqual(['running', 'busy']);
  await ended(tab);
  expect(calls).toHaveLength(6);
});

test('the same word in two tabs sends once: the later one finds that the run has changed', async () => {
  const { openTab, calls } = sendingBrowser(() => {
    throw new TypeError('Failed to fetch');
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(3));
  await ended(tab);
  const other = openTab();
  expect((await runOf(other, id))?.counts.unknown).toBe(3);
  const both = await Promise.all([
    tab.runner.sendAgain(id, 'unknown'),
    other.runner.sendAgain(id, 'unknown'),
  ]);
  expect(both.toSorted()).not.toEqual(['running', 'running']);
  await finished(tab, id);
  await finished(other, id);
  expect(calls).toHaveLength(6);
});

test('after Resume, Resume and Pause the run stands still', async () => {
  const { tab, id, answers, calls } = await standing(20);
  const both = Promise.all([tab.runner.resume(id), tab.runner.resume(id)]);
  await expect.poll(() => answers.waiting()).toBe(4);
  tab.runner.pause(id);
  answers.letGo(4);
  expect(await both).toContain('running');
  await ended(tab);
  expect(await statusOf(tab, id)).toBe('paused');
  expect(calls).toHaveLength(8);
});

for (const [word, status] of [
  ['pause', 'paused'],
  ['cancel', 'finished'],
] as const) {
  test(`of Resume and a later ${word}, while the last answers are to come, the later word counts`, async () => {
    const { tab, id, answers, calls } = await underWay(20);
    tab.runner.pause(id);
    const resuming = tab.runner.resume(id);
    await tab.runner[word](id);
    answers.letGo(4);
    expect(await resuming).toBe('changed');
    expect(await statusOf(tab, id)).toBe(status);
    expect((await runOf(tab, id))?.cancelledAt !== undefined).toBe(word === 'cancel');
    expect(calls).toHaveLength(4);
  });
}

test('a run that stands still is called off also while another one is sent', async () => {
  const { tab, id, answers } = await standing(8);
  const other = await begin(tab, pairsOf(8));
  await expect.poll(() => answers.waiting()).toBe(4);
  await tab.runner.cancel(id);
  expect(await runOf(tab, id)).toMatchObject({ status: 'finished', counts: { 'not-sent': 4 } });
  answers.open();
  await finished(tab, other);
  expect(await runOf(tab, other)).toMatchObject({ counts: { accepted: 8 } });
});

test('a run that is over stays as it is, whatever is asked of it', async () => {
  const { openTab, browser, calls } = sendingBrowser(() => OK());
  const tab = openTab();
  const id = await begin(tab, pairsOf(3));
  await ended(tab);
  const before = await runOf(tab, id);
  browser.tick(3_600_000);
  await tab.runner.cancel(id);
  await tab.runner.resume(id);
  await tab.runner.sendAgain(id, 'refused');
  expect(await runOf(tab, id)).toEqual(before);
  expect(calls).toHaveLength(3);
});

test('what was called off stays so when failed lines alone are sent again', async () => {
  const answers = gate();
  let isMended = false;
  const { openTab } = sendingBrowser(async () => {
    await answers.pass();
    return isMended ? OK() : fail(500);
  });
  const tab = openTab();
  const id = await begin(tab, pairsOf(9));
  await expect.poll(() => answers.waiting()).toBe(4);
  await tab.runner.cancel(id);
  answers.open();
  await ended(tab);
  const cancelledAt = (await runOf(tab, id))?.cancelledAt;
  isMended = true;
  await tab.runner.sendAgain(id, 'refused');
  await ended(tab);
  expect(await runOf(tab, id)).toMatchObject({ cancelledAt, counts: { accepted: 4, 'not-sent': 5 } });
  await tab.runner.sendAgain(id, 'not-sent');
  await ended(tab);
  expect((await runOf(tab, id))?.cancelledAt).toBeUndefined();
});

test('a clock that is put on by an hour makes no hour of sending', async () => {
  const { tab, id, answers, browser } = await underWay(6);
  browser.tick(3_600_000);
  answers.open();
  await finished(tab, id);
  expect((await runOf(tab, id))?.activeMs).toBeLessThan(60_000);
});

test('tabs that are there already show each run that another one begins', async () => {
  const { answers, openTab } = gatedBrowser();
  const [tab, other] = [openTab(), openTab()];
  for (const count of [6, 5]) {
    const id = await begin(tab, pairsOf(count));
    await expect.poll(() => other.runner.current()?.record.run().id).toBe(id);
    expect(other.runner.current()?.isHere).toBe(false);
    while ((await statusOf(tab, id)) !== 'finished') {
      answers.letGo(4);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await ended(tab);
  }
});

test('whoever signs out during a run gets the answers that are to come, and the rest waits', async () => {
  const { tab, id, answers, calls } = await underWay(12);
  const leaving = tab.runner.leave();
  answers.letGo(4);
  await leaving;
  expect(await runOf(tab, id)).toMatchObject({
    status: 'paused',
    pause: { why: 'session' },
    counts: { accepted: 4, queued: 8, sending: 0, unknown: 0 },
  });
  expect(calls).toHaveLength(4);
});
