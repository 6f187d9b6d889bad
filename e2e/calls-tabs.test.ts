import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openCall, readingOf, row, setHidden, stopClock, turns, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** A further tab of the same person, with all that it asks the service. */
const openTab = async (context: BrowserContext) => {
  const tab = await context.newPage();
  const reading = await readingOf(tab);
  await tab.goto('/calls');
  return { tab, reading };
};

const tally = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: words, exact: true });

test(
  'of two tabs one asks and both show; what is added, paused and removed in one shows in the other',
  { tag: '@story' },
  async ({ page, signIn, context, serviceLog }) => {
    await signIn('/calls');
    const first = await readingOf(page);
    await stopClock(page);
    const ids = ['asks-3-completed', 'asks-3-failed', 'sim-1s-running'];
    await watch(page, ids.join(' '));
    await first.run(500, 500);
    for (const id of ids) await expect(row(page, id)).toContainText('In progress');
    const { tab, reading } = await openTab(context);
    for (const id of ids) await expect(row(tab, id)).toContainText('In progress');
    await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');

    await first.run(30_000, 2000);
    for (const each of [page, tab]) {
      await expect(row(each, 'asks-3-completed')).toContainText('Completed');
      await expect(row(each, 'asks-3-failed')).toContainText('Failed');
      await expect(row(each, 'sim-1s-running')).toContainText('In progress');
    }
    expect(reading.ids).toEqual([]);
    const asked = (await serviceLog()).map(({ query }) => query[0]?.[1]);
    expect(asked.filter((id) => id === 'asks-3-completed')).toHaveLength(4);
    expect(asked.filter((id) => id === 'asks-3-failed')).toHaveLength(4);
    const steady = asked.filter((id) => id === 'sim-1s-running').length;
    expect(steady).toBeGreaterThanOrEqual(5);
    expect(steady).toBeLessThanOrEqual(1 + Math.ceil(32_000 / 4750));

    // What the tab adds that does not ask is asked by the other.
    await watch(tab, 'asks-0-completed');
    await expect(row(page, 'asks-0-completed')).toBeVisible();
    await first.run(200, 100);
    await expect(row(page, 'asks-0-completed')).toContainText('Completed');
    await expect(row(tab, 'asks-0-completed')).toContainText('Completed');
    await tab.keyboard.press('Escape');
    await openCall(tab, 'sim-1s-running');
    await tab.getByRole('button', { name: 'Pause checks' }).click();
    await first.run(100, 100);
    await expect(row(page, 'sim-1s-running')).toContainText('Paused');
    const before = first.ids.length;
    await first.run(12_000, 6000);
    expect([first.ids.length, reading.ids]).toEqual([before, []]);
    await page.getByRole('button', { name: 'Resume all' }).click();
    await expect(tab.getByRole('button', { name: 'Pause checks' })).toBeVisible();
    await openCall(page, 'asks-3-failed');
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await first.run(100, 100);
    await expect(tally(tab, 'All 3')).toBeVisible();
    await expect(row(tab, 'asks-3-failed')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await first.run(100, 100);
    await expect(row(tab, 'asks-3-failed')).toContainText('Failed');

    // The tab that asks goes; the other takes its turn before any of the console's time has gone by.
    await page.close();
    await expect.poll(() => turns(tab), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
    await reading.run(6000, 6000);
    expect(reading.ids).toEqual(['sim-1s-running']);
  },
);

test('a wish to wait holds the other tab too; the tab that is looked at asks', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const told: string[] = [];
    class Told extends EventTarget {
      static told = told;
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        super();
        told.push(title);
      }
    }
    Object.assign(window, { Notification: Told });
  });
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running-a sim-1s-running-b');
  await first.run(500, 500);
  await expect(row(page, 'sim-1s-running-a')).toContainText('In progress');
  await expect(row(page, 'sim-1s-running-b')).toContainText('In progress');
  const { tab, reading } = await openTab(context);
  await expect(row(tab, 'sim-1s-running-b')).toContainText('In progress');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');

  await watch(page, 'once-fail-429-30s');
  await page.clock.runFor(100);
  for (const each of [page, tab]) {
    await expect(each.getByText('The service asked for fewer requests (429).')).toBeVisible();
    await expect(each.getByText('Checks paused', { exact: true })).toBeVisible();
  }
  // Also where the turn goes to the other meanwhile, and in a tab that comes later.
  await setHidden(page, true);
  await expect.poll(() => turns(tab)).toBe('1 asking, 0 waiting');
  const later = await openTab(context);
  await expect(later.tab.getByText('The service asked for fewer requests (429).')).toBeVisible();
  await expect(row(later.tab, 'sim-1s-running-a')).toContainText('In progress');
  await later.tab.close();
  const before = first.ids.length;
  await reading.run(28_000, 7000);
  expect([first.ids.length, reading.ids, later.reading.ids]).toEqual([before, [], []]);
  await reading.run(8000, 1000);
  expect(new Set(reading.ids)).toEqual(
    new Set(['sim-1s-running-a', 'sim-1s-running-b', 'once-fail-429-30s']),
  );
  expect(first.ids).toHaveLength(before);

  // With notifications a hidden tab asks too, but not while another is looked at.
  await setHidden(page, false);
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  await tab.getByRole('button', { name: /^More/ }).click();
  await tab.getByRole('button', { name: 'Notify when calls end' }).click();
  await watch(tab, 'asks-1-completed');
  await reading.run(1000, 500);
  await expect(row(page, 'asks-1-completed')).toContainText('In progress');
  await setHidden(tab, true);
  const since = reading.ids.length;
  // The turn is handed over in real time.
  await expect
    .poll(async () => {
      await first.run(2000, 1000);
      return new Set(first.ids.slice(before)).size;
    })
    .toBe(4);
  expect(reading.ids).toHaveLength(since);
  await expect(row(tab, 'asks-1-completed')).toContainText('Completed');
  // The end was seen where it was looked at.
  await tab.clock.runFor(3000);
  expect(await tab.evaluate(() => Reflect.get(Notification, 'told'))).toEqual([]);
  await setHidden(page, true);
  await setHidden(tab, false);
  const until = first.ids.length;
  const asked = async () => {
    await reading.run(3000, 1000);
    return new Set(reading.ids.slice(since)).size;
  };
  await expect.poll(asked).toBe(3);
  expect(first.ids).toHaveLength(until);
});
