import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  detail,
  drawBoard,
  drawPart,
  fact,
  openCall,
  readingOf,
  row,
  setHidden,
  stopClock,
  watch,
  watchStopped,
} from './calls-kit.ts';

const switchNotifications = async (page: Page) => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Notify when calls end' }).click();
};

test.beforeEach(async ({ page }) => page.clock.install());

test('checks nothing while away, says what changed', async ({ page, signIn, context, strict }) => {
  strict.allow(/ERR_INTERNET_DISCONNECTED/);
  await signIn('/calls');
  const ended = 'asks-1-completed asks-1-failed';
  const reading = await watchStopped(page, `record-unknown record-zero sample-ended ${ended}`);
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-zero')).toContainText('In progress');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'asks-1-failed')).toContainText('In progress');

  await setHidden(page, true);
  await reading.run(60_000, 60_000);
  await page.clock.fastForward(5 * 60_000);
  expect(reading.ids).toHaveLength(5);
  const running = row(page, 'record-zero');
  const before = await running.boundingBox();
  await setHidden(page, false);
  const news = page.getByRole('status').filter({ hasText: /^While you were away \(since \d\d:\d\d\)/ });
  // The browser grants the lock to poll in its own time.
  await expect(async () => {
    await reading.run(100, 100);
    expect(reading.ids).toHaveLength(9);
  }).toPass();
  await drawPart(page, news.filter({ hasText: '2 ended, 1 of them failed.' }));
  await test.step('and shows it', async () => {
    await page.clock.resume();
    await expect.poll(() => running.boundingBox()).toEqual(before);
    await expectAccessible(page);
    await news.getByRole('button', { name: 'Show' }).click();
    await expect(news).toBeHidden();
    await expect(page).toHaveURL(/\/calls\?time=changed-\w+\.\.\w+$/);
    await expect(running).toBeHidden();
    await expect(page.locator('#calls-rows a')).toHaveCount(2);
    await page.goBack();
    await expect(running).toBeVisible();
    await stopClock(page);
  });

  await openCall(page, 'record-unknown');
  await expect(fact(page, 'Checked')).toContainText(/^\d s ago/);
  const online = reading.ids.length;
  await context.setOffline(true);
  await expect(page.getByText('This browser is offline.')).toBeVisible();
  await reading.run(103_000, 5000);
  // One call after 5, 10, 20, 30 and 30 s.
  expect(reading.ids.length).toBeLessThanOrEqual(online + 5);
  await expect(detail(page).getByText(/^on_hold at \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(fact(page, 'Checked')).toContainText('1 min ago');
  await expect(page.getByText('Checks paused')).toBeVisible();
  await detail(page).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Not checked: this browser is offline')).toBeVisible();
  const asked = reading.ids.length;
  await context.setOffline(false);
  await expect(page.getByText('This browser is offline.')).toBeHidden();
  await reading.run(1000, 500);
  expect(reading.ids).toHaveLength(asked + 2);

  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: /Calls.*2 being checked/ })).toBeVisible();
  await rail.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks/);
  await reading.run(6000, 6000);
  expect(reading.ids).toHaveLength(asked + 4);
});

test('checks once a minute while hidden, and notifies', async ({ page, signIn, context }) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    // Checks can come as early as this, and all together.
    Math.random = () => 0;
    class Told extends EventTarget {
      static answers = ['denied', 'granted'];
      static list: string[] = [];
      static open = 0;
      static requestPermission = async () => Told.answers.shift();
      constructor(title: string, { body }: NotificationOptions) {
        super();
        Told.list.push(`${title}: ${body?.split('\n').toSorted().join(' ')}`);
        Told.open += 1;
      }
      close() {
        Told.open -= 1;
      }
    }
    Object.assign(window, { Notification: Told });
  });
  const told = () => page.evaluate(() => Reflect.get(Notification, 'list') as string[]);
  const open = () => page.evaluate(() => Reflect.get(Notification, 'open') as number);
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  const ends = ['asks-1-completed-a', 'asks-1-completed-b', 'asks-1-failed'];
  const going = [...ends, 'sim-1s-running'];
  await watch(page, ['asks-0-completed', ...going].join(' '));
  await drawBoard(page);
  await reading.run(1000, 500);
  for (const id of going) await expect(row(page, id)).toContainText('In progress');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await switchNotifications(page);
  await expect(page.getByText('This browser doesn’t allow notifications here')).toBeVisible();
  await switchNotifications(page);
  await expect(page.getByText('You’ll be notified when calls end while this page is hidden')).toBeVisible();
  await page.getByRole('button', { name: /^More/ }).click();
  const notify = page.getByRole('button', { name: 'Notify when calls end' });
  await expect(notify).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(/^Calls · /);

  await setHidden(page, true);
  const from = reading.ids.length;
  await reading.run(58_000, 58_000);
  expect(reading.ids).toHaveLength(from);
  // In steps shorter than what shares one notification.
  await reading.run(6000, 1000);
  expect(reading.ids.slice(from).toSorted()).toEqual(going);
  await page.clock.runFor(3000);
  await expect.poll(told).toEqual([`2 calls completed, 1 call failed: ${ends.join(' ')}`]);
  await expect(page).toHaveTitle(/^\(1\) Calls · /);
  await reading.run(50_000, 50_000);
  expect(reading.ids).toHaveLength(from + 4);
  await setHidden(page, false);
  await expect(page).toHaveTitle(/^Calls · /);

  // They name calls, so they don’t outlast the session. The page stays, so that they can be looked at.
  expect(await open()).toBe(1);
  await page.clock.resume();
  await page.route(/\/logout|end_session|session\/end/, (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(open).toBe(0);
});
