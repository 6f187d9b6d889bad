import { NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { accountSid, authToken, fill, note, phoneNumber, PHONE, saveButton } from './provider-kit.ts';

const ZERO_WIDTH = 'Contains hidden characters. Remove';
const SPACE = 'Starts or ends with a space. Remove';

test('removes hidden characters only if asked', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await test.step('waits with the note while a space is typed', async () => {
    await accountSid(page).pressSequentially('AP ');
    await expect(accountSid(page)).toHaveAccessibleDescription('');
    await accountSid(page).blur();
    await expect(accountSid(page)).toHaveAccessibleDescription(SPACE);
  });
  const sid = '\u200bAP17e';
  const token = '9d8f7c6b ';
  const phone = `${PHONE}\u00a0`;
  await fill(page, { sid, token, phone });
  await expect(phoneNumber(page)).toHaveAccessibleDescription(/^Contains hidden characters\./);
  await expect(accountSid(page)).toHaveAccessibleDescription(ZERO_WIDTH);
  await expect(authToken(page)).toHaveAccessibleDescription(SPACE);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(JSON.parse(wire[0]?.body ?? '')).toMatchObject({
    providerAccountSid: sid,
    providerAuthToken: token,
    providerPhoneNumber: phone,
  });

  await fill(page, { token: ' 9d8f\u200b7c6b' });
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(authToken(page)).toBeFocused();
  await expect(authToken(page)).toHaveValue('9d8f7c6b');
  await expect(authToken(page)).toHaveAccessibleDescription('Sent once and never kept in this browser.');
  await page.keyboard.press('Enter');
  await expect.poll(() => wire.length).toBe(2);
  expect(wire[1]?.body).toContain('"9d8f7c6b"');
});

test('leads from a pasted ID to the next field and moves nothing', async ({ page, signIn }) => {
  await signIn('/provider');
  const measure = async () => {
    const places: number[] = [];
    for (const size of [NARROW, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size);
      places.push(await saveButton(page).evaluate((button) => button.getBoundingClientRect().top));
    }
    return places;
  };
  const before = await measure();
  await accountSid(page).focus();
  await page.keyboard.insertText('AC12 ');
  await expect(accountSid(page)).toHaveAccessibleDescription(SPACE);
  // As when the user switches to another window to copy the token: the field keeps its focus.
  await accountSid(page).dispatchEvent('focusout');
  await page.keyboard.press('Tab');
  await expect(authToken(page)).toBeFocused();
  expect(await measure()).toEqual(before);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(accountSid(page)).toBeFocused();
  await expect(accountSid(page)).toHaveValue('AC12');
  expect(await measure()).toEqual(before);
});
