import type { Page } from 'playwright/test';
import { expect, storage, test } from './fixtures.ts';
import {
  detail,
  drawBoard,
  drawPart,
  holdStorage,
  openCall,
  readingOf,
  row,
  stopClock,
  turns,
  watch,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** The stopped clock. */
const now = (page: Page) => page.evaluate(() => Date.now());

test('checks in one of two tabs', { tag: '@story' }, async ({ page, signIn, context, serviceLog }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  const begun = await now(page);
  const ids = ['asks-2-completed', 'asks-2-failed', 'sim-1s-running'];
  const paused = 'sim-1s-running-paused';
  await watch(page, [...ids, paused].join(' '));
  await drawBoard(page);
  await first.run(500, 500);
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await openCall(page, paused);
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(page, paused)).toContainText('Paused');
  await first.run(1000, 1000);
  await expect.poll(() => storage(page)).toContain('paused');

  const tab = await context.newPage();
  const letGo = await holdStorage(tab);
  const reading = await readingOf(tab);
  await tab.goto(`/calls/${paused}`);
  // It renders although no saved call can be read, a moment later than usual.
  await drawPart(tab, detail(tab).getByRole('heading', { name: `${paused} Copy` }));
  await expect(tab.getByText('Reading saved calls…')).toBeVisible();
  await letGo();
  await expect(tab.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  for (const id of ids) await expect(row(tab, id)).toContainText('In progress');
  // The tab that was shown last polls.
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  const before = first.ids.length;

  await reading.run(16_000, 2000);
  for (const each of [page, tab]) {
    await expect(row(each, 'asks-2-completed')).toContainText('Completed');
    await expect(row(each, 'asks-2-failed')).toContainText('Failed');
    await expect(row(each, 'sim-1s-running')).toContainText('In progress');
    await expect(row(each, paused)).toContainText('Paused');
  }
  expect(first.ids).toHaveLength(before);
  const asked = (await serviceLog()).map(({ query }) => query[0]?.[1]);
  const count = (id: string) => asked.filter((each) => each === id).length;
  expect([count('asks-2-completed'), count('asks-2-failed'), count(paused)]).toEqual([3, 3, 1]);
  const steady = count('sim-1s-running');
  expect(steady).toBeGreaterThanOrEqual(3);
  expect(steady).toBeLessThanOrEqual(1 + Math.ceil(((await now(page)) - begun) / 4750));

  await test.step('a change in one shows in the other', async () => {
    await tab.getByRole('button', { name: 'Resume checks' }).click();
    await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
    await expect(row(page, paused)).not.toContainText('Paused');
    await watch(page, 'asks-0-completed');
    await expect(row(tab, 'asks-0-completed')).toBeVisible();
    await reading.run(1500, 500);
    await expect(row(page, 'asks-0-completed')).toContainText('Completed');
    await openCall(page, paused);
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await expect(row(tab, paused)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(tab, paused)).toContainText('In progress');
  });
  await test.step('the other continues if the one that checks is closed', async () => {
    await tab.close();
    await expect.poll(() => turns(page), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
    const since = first.ids.length;
    await first.run(6000, 6000);
    expect(new Set(first.ids.slice(since))).toEqual(new Set(['sim-1s-running', paused]));
  });
});
