import { expect, test } from './fixtures.ts';
import { field, row, watch } from './calls-kit.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('shows the checkboxes, sorts, and adds by a tap', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended record-iso');
  await expect(row(page, 'record-iso')).toContainText('Completed');
  const box = page.getByRole('checkbox', { name: 'Select record-iso' });
  await expect(box).toHaveCSS('opacity', '1');
  await box.tap();
  const bar = page.getByRole('group', { name: 'Selected calls' });
  await expect(bar).toContainText('1 selected');
  expect((await bar.boundingBox())?.height).toBeLessThan(64);
  await bar.getByRole('checkbox', { name: 'Select all 2' }).tap();
  await expect(bar).toContainText('2 selected');
  for (const control of await page.locator('h1 ~ * button:visible').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // A phone has no head of the table.
  await page.getByRole('button', { name: /^More/ }).tap();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Call ID');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Descending');
  await expect(page).toHaveURL('/calls?sort=-id');
  await expect(page.locator('#calls-rows a')).toHaveText(['sample-ended', 'record-iso']);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Find or watch calls' }).tap();
  await expect(field(page)).toBeInViewport();
});
