import { expect, test } from './fixtures.ts';
import { field, row, watch } from './calls-kit.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('shows the checkboxes, and adds by a tap', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended record-iso');
  await expect(row(page, 'record-iso')).toContainText('Completed');
  const box = page.getByRole('checkbox', { name: 'Select record-iso' });
  await expect(box).toHaveCSS('opacity', '1');
  await box.tap();
  await expect(page.getByRole('group', { name: 'Selected calls' })).toContainText('1 selected');
  for (const control of await page.locator('h1 ~ * button:visible').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Watch calls', exact: true }).tap();
  await expect(field(page)).toBeInViewport();
});
