import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawBoard, readingOf, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('keeps the last status beside a failed check', async ({ page, signIn }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'later-fail-500-a sim-1s-running');
  await drawBoard(page);
  await reading.run(130_000, 10_000);
  await expect(row(page, 'later-fail-500-a')).toContainText('In progress, not confirmed for 2 min');
  await page.getByRole('button', { name: 'Couldn’t check 1' }).click();
  await page.clock.resume();
  await page.getByRole('searchbox').fill('progress');
  await expect(page.getByText('1 shown')).toBeVisible();
  await expect(row(page, 'sim-1s-running')).toBeHidden();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);
});

test('shows failures since they were marked as seen', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-failed-a asks-0-completed');
  await page.getByRole('button', { name: 'New failures 1' }).click();
  await expect(page.locator('#calls-rows a')).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByRole('heading', { name: 'No new failed calls' })).toBeVisible();
  await expectAccessible(page);
  await page.clock.runFor(1000);
  await watch(page, 'asks-0-failed-b');
  await page.clock.runFor(1000);
  await page.reload();
  await page.getByRole('button', { name: 'New failures 1' }).click();
  await expect(page.locator('#calls-rows a')).toHaveText(['asks-0-failed-b']);
});
