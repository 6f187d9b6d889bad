import { expect, test } from './fixtures.ts';
import { paste } from './files-kit.ts';
import { accountSid, authToken, fill, note, PHONE, phoneNumber, saveButton, TOKEN } from './provider-kit.ts';

test('checks the fields before sending', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/campaigns');
  await page.getByRole('link', { name: 'Provider' }).press('Enter');
  await expect(accountSid(page)).toBeFocused();
  await saveButton(page).click();
  const alert = note(page, 'Nothing was sent');
  await expect(alert).toContainText('Fix Account SID, Auth token and Phone number.');
  await expect(accountSid(page)).toBeFocused();
  for (const [field, what] of [
    [accountSid(page), 'account SID'],
    [authToken(page), 'auth token'],
    [phoneNumber(page), 'phone number'],
  ] as const) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(`^Enter the ${what}\\.`));
  }

  await fill(page, { sid: '  ', token: '  ' });
  await page.keyboard.press('Control+Enter');
  await expect(alert).toContainText('Fix Account SID and Auth token.');
  await alert.getByRole('link', { name: 'Auth token' }).click();
  await expect(authToken(page)).toBeFocused();
  await expect(page).toHaveURL(/\/provider$/);

  await page.keyboard.type('x');
  await expect(authToken(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(alert).toContainText('Fix Account SID.');
  await accountSid(page).fill('x');
  await expect(alert).toBeHidden();

  await phoneNumber(page).fill('20 7946 OO18');
  await saveButton(page).click();
  await expect(phoneNumber(page)).toBeFocused();
  await expect(page.getByText('Use digits only: “O” is a letter.')).toBeVisible();
  expect(wire).toEqual([]);
  await page.getByText('Delete configuration', { exact: true }).click();
  await expect(phoneNumber(page)).not.toHaveAccessibleDescription(/Will be sent/);

  await fill(page, { sid: '00123', token: '0x "quoted"', phone: '5550100' });
  await accountSid(page).focus();
  await expect(phoneNumber(page)).toHaveAccessibleDescription('Doesn’t start with +. Will be sent as typed.');
  await expect(page.getByText('Doesn’t start with +.')).toHaveClass('late');
  await expect(authToken(page)).toHaveAccessibleDescription('Contains a space. Will be sent as typed.');
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toContainText('phone 5550100');
  expect(JSON.parse(wire[0]?.body ?? '')).toEqual({
    providerAccountSid: '00123',
    providerAuthToken: '0x "quoted"',
    providerPhoneNumber: '5550100',
  });

  await phoneNumber(page).fill(PHONE);
  await phoneNumber(page).blur();
  await expect(phoneNumber(page)).toHaveAccessibleDescription(
    'With the country code, such as +44 20 7946 0018.',
  );

  await test.step('a button that is held or clicked twice is pressed once', async () => {
    const show = page.getByRole('button', { name: 'Show auth token' });
    await show.focus();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await show.dblclick();
    await expect(show).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('three voice providers in order', async () => {
    const choices = page.getByRole('group', { name: 'Voice provider' });
    await expect(choices).toHaveAccessibleDescription(
      'If not set, it isn’t sent. The effect isn’t documented.',
    );
    await expect(choices.locator('label')).toHaveText(['Not set', 'PROVIDER_A', 'PROVIDER_B']);
    await expect(choices.getByRole('radio', { name: 'Not set' })).toBeChecked();
    await choices.getByRole('radio', { name: 'PROVIDER_B' }).check();
    await fill(page);
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toContainText('voice provider PROVIDER_B');
    expect(JSON.parse(wire[1]?.body ?? '')).toMatchObject({ voiceProvider: 'PROVIDER_B' });
  });
});

test('cleans what is typed, and shows a warning before it sends', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page);
  await authToken(page).fill('me@example.com');
  await saveButton(page).click();
  await expect(authToken(page)).toHaveAccessibleDescription(/^Looks like an e-mail address\./);
  expect(wire).toEqual([]);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();

  // As a password manager fills them in: no field is left.
  await fill(page, { token: 'secret', phone: '089 5550 1234' });
  await accountSid(page).fill('me@example.com');
  await accountSid(page).press('Control+Enter');
  await expect(accountSid(page)).toHaveAccessibleDescription(/^Looks like an e-mail address\./);
  await expect(phoneNumber(page)).toHaveAccessibleDescription(/^Doesn’t start with \+\./);
  expect(wire).toHaveLength(1);
  await accountSid(page).press('Control+Enter');
  await expect.poll(() => wire.length).toBe(2);

  await test.step('names a letter in a phone number', async () => {
    await phoneNumber(page).fill('4.93E+11');
    await phoneNumber(page).blur();
    await expect(phoneNumber(page)).toHaveAccessibleDescription('Use digits only: “E” is a letter.');
  });
  await test.step('cleans a paste at once', async () => {
    await fill(page, { sid: '', token: '', phone: '' });
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
    expect(JSON.parse(wire[2]?.body ?? '')).toMatchObject({
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
    expect(wire).toHaveLength(3);
  });
  await test.step('shows no token that is in another field', async () => {
    await fill(page, { sid: TOKEN.slice(0, 16).repeat(2) });
    await authToken(page).fill(`AC${'0a1b2c3d'.repeat(4)}`);
    await saveButton(page).click();
    await expect(accountSid(page)).toHaveAccessibleDescription(/^Looks like an auth token\. Not sent yet\./);
    await expect(authToken(page)).toHaveAccessibleDescription(/^Looks like an account SID\. Not sent yet\./);
    await fill(page, { sid: `AC1 ${TOKEN}` });
    await saveButton(page).click();
    await saveButton(page).click();
    await expect(accountSid(page)).toHaveAccessibleDescription(/^Contains the auth token\./);
    await expect(note(page, 'Nothing was sent')).toContainText('Fix Account SID.');
    expect(wire).toHaveLength(3);
    await accountSid(page).fill('');
    await accountSid(page).focus();
    await paste(page, 'export TWILIO_ACCOUNT_SID="AC12"');
    await expect(accountSid(page)).toHaveValue('AC12');
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toContainText('SID AC12');
  });
});
