import { begin, button, dialog, heading, key, keys, now, numbers, row } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import { entries } from './webhooks-kit.ts';

test('accepts a line with a message', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await begin(page, ['cmp-1,wh-1', 'cmp-1,odd-error', 'cmp-1,wh-2']);
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  await expect(now(page)).toHaveText(/^Took .+\. 1 accepted with a message\.$/);
  await expect(row(page, 2)).toContainText('Accepted, with a message');
  await expect(keys(page)).toHaveText([
    'All 3',
    'Accepted 2',
    'Accepted, with a message 1',
    'Refused 0',
    'Unknown 0',
  ]);
  await key(page, 'Accepted, with a message 1').click();
  await expect(numbers(page)).toHaveText(['2']);
  await button(page, 'Accepted, with a message, details of line 2').click();
  await expect(dialog(page, 'Line 2')).toContainText('The answer mentions an error');
  await expect(dialog(page, 'Line 2').locator('q')).toHaveText(/./);
  await page.keyboard.press('Escape');
  await expect(entries(page)).toHaveText([/Attached 3 of 3 pairs1 accepted with a message/]);

  const { text } = await download(page, () => button(page, 'Export results').click());
  expect(text.split('\r\n')[2]).toMatch(/^cmp-1,odd-error,"accepted, with a message",200,/);
});
