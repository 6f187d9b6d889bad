import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  accountSid,
  authToken,
  deleteAfterTyping,
  fill,
  holdSaves,
  lastAnswer,
  note,
  PHONE,
  saveButton,
  sentList,
  SID,
  TOKEN,
} from './provider-kit.ts';

test('saves with one request', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await expect(page.getByText('Replaces the account SID, auth token and phone number.')).toBeVisible();
  await fill(page);
  await saveButton(page).click();
  const accepted = note(page, 'Configuration accepted');
  await expect(accepted).toContainText(/The service answered 200 at \d\d:\d\d:\d\d\./);
  await expect(accepted).toContainText(`Sent: SID ${SID}, phone ${PHONE}, no voice provider.`);
  await expect(accepted).toContainText('The auth token has been cleared from this form.');
  await expect(accepted).toContainText('Look up a call to see that it works.');
  await expect(page.getByRole('main')).not.toContainText(/verified|connected|saved settings/i);
  await expect(lastAnswer(page)).toContainText('POST /api/v3/update_provider');
  await expect(lastAnswer(page)).toContainText(/200 in \d+ ms/);
  await expect(lastAnswer(page)).toContainText('Accepted');
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await expect(sentList(page)).toContainText('Voice provider not sent, answered 200');
  await expect(accountSid(page)).toHaveValue(SID);
  await expect(authToken(page)).toHaveValue('');
  await expectAccessible(page);

  expect(wire).toHaveLength(1);
  const [sent] = wire;
  expect(sent).toMatchObject({ method: 'POST', path: '/api/v3/update_provider', rawQuery: '' });
  expect(sent?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  expect(sent?.headers['authorization']).toMatch(/^Bearer \S+$/);
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    providerAccountSid: SID,
    providerAuthToken: TOKEN,
    providerPhoneNumber: PHONE,
  });
});

test('sends a save once', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page);
  await saveButton(page).dblclick();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(1);
  // The second click of a slow hand comes after the answer.
  await saveButton(page).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await expect(page.getByText('Nothing was sent', { exact: true })).toBeHidden();

  await authToken(page).fill(TOKEN);
  for (let press = 0; press < 6; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(2);
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByText('Nothing was sent', { exact: true })).toBeHidden();
  expect(wire).toHaveLength(2);

  const letThrough = await holdSaves(page);
  await fill(page, { sid: 'AP-700' });
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  letThrough();
  await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(3);
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(3);
});

test('says when this browser last changed it', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/provider');
  await fill(page);
  await saveButton(page).click();
  const last = (text: RegExp) => expect(page.getByText(/from this browser/).first()).toHaveText(text);
  await last(/^Last accepted today at \d\d:\d\d:\d\d from this browser$/);
  await note(page, 'Configuration accepted').getByRole('link', { name: 'Look up a call' }).click();
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();
  await page.getByRole('link', { name: 'Provider' }).click();
  await page.clock.setSystemTime(Date.now() + 87 * 86_400_000);
  await page.clock.runFor(1000);
  await last(/^Last accepted 87 days ago from this browser$/);
});

test('uses the configured field names', async ({ page, signIn, wire, configure, strict }) => {
  strict.allowRequest(/_acme$/);
  const voiceProviders = [
    { value: 'v-1', label: 'North' },
    { value: 'v-2', label: 'South' },
  ];
  await configure({
    environment: undefined,
    provider: { identifier: 'acme', voiceProviderField: 'acmeVoice', voiceProviders },
  });
  await page.route(/update_acme$/, (route) =>
    route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } }),
  );
  await signIn('/provider');
  await fill(page);
  await page.getByRole('radio', { name: 'South' }).check();
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toContainText('voice provider v-2');
  expect(wire[0]?.path).toBe('/api/v3/update_acme');
  expect(JSON.parse(wire[0]?.body ?? '')).toEqual({
    acmeAccountSid: SID,
    acmeAuthToken: TOKEN,
    acmePhoneNumber: PHONE,
    acmeVoice: 'v-2',
  });

  await deleteAfterTyping(page, 'sandbox');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Type delete to confirm');
  expect(wire).toHaveLength(1);
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete configuration' }).dblclick();
  await expect(sentList(page).getByText('Deletion accepted')).toBeVisible();
  expect(wire).toHaveLength(2);
  expect(wire[1]).toMatchObject({ method: 'DELETE', path: '/api/v3/delete_acme' });
});

test('shows a save that ended on another page', async ({ page, signIn }) => {
  await signIn('/provider');
  const letThrough = await holdSaves(page);
  await fill(page, { sid: 'drop-after' });
  await saveButton(page).click();
  const open = page.getByRole('button', { name: 'Delete configuration…' });
  await expect(open).toBeDisabled();
  await open.dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  const question = page.getByRole('dialog', { name: 'Leave while the save is on its way?' });
  const leave = async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  };
  await leave();
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(sentList(page)).toContainText('Saving, SID ending ter');
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await leave();
  const broken = page.waitForEvent('requestfailed');
  letThrough();
  await broken;
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(note(page, 'Outcome unknown')).toContainText('We can’t tell whether they were stored.');
  await expect(sentList(page)).toContainText('Save, SID ending ter: no answer');
});
