import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectFits, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { fill, note, saveButton, SID } from './provider-kit.ts';

test('every state is accessible at both widths', { tag: '@story' }, async ({ page, signIn }) => {
  // axe is slow.
  test.slow();
  await page.setViewportSize(NARROW);
  await signIn('/provider');
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  const check = async (inScheme: (page: Page) => Promise<void> = expectAccessibleInBothSchemes) => {
    await expectFits(page);
    await inScheme(page);
  };
  await check();
  await saveButton(page).click();
  await expect(note(page, 'Nothing was sent')).toBeVisible();
  await check();
  for (const [sid, title] of [
    ['fail-422-long', 'The service refused these values'],
    ['drop-after', 'Outcome unknown'],
    [SID.repeat(6), 'Configuration accepted'],
  ] as const) {
    await fill(page, { sid });
    await saveButton(page).click();
    await expect(note(page, title)).toBeInViewport();
    await check();
  }
  await page.getByRole('button', { name: 'Delete configuration…' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  await check();
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Deletion accepted')).toBeInViewport();
  // The colours of what was accepted.
  await check(expectAccessible);
  await fill(page, { sid: 'unsaved' });
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectFits(page);
});
