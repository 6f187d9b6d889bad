import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

test('asks not to be translated', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  expect(await page.evaluate(() => document.body.translate)).toBe(false);
});
