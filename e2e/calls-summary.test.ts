import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  LAYOUT_RULES,
  NARROW,
} from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, openCall, row, watch } from './calls-kit.ts';
import type { Page } from 'playwright/test';

test.beforeEach(async ({ page }) => page.clock.install());

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' });
const line = (page: Page, label: string) =>
  summary(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });

test('sums up the calls shown', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  await watch(
    page,
    'asks-0-completed asks-0-failed-a asks-0-failed-object sim-0s-busy sim-9s-running nope-1',
  );
  await expect(row(page, 'nope-1')).toContainText('Not found');
  const button = page.getByRole('button', { name: 'Summary', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(summary(page)).toContainText('Of 6 shown');
  await expect(summary(page).getByText('50 %, 2 of 4 ended')).toBeVisible();
  await expect(line(page, 'carrier rejected the call')).toHaveText('carrier rejected the call150 %');
  await expectAccessibleInBothSchemes(page, summary(page));

  const error = summary(page).getByRole('button', { name: 'carrier rejected the call', exact: true });
  await error.click();
  await expect(error).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/calls\?show=failed&text=%3Dcarrier\+rejected\+the\+call&summary$/);
  await expect(row(page, 'asks-0-failed-a')).toBeVisible();
  await expect(row(page, 'asks-0-completed')).toBeHidden();
  await error.click();
  await expect(summary(page)).toContainText('Of 2 shown, 4 filtered out');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('Summary copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Summary of 2 of 6 calls: Failed\n.*\nFailed: 2 of 2 ended, 100 %\n/);
  expect(copied).not.toContain('http');

  await test.step('closes on a phone after an error is pressed', async () => {
    await page.setViewportSize(NARROW);
    await error.click();
    await expect(summary(page)).toBeHidden();
    await expect(row(page, 'asks-0-failed-a')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('by a link too, under an open call', async () => {
    await page.goto('/calls?show=completed&summary');
    await expect(summary(page)).toContainText('Of 1 shown');
    await openCall(page, 'asks-0-completed');
    await expect(detail(page)).toBeVisible();
    await expect(summary(page)).toBeHidden();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(summary(page)).toBeVisible();
    await expect(detail(page)).toBeHidden();
    await expect(button).toBeFocused();
    await openCall(page, 'asks-0-completed');
    await page.keyboard.press('Escape');
    await expect(summary(page)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(summary(page)).toBeFocused();
    await page.locator('#calls-rows a').first().focus();
    // The second would clear the selection.
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Summary', exact: true })).toBeFocused();
    await expect(page).toHaveURL(/\/calls\?show=completed$/);

    await page.setViewportSize({ width: 320, height: 568 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Summary' })).toBeVisible();
    await expectAccessible(page, LAYOUT_RULES);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Back to calls' }).click();
    await expect(page.getByRole('button', { name: 'Summary', exact: true })).toBeFocused();
  });
});
