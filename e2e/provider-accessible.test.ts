import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { fill, note, saveButton, SID } from './provider-kit.ts';

test('every state is accessible on a phone, light and dark', async ({ page, signIn }) => {
  // The checker takes its time.
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/provider');
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  const check = async (inScheme = expectAccessibleInBothSchemes) => {
    await inScheme(page);
    await expectNoSidewaysScroll(page);
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
  await expect(page.getByRole('dialog')).toBeVisible();
  await check();
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration deleted')).toBeInViewport();
  // The colours of what was accepted.
  await check(expectAccessible);
});
