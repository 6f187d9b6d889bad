import { expect, hold, test } from './fixtures.ts';
import { deleteAfterTyping, fill, note, saveButton, sentList } from './provider-kit.ts';

test('deletes once after a typed word', { tag: '@story' }, async ({ page, signIn, wire, person }) => {
  await signIn('/provider');
  await fill(page);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
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
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Type “Sandbox”/);
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(wire).toHaveLength(1);

  await open.click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('SANDBOX');
  await expect(confirm).toBeEnabled();
  for (let press = 0; press < 4; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(note(page, 'Deletion accepted')).toContainText(/Sent at \d\d:\d\d:\d\d\./);
  await expect(dialog).toBeHidden();
  expect(wire).toHaveLength(2);
  expect(wire[1]).toMatchObject({
    method: 'DELETE',
    path: '/api/v3/delete_provider',
    rawQuery: '',
    body: null,
  });
  expect(wire[1]?.headers['content-type']).toBeUndefined();
  expect(wire[1]?.headers['accept']).toBe('application/json');
  await expect(sentList(page)).toContainText('Deletion accepted');

  await expect(page.getByLabel('Account SID')).toHaveValue('');
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Not set' })).toBeChecked();
  await test.step('keeps what is typed during a second deletion', async () => {
    const letThrough = await hold(page, /delete_provider$/);
    await deleteAfterTyping(page, 'sandbox');
    await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
    await page.getByLabel('Account SID').fill('typed-since');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const question = page.getByRole('dialog', { name: 'Leave while the deletion is on its way?' });
    await expect(question).toContainText('It goes on, and a message says how it ended.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    letThrough();
    await expect(sentList(page).getByText('Deletion: accepted, with a message')).toBeVisible();
    await expect(note(page, 'Deletion accepted, with a message')).toContainText(
      'The service says “there was no provider configuration”.',
    );
    await expect(page.getByLabel('Account SID')).toHaveValue('typed-since');
  });

  await test.step('a deletion without an answer is unknown', async () => {
    await fill(page, { sid: 'delete-drop-after' });
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    await deleteAfterTyping(page, 'sandbox');
    await expect(note(page, 'Deletion unknown: the service didn’t answer')).toContainText(
      'It may be deleted. Delete again, or watch a call.',
    );
    await expect(sentList(page)).toContainText('Deletion: unknown, the service didn’t answer');
    expect(wire).toHaveLength(5);
  });
});
