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

test('characters that can’t be seen are named at their field and asked about, and go as they were typed; what can be seen goes without a question', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page, { sid: ' AP17e ' });
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(1);

  const sid = '\u200bAP17e\u00a0';
  const token = '9d8f\u00ad7c6b\u200b';
  const phone = `\u202a${PHONE}`;
  await fill(page, { sid, token, phone });
  await phoneNumber(page).blur();
  await expect(accountSid(page)).toHaveAccessibleDescription(/sent too: 1 × U\+200B, 1 × U\+00A0\./);
  await expect(authToken(page)).toHaveAccessibleDescription(/sent too: 1 × U\+00AD, 1 × U\+200B\./);
  await expect(phoneNumber(page)).toHaveAccessibleDescription(/sent too: 1 × U\+202A\./);

  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Send characters that can’t be seen?' });
  await expect(dialog).toContainText('Account SID: 1 × U+200B, 1 × U+00A0 in ⟨U+200B⟩AP17e⟨U+00A0⟩');
  await expect(dialog).toContainText(/Auth token: 1 × U\+00AD, 1 × U\+200B\s*Phone/);
  await expect(dialog).toContainText(`Phone number: 1 × U+202A in ⟨U+202A⟩${PHONE}`);
  await expect(dialog).not.toContainText('9d8f');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(authToken(page)).toHaveValue(token);
  expect(wire).toHaveLength(1);

  await saveButton(page).click();
  await dialog.getByRole('button', { name: 'Send as typed' }).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(2);
  expect(JSON.parse(wire[1]?.body ?? '')).toMatchObject({
    providerAccountSid: sid,
    providerAuthToken: token,
    providerPhoneNumber: phone,
  });
});

const LAYERS = ['url-url', 'json-json', 'json-url', 'url-json', 'html-html', 'html-url', 'json-html'];

test('R10: an answer that repeats the auth token under two layers of encoding shows it nowhere', async ({
  page,
  signIn,
}) => {
  await signIn('/provider');
  for (const layers of LAYERS) {
    await test.step(layers, async () => {
      await fill(page, { sid: `echo-${layers}`, token: 'k"<3/\\s&e' });
      await saveButton(page).click();
      // Between the two values that were sent beside it, whichever way their blanks are written.
      await expect(lastAnswer(page)).toContainText(
        new RegExp(`received echo-${layers}(?: |%20|%2520)•••(?: |%20|%2520)`),
      );
    });
  }
});
