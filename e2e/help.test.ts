import { expectAccessibleInBothSchemes, expectFits, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('shows the help', async ({ page, signIn }) => {
  await page.setViewportSize(NARROW);
  await signIn('/provider');
  const account = page.getByRole('button', { name: /^Account:/ });
  await account.click();
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const heading of ['What it can know', 'Calls', 'Webhooks', 'Provider', 'Everywhere'])
    await expect(help.getByRole('heading', { name: heading })).toBeVisible();
  await expect(help.getByRole('row', { name: /^Unknown/ })).toContainText('it may have been done');
  // Nothing of the notation is left.
  await expect(help).not.toContainText(/\*\*|\]\(|`|_/);
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(account).toBeFocused();
});
