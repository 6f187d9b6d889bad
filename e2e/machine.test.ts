import type { Page } from 'playwright/test';
import { begin, expectOnce, holdWrites, lineStates, sentByAll, states, webhooks } from './bulk-books-kit.ts';
import { button, heading, key, now } from './bulk-kit.ts';
import { detail, openCall, readingOf, row, stopClock, turns, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

// What computers and browsers do to a page: sleep, freeze it, set the clock back, run out of room.

const HOUR = 3_600_000;

/** The wall clock jumps; timers and the monotonic clock stand still meanwhile, as while a computer sleeps. */
const jump = async (page: Page, ms: number) => {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + ms);
};

/** The computer wakes up: the page is shown again. */
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('after a night’s sleep checks go on with a new token, each call once, and what was on its way is unknown and not sent again', async ({
  page,
  context,
  signIn,
  serviceLog,
}) => {
  await page.clock.install();
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running');
  await reading.run(500, 500);
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  const before = (await serviceLog()).at(-1)?.tokenId;
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Webhooks/ })
    .click();
  await page.getByRole('link', { name: 'Bulk' }).click();
  const all = webhooks(8);
  await begin(page, all);
  await expect.poll(() => sent.length).toBe(4);

  await jump(page, 8 * HOUR);
  await wake(page);
  // Connections do not outlive a night.
  await gate.drop(4);
  await gate.open();
  await page.clock.runFor(2000);
  await expect(heading(page, /^Finished: 4 of 8 attached/)).toBeVisible();
  await expect.poll(() => lineStates(page)).toEqual(states([4, 'Unknown'], [4, 'Attached']));
  expect(sent.toSorted()).toEqual(all);
  expectOnce(await serviceLog(), { attached: all.slice(4), unknown: all.slice(0, 4) });

  const asked = reading.ids.length;
  await reading.run(5000, 1000);
  expect(reading.ids.length - asked).toBeGreaterThanOrEqual(1);
  expect(reading.ids.length - asked).toBeLessThanOrEqual(2);
  const last = (await serviceLog()).at(-1);
  expect(last?.answer).toBe(200);
  expect(last?.tokenId).not.toBe(before);
});

test('the clock is set back by a day: checks go on, ages and times stay in order, and the session lasts', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running');
  await reading.run(500, 500);
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  await jump(page, -24 * HOUR);
  await wake(page);
  const before = reading.ids.length;
  await reading.run(16_000, 1000);
  expect(reading.ids.length - before).toBeGreaterThanOrEqual(3);
  expect(reading.ids.length - before).toBeLessThanOrEqual(4);
  await openCall(page, 'sim-1s-running');
  await expect(
    detail(page)
      .getByText(/\d s ago/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/-\d|in 2[34] h|in 1 d|NaN/)).toHaveCount(0);
  await expect(page.getByText('Your session has ended.')).toBeHidden();
});

test('the tab that checks is frozen by the browser: another one goes on, and once it wakes both ask no more than one', async ({
  page,
  context,
  signIn,
  configure,
}) => {
  const config = await configure({ calls: { checkSeconds: 1 } });
  await context.route('/config.json', (route) => route.fulfill({ json: config }));
  await signIn('/calls');
  await watch(page, 'sim-1s-running');
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  const tab = await context.newPage();
  const asked: string[] = [];
  tab.on('request', (request) => request.url().includes('/call_status?') && asked.push(request.url()));
  await tab.goto('/calls');
  await expect(row(tab, 'sim-1s-running')).toContainText('In progress');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
});

test('a disk that is really full: the run pauses before it sends what it can’t write down, and goes on once there is room', async ({
  page,
  context,
  signIn,
  serviceLog,
}) => {
  await signIn('/webhooks/bulk');
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  const all = webhooks(16);
  await begin(page, all);
  await gate.release(4);
  await expect(key(page, 'Attached 4')).toBeVisible();
  await expect.poll(() => sent.length).toBe(8);
  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await gate.release(4);
  await expect(heading(page, 'Paused: 16 pairs')).toBeVisible();
  await expect(now(page)).toContainText('This browser’s storage took no more');
  expect(sent).toHaveLength(8);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  await gate.open();
  await button(page, 'Retry').click();
  await expect(heading(page, 'Finished: 16 of 16 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(all.toSorted());
  expectOnce(await serviceLog(), { attached: all, unknown: [] });
});
