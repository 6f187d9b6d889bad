import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { drawBoard, proxyService, readingOf, row, setHidden, stopClock, watch } from './calls-kit.ts';

const switchNotifications = async (page: Page) => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Notify when calls end' }).click();
};

test.beforeEach(async ({ page }) => page.clock.install());

test('checks what is due on coming back', async ({ page, signIn, configure, context }) => {
  test.slow();
  // Each call is due as long after its check as the others.
  await page.addInitScript(() => void (Math.random = () => 0.5));
  await configure({ api: { maxRequestsPerSecond: 2, baseUrl: '' } });
  await proxyService(page);
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => `sim-1s-running-${letter}`);
  // Apart, so that their order is known, and all before the first is due again after 5 s; the last one stays open.
  for (const id of ids) {
    await watch(page, id);
    if (id === ids[0]) await drawBoard(page);
    await reading.run(800, 400);
    await expect(row(page, id)).toContainText('In progress');
  }
  const inOrder = [ids[4], ...ids.slice(0, 4)];

  /** How many calls were checked at once after `comeBack`, and after each half second. */
  const paceOf = async (comeBack: () => Promise<void>) => {
    const from = reading.ids.length;
    await comeBack();
    const counts: number[] = [];
    // The browser grants the lock to poll in its own time.
    await expect(async () => {
      await reading.run(10, 10);
      expect(reading.ids.length).toBeGreaterThan(from);
    }).toPass();
    for (const ms of [0, 500, 600, 500, 600]) {
      await reading.run(ms, ms);
      counts.push(reading.ids.length - from);
    }
    return { counts, asked: reading.ids.slice(from) };
  };
  await setHidden(page, true);
  const before = reading.ids.length;
  await reading.run(120_000, 60_000);
  expect(reading.ids).toHaveLength(before);
  const looking = await paceOf(() => setHidden(page, false));
  expect(looking).toEqual({ counts: [2, 2, 4, 4, 5], asked: inOrder });

  await context.setOffline(true);
  await expect(page.getByText('This browser is offline.')).toBeVisible();
  await reading.run(120_000, 60_000);
  expect(reading.ids).toHaveLength(before + 5);
  const back = await paceOf(async () => {
    await context.setOffline(false);
    await expect(page.getByText('This browser is offline.')).toBeHidden();
  });
  expect(back.counts).toEqual([2, 2, 4, 4, 5]);
  expect(back.asked.toSorted()).toEqual(ids);
});

test('checks once a minute while hidden, and notifies', async ({ page, signIn, context }) => {
  test.slow();
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    // Checks can come as early as this.
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
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  const ends = ['asks-2-completed-a', 'asks-2-completed-b', 'asks-2-failed'];
  const going = [...ends, 'asks-4-busy', 'sim-1s-running'];
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
  /** The steps of 5 s in which each call was checked. */
  const steps = new Map<string, number[]>();
  for (let step = 1; reading.ids.length < from + 10 && step < 30; step += 1) {
    expect(await told()).toEqual([]);
    const before = reading.ids.length;
    // In steps shorter than what shares one notification.
    await reading.run(5000, 1000);
    for (const id of reading.ids.slice(before)) steps.set(id, [...(steps.get(id) ?? []), step]);
  }
  expect([...steps.keys()].toSorted()).toEqual(going);
  for (const [first = 0, second = 0] of steps.values()) {
    expect(first * 5).toBeGreaterThanOrEqual(60);
    expect((second - first) * 5).toBeGreaterThanOrEqual(60);
  }
  await page.clock.runFor(3000);
  await expect.poll(told).toEqual([`2 calls completed, 1 call failed: ${ends.join(' ')}`]);
  await expect(page).toHaveTitle(/^\(1 failed\) Calls · /);

  await setHidden(page, false);
  await expect(page).toHaveTitle(/^Calls · /);
  // Each running call is checked once in this time.
  await reading.run(2000, 1000);

  // Hidden again: only calls that end from now on count.
  await setHidden(page, true);
  await page.clock.runFor(1000);
  await reading.run(66_000, 11_000);
  await expect(page).toHaveTitle(/^\(1\) Calls · /);
  await page.clock.runFor(3000);
  await expect.poll(async () => (await told()).slice(1)).toEqual(['1 call busy: asks-4-busy']);
  await setHidden(page, false);
  await expect(page).toHaveTitle(/^Calls · /);

  // They name calls, so they don’t outlast the session. The page stays, so that they can be looked at.
  const open = () => page.evaluate(() => Reflect.get(Notification, 'open') as number);
  expect(await open()).toBe(2);
  await page.clock.resume();
  await page.route(/\/logout|end_session|session\/end/, (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(open).toBe(0);
});
