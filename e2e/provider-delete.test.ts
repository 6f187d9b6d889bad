import { expect, expectAccessible, test } from './fixtures.ts';
import { deleteAfterTyping, fill, lastAnswer, note, saveButton, sentList } from './provider-kit.ts';

test('R4, R26, R36: a deletion is confirmed by a typed word and is exactly one request', async ({
  page,
  signIn,
  wire,
  person,
}) => {
  await signIn('/provider');
  const open = page.getByRole('button', { name: 'Delete configuration…' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Delete provider configuration?' });
  await expect(dialog).toContainText(
    `The service removes the stored account SID, auth token and phone number for ${person} on Sandbox.`,
  );
  const confirm = dialog.getByRole('button', { name: 'Delete configuration' });
  await expect(confirm).toBeDisabled();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('sandb');
  await page.keyboard.press('Enter');
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(wire).toEqual([]);

  await open.click();
  await page.keyboard.type('SANDBOX');
  await expect(confirm).toBeEnabled();
  for (let press = 0; press < 4; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(note(page, 'Configuration deleted')).toContainText(
    /The service answered 200 at \d\d:\d\d:\d\d\./,
  );
  await expect(dialog).toBeHidden();
  expect(wire).toHaveLength(1);
  expect(wire[0]).toMatchObject({
    method: 'DELETE',
    path: '/api/v3/delete_provider',
    rawQuery: '',
    body: null,
  });
  expect(wire[0]?.headers['content-type']).toBeUndefined();
  expect(wire[0]?.headers['accept']).toBe('application/json');
  await expect(lastAnswer(page)).toContainText('Deleted');
  await expect(sentList(page)).toContainText('Deleted configuration');
  await expectAccessible(page);
});

test('R4: where no environment is configured, the word is delete', async ({
  page,
  signIn,
  wire,
  configure,
}) => {
  await configure({ environment: undefined });
  await signIn('/provider');
  await deleteAfterTyping(page, 'sandbox');
  await expect(page.getByRole('dialog')).toContainText('Type delete to confirm');
  expect(wire).toEqual([]);
  await page.getByRole('dialog').getByRole('textbox').fill('delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete configuration' }).dblclick();
  await expect(note(page, 'Configuration deleted')).toBeVisible();
  expect(wire).toHaveLength(1);
});

test('R31: a deletion answered with another 2xx than 200 says so', async ({ page, signIn }) => {
  await signIn('/provider');
  await fill(page, { sid: 'delete-odd-204' });
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await deleteAfterTyping(page, 'sandbox');
  await expect(note(page, 'Configuration deleted')).toContainText('expected 200');
  await expect(lastAnswer(page)).toContainText('204');
  await expect(sentList(page)).toContainText('Answered 204, expected 200');
});

test('R30, R40: a deletion that fails or gets no answer says what is known', async ({ page, signIn }) => {
  await signIn('/provider');
  for (const [sid, title, text] of [
    ['delete-fail-422', 'The service rejected the deletion', 'It answered 422'],
    ['delete-fail-500', 'The service reports a failure of its own', 'It answered 500'],
    ['delete-drop-after', 'Outcome unknown', 'the configuration may or may not be deleted'],
  ] as const) {
    await fill(page, { sid });
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    await deleteAfterTyping(page, 'sandbox');
    await expect(note(page, title)).toContainText(text);
  }
});

test('a deletion empties what was saved before, and keeps what was typed since', async ({ page, signIn }) => {
  await signIn('/provider');
  await fill(page);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await deleteAfterTyping(page, 'sandbox');
  await expect(note(page, 'Configuration deleted')).toBeVisible();
  await expect(page.getByLabel('Account SID')).toHaveValue('');
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Not set' })).toBeChecked();
  await page.getByLabel('Account SID').fill('typed-since');
  await deleteAfterTyping(page, 'sandbox');
  await expect(lastAnswer(page)).toContainText('Deleted');
  await expect(page.getByLabel('Account SID')).toHaveValue('typed-since');
});
