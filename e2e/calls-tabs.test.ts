import type { BrowserContext, Page } from 'playwright/test';
import { expect, storage, test } from './fixtures.ts';
import {
  detail,
  drawBoard,
  occupyStorage,
  openCall,
  readingOf,
  row,
  stopClock,
  turns,
  watch,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** Another tab of the same user, with its requests to the service. */
const openTab = async (context: BrowserContext, path = '/calls') => {
  const tab = await context.newPage();
  const reading = await readingOf(tab);
  await tab.goto(path);
  return { tab, reading };
};

/** The stopped clock. */
const now = (page: Page) => page.evaluate(() => Date.now());

test('checks in one of two tabs', { tag: '@story' }, async ({ page, signIn, context, serviceLog }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  const begun = await now(page);
  const ids = ['asks-2-completed', 'asks-2-failed', 'sim-1s-running'];
  await watch(page, ids.join(' '));
  await drawBoard(page);
  await first.run(500, 500);
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await first.run(1000, 1000);
  // The tab that was shown last polls.
  const { tab, reading } = await openTab(context);
  await drawBoard(tab);
  for (const id of ids) await expect(row(tab, id)).toContainText('In progress');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  const before = first.ids.length;

  await reading.run(16_000, 2000);
  for (const each of [page, tab]) {
    await expect(row(each, 'asks-2-completed')).toContainText('Completed');
    await expect(row(each, 'asks-2-failed')).toContainText('Failed');
    await expect(row(each, 'sim-1s-running')).toContainText('In progress');
  }
  expect(first.ids).toHaveLength(before);
  const asked = (await serviceLog()).map(({ query }) => query[0]?.[1]);
  expect(asked.filter((id) => id === 'asks-2-completed')).toHaveLength(3);
  expect(asked.filter((id) => id === 'asks-2-failed')).toHaveLength(3);
  const steady = asked.filter((id) => id === 'sim-1s-running').length;
  expect(steady).toBeGreaterThanOrEqual(3);
  expect(steady).toBeLessThanOrEqual(1 + Math.ceil(((await now(page)) - begun) / 4750));

  await test.step('a change in one shows in the other', async () => {
    await watch(page, 'asks-0-completed');
    await expect(row(tab, 'asks-0-completed')).toBeVisible();
    await reading.run(1500, 500);
    await expect(row(page, 'asks-0-completed')).toContainText('Completed');
    await openCall(page, 'asks-0-completed');
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await expect(row(tab, 'asks-0-completed')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(tab, 'asks-0-completed')).toContainText('Completed');
  });
  await test.step('the other continues if the one that checks is closed', async () => {
    await tab.close();
    await expect.poll(() => turns(page), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
    await first.run(6000, 6000);
    expect(new Set(first.ids.slice(before))).toEqual(new Set(['sim-1s-running']));
  });
});

test('keeps a call paused in a second tab', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running-a sim-1s-running-b');
  await drawBoard(page);
  await reading.run(500, 500);
  await openCall(page, 'sim-1s-running-a');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(page, 'sim-1s-running-a')).toContainText('Paused');
  await reading.run(1500, 500);
  await expect.poll(() => storage(page)).toContain('paused');
  const letGo = await occupyStorage(page);
  const second = await openTab(context, '/calls/sim-1s-running-a');
  // It renders although no saved call can be read, a moment later than usual.
  await expect(async () => {
    await second.tab.clock.runFor(50);
    await expect(detail(second.tab).getByRole('heading', { name: 'sim-1s-running-a Copy' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await expect(second.tab.getByText('Reading saved calls…')).toBeVisible();
  await letGo();
  await expect(second.tab.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  await expect.poll(() => turns(page)).toBe('1 asking, 1 waiting');
  const before = reading.ids.length;
  await second.reading.run(12_000, 3000);
  for (const each of [page, second.tab]) await expect(row(each, 'sim-1s-running-a')).toContainText('Paused');
  const asked = [...reading.ids.slice(before), ...second.reading.ids];
  expect(new Set(asked)).toEqual(new Set(['sim-1s-running-b']));

  // Undoing a pause undoes it in both tabs.
  await second.tab.getByRole('button', { name: 'Resume checks' }).click();
  await reading.run(500, 500);
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await expect(row(page, 'sim-1s-running-a')).not.toContainText('Paused');
});
