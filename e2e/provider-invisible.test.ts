import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  accountSid,
  authToken,
  fill,
  lastAnswer,
  note,
  phoneNumber,
  PHONE,
  saveButton,
} from './provider-kit.ts';

const ZERO_WIDTH = 'Contains a hidden character (zero-width space). Remove';
const SPACE = 'Starts or ends with a space. Remove';

test('hidden characters are noted at their field before a save', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  const sid = '\u200bAP17e';
  const token = '9d8f7c6b ';
  const phone = `${PHONE}\u00a0`;
  await fill(page, { sid, token, phone });
  // The press that leaves the last field is no answer to its note.
  await saveButton(page).click();
  await expect(phoneNumber(page)).toBeFocused();
  await expect(phoneNumber(page)).toHaveAccessibleDescription(
    /^Contains a hidden character \(no-break space\)\./,
  );
  await expect(accountSid(page)).toHaveAccessibleDescription(ZERO_WIDTH);
  await expect(authToken(page)).toHaveAccessibleDescription(SPACE);
  await expectAccessible(page);
  expect(wire).toEqual([]);

  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(JSON.parse(wire[0]?.body ?? '')).toMatchObject({
    providerAccountSid: sid,
    providerAuthToken: token,
    providerPhoneNumber: phone,
  });
});

test('a hidden character in the token is removed at its field', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { token: '' });
  await authToken(page).fill(' 9d8f\u200b7c6b');
  await page.keyboard.press('Enter');
  await expect(authToken(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(authToken(page)).toBeFocused();
  await expect(authToken(page)).toHaveValue('9d8f7c6b');
  await expect(authToken(page)).toHaveAccessibleDescription('Sent once and never kept in this browser.');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(1);
  expect(wire[0]?.body).toContain('"9d8f7c6b"');
});

test('a note that was seen asks for no second press', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { sid: 'AP17e ' });
  await expect(accountSid(page)).toHaveAccessibleDescription(SPACE);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(1);
});

const LAYERS = ['url-url', 'json-json', 'json-url', 'url-json', 'html-html', 'html-url', 'json-html'];

test('an answer that repeats the token is withheld whole', async ({ page, signIn }) => {
  await signIn('/provider');
  for (const layers of LAYERS) {
    await test.step(layers, async () => {
      await fill(page, { sid: `echo-${layers}`, token: 'k"<3/\\s&e' });
      await saveButton(page).click();
      await expect(page.getByText(`account SID echo-${layers},`)).toBeVisible();
      await expect(lastAnswer(page).getByRole('region', { name: 'Response body' })).toHaveText(
        'hidden: the answer repeats the token',
      );
    });
  }
});
