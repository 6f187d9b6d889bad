import { expectAccessibleInBothSchemes, expectFits, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { authToken, fill, note, saveButton, SID, TOKEN } from './provider-kit.ts';

test('every state is accessible at both widths', { tag: '@story' }, async ({ page, signIn }) => {
  // axe is slow.
  test.slow();
  await page.setViewportSize(NARROW);
  await signIn('/provider');
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await fill(page, { sid: '\u200bAP17e', token: '', phone: '5550100' });
  await saveButton(page).click();
  await expect(note(page, 'Nothing was sent')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await fill(page, { sid: 'fail-422-long' });
  await saveButton(page).click();
  await expect(note(page, 'The service refused these values')).toBeInViewport();
  await expectFits(page);
  await fill(page, { sid: 'drop-after' });
  await saveButton(page).click();
  await expect(note(page, 'Outcome unknown')).toBeInViewport();
  await expect(note(page, 'Outcome unknown')).toContainText('We can’t tell whether the values were stored.');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expectAccessibleInBothSchemes(page);
  await fill(page, { sid: SID.repeat(6) });
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeInViewport();
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Delete configuration…' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
});
