import type { Page } from 'playwright/test';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  LAYOUT_RULES,
  NARROW,
} from './accessible.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

const openWall = async (page: Page) => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Show as a wall screen' }).click();
  await expect(page).toHaveURL(/\/calls\?wall/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
};

const watchThree = async (page: Page) => {
  await watch(page, 'record-status-only record-error-object fail-500');
  await expect(row(page, 'fail-500')).toContainText('Error 500');
  await expect(row(page, 'record-error-object')).toContainText('Failed');
};

const list = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) });

test('shows tally, stuck calls and failures alone', async ({ page, signIn, configure }) => {
  await page.clock.install();
  await configure({ calls: { stuckMinutes: 20 } });
  await signIn('/calls');
  await watchThree(page);
  await openWall(page);
  await expect(page.getByRole('banner')).toBeHidden();
  for (const control of ['textbox', 'searchbox', 'table', 'combobox'] as const)
    await expect(page.getByRole(control)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Watched calls by status' })).toContainText('Failed 1');
  await expect(list(page, 'Latest failures').getByRole('listitem')).toHaveText(
    /^record-error-object31005 · carrier rejected the call(?:21 Nov(?: \d{4})?, )?\d\d:\d\d:\d\d$/,
  );
  await expect(list(page, 'Summary').getByRole('listitem')).toContainText(['Failedof 1 ended100 %']);
  await page.clock.fastForward(20 * 60_000);
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(list(page, 'Stuck')).toContainText('record-status-only', { timeout: 1000 });
  }).toPass();
  await expectAccessibleInBothSchemes(page);
  for (const size of [{ width: 320, height: 256 }, NARROW]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page, LAYOUT_RULES);
});

test('opens the wall by a link, leaves it by key, Back or tap', async ({ page, signIn }) => {
  await signIn('/calls');
  await page.goto('/calls?wall');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/calls$/);
  await watchThree(page);
  const chosen = page.getByRole('button', { name: 'Failed 1' });
  await chosen.click();
  const leave = {
    // Two presses go back once. In one task: after the wall has gone, a press closes the summary.
    escape: () =>
      page.evaluate(() => {
        for (const key of ['Escape', 'Escape'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }),
    back: () => page.goBack(),
    tap: () => page.mouse.click(700, 500),
  };
  for (const way of Object.values(leave)) {
    await openWall(page);
    await way();
    await expect(page).toHaveURL(/\/calls\?show=failed$/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  }
  // The wall left no entry in the browser's history.
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  // Escape leaves the wall alone, and nothing of the board below.
  await page.getByRole('button', { name: 'Summary' }).click();
  await openWall(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/calls\?summary$/);
  await expect(page.getByRole('complementary', { name: 'Summary' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
});
