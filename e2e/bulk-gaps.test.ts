import { expect, test } from './fixtures.ts';
import { begin, button, heading, holdWrites } from './bulk-kit.ts';
import { detachButton, fill } from './webhooks-kit.ts';

test('a pair that a run still sends is said to be in it, at the form and before a detach', async ({
  page,
  signIn,
}) => {
  const held = await holdWrites(page);
  await signIn('/webhooks/bulk');
  await begin(page, ['cmp-1,wh-1', 'cmp-1,wh-2']);
  await expect(heading(page, 'Attaching 2 pairs')).toBeVisible();
  await page.getByRole('link', { name: 'One pair' }).click();
  const note = page.getByRole('status').filter({ hasText: 'This pair is in a run that is under way' });
  await fill(page, 'wh-3');
  await expect(detachButton(page)).toBeVisible();
  await expect(note).toHaveCount(0);
  await fill(page, 'wh-2');
  await expect(note).toContainText('The run sends attach for it');
  await detachButton(page).click();
  await expect(page.getByRole('dialog').getByText('This pair is in a run that is under way')).toBeVisible();
  await page.keyboard.press('Escape');
  held.open();
  await expect(note).toHaveCount(0);
  await expect(button(page, 'Attach')).toBeVisible();
});
