import { expect, test } from './fixtures.ts';
import { paste } from './files-kit.ts';
import { accountSid, authToken, fill, note, phoneNumber, saveButton } from './provider-kit.ts';

test('cleans what is pasted, typed and sent', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await test.step('a paste at once', async () => {
    await accountSid(page).focus();
    await paste(page, '\u00a0AP\u200b17e \t');
    await expect(accountSid(page)).toHaveValue('AP17e');
    await expect(accountSid(page)).toHaveAccessibleDescription('Hidden characters and spaces were removed.');
    await authToken(page).focus();
    await paste(page, '\u202a9d8f\u00ad7c6b\u202c');
    await expect(authToken(page)).toHaveValue('9d8f7c6b');
    await phoneNumber(page).focus();
    await paste(page, ' +44 20 7946 0018\r\n');
    await expect(phoneNumber(page)).toHaveValue('+44 20 7946 0018');
  });
  await test.step('a typed space when the field is left', async () => {
    await accountSid(page).fill('');
    await accountSid(page).pressSequentially(' AP 17e ');
    await expect(accountSid(page)).toHaveValue(' AP 17e ');
    await accountSid(page).blur();
    await expect(accountSid(page)).toHaveValue('AP 17e');
    await expect(accountSid(page)).toHaveAccessibleDescription(
      'Spaces at the ends were removed. Contains a space. Will be sent as typed.',
    );
    await accountSid(page).focus();
    await accountSid(page).press('End');
    await accountSid(page).press('x');
    await accountSid(page).blur();
    await expect(accountSid(page)).toHaveAccessibleDescription('Contains a space. Will be sent as typed.');
  });
  await test.step('and Enter sends it clean', async () => {
    await fill(page, { sid: 'AP17e', token: '9d8f7c6b' });
    await authToken(page).pressSequentially(' ');
    await page.keyboard.press('Enter');
    await expect(note(page, 'Configuration accepted')).toContainText('SID AP17e');
    expect(JSON.parse(wire[0]?.body ?? '')).toMatchObject({
      providerAccountSid: 'AP17e',
      providerAuthToken: '9d8f7c6b',
      providerPhoneNumber: '+44 20 7946 0018',
    });
  });
  await test.step('nothing but spaces is empty', async () => {
    await fill(page, { sid: '\u200b ', token: '\u00a0' });
    await saveButton(page).click();
    await expect(accountSid(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(authToken(page)).toHaveAttribute('aria-invalid', 'true');
    expect(wire).toHaveLength(1);
  });
});
