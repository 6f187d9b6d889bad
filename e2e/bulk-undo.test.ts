import { act, begin, button, dialog, heading, lines } from './bulk-kit.ts';
import { expect, test } from './fixtures.ts';

test('asks before a retry replaces a list', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await begin(page, lines(['wh-1', 'fail-422']));
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  const { pathname } = new URL(page.url());
  await act(page, 'New bulk run');
  await page.getByRole('textbox', { name: 'Pairs' }).fill('cmp-1,');
  await button(page, 'Check pairs').click();
  await button(page, 'Fix line 1').click();
  await page.getByLabel('Webhook ID of line 1').fill('wh-9');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Attached 1 of 2 pairs/ }).click();
  await expect(page).toHaveURL(pathname);
  await act(page, 'Retry 1 refused');
  const asked = dialog(page, 'Discard the list that you are checking?');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(pathname);
  await act(page, 'Retry 1 refused');
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page, 'Check 1 line')).toBeVisible();
});
