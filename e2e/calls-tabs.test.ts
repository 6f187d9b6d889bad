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
  const kept = 'sim-1s-running-kept';
  await watch(page, [...ids, kept].join(' '));
  await drawBoard(page);
  await first.run(500, 500);
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await openCall(page, kept);
  await first.run(1000, 1000);
  await expect.poll(() => storage(page)).toContain(kept);

  const tab = await context.newPage();
  const letGo = await holdStorage(tab);
  const reading = await readingOf(tab);
  await tab.goto(`/calls/${kept}`);
  // It renders although no saved call can be read, a moment later than usual.
  await drawPart(tab, detail(tab).getByRole('heading', { name: `${kept} Copy` }));
  await drawPart(tab, tab.getByText('Reading saved calls…'));
  await letGo();
  for (const id of ids) await expect(row(tab, id)).toContainText('In progress');
  // The tab that was shown last polls.
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
  const count = (id: string) => asked.filter((each) => each === id).length;
  expect([count('asks-2-completed'), count('asks-2-failed')]).toEqual([3, 3]);
  const steady = count('sim-1s-running');
  expect(steady).toBeGreaterThanOrEqual(3);
  expect(steady).toBeLessThanOrEqual(1 + Math.ceil(((await now(page)) - begun) / 4750));

  await test.step('a change in one shows in the other', async () => {
    await watch(page, 'asks-0-completed');
    await expect(row(tab, 'asks-0-completed')).toBeVisible();
    await reading.run(1500, 500);
    await expect(row(page, 'asks-0-completed')).toContainText('Completed');
    await openCall(page, kept);
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await expect(row(tab, kept)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(tab, kept)).toContainText('In progress');
  });
  await test.step('the other continues if the one that checks is closed', async () => {
    await tab.close();
    await expect.poll(() => turns(page), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
    const since = first.ids.length;
    await first.run(6000, 6000);
    expect(new Set(first.ids.slice(since))).toEqual(new Set(['sim-1s-running', kept]));
  });
});
