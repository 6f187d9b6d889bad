import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { answered, attach, holdAttaching } from './webhooks-kit.ts';
import {
  accountSid,
  authToken,
  fill,
  holdSaves,
  answerDetails,
  note,
  PHONE,
  saveButton,
  sentList,
  SID,
  TOKEN,
} from './provider-kit.ts';

test('saves with one request', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page);
  await saveButton(page).dblclick();
  const accepted = note(page, 'Configuration accepted');
  await expect(accepted).toContainText(/Sent at \d\d:\d\d:\d\d: SID/);
  await expect(accepted).toContainText(`SID ${SID}, phone ${PHONE}, no voice provider.`);
  await expect(accepted).toContainText('Watch a call to see that it works.');
  await expect(page.getByRole('main')).not.toContainText(/verified|connected|saved settings/i);
  await expect(answerDetails(page)).toContainText('POST /api/v3/update_provider');
  await expect(answerDetails(page)).toContainText(/200 in \d+ ms/);
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await expect(sentList(page)).toContainText('Voice provider not sent');
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

  await test.step('however often a key or button is pressed', async () => {
    // The second click of a slow hand comes after the answer.
    await saveButton(page).hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(accepted).toBeVisible();
    await expect(page.getByText('Nothing was sent', { exact: true })).toBeHidden();

    await authToken(page).fill(TOKEN);
    // The message is about what was sent before.
    await expect(accepted).toBeHidden();
    for (let press = 0; press < 6; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(2);
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(page.getByText('Nothing was sent', { exact: true })).toBeHidden();
    expect(wire).toHaveLength(2);

    const letThrough = await holdSaves(page);
    await fill(page, { sid: 'AP-700' });
    // Both before the fields are validated.
    await page.evaluate(() => {
      const form = document.querySelector('form');
      form?.requestSubmit();
      form?.requestSubmit();
    });
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Enter');
    letThrough();
    await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(3);
    await expect(accepted).toBeVisible();
    expect(wire).toHaveLength(3);
  });
});

test('asks before leaving what is typed, and says how it ended', async ({ page, signIn }) => {
  await signIn('/provider');
  const webhooks = page.getByRole('link', { name: 'Webhooks' });
  const atWebhooks = page.getByRole('heading', { level: 1, name: 'Webhooks' });
  await test.step('not if nothing is typed', async () => {
    await accountSid(page).fill('x');
    await accountSid(page).fill('');
    await webhooks.click();
    await expect(atWebhooks).toBeVisible();
    await page.getByRole('link', { name: 'Provider' }).click();
  });

  await fill(page, { sid: 'drop-after' });
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await webhooks.click();
  const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
  await unsaved.getByRole('button', { name: 'Cancel' }).click();
  await expect(authToken(page)).toHaveValue(TOKEN);

  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(authToken(page)).toHaveValue(TOKEN);

  await test.step('shows a save that ended on another page', async () => {
    const letThrough = await holdSaves(page);
    await saveButton(page).click();
    const open = page.getByRole('button', { name: 'Delete configuration…' });
    await expect(open).toBeDisabled();
    await open.dispatchEvent('click');
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const question = page.getByRole('dialog', { name: 'Leave while the save is on its way?' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(question).toContainText('Its outcome then stays unknown.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    const leave = async () => {
      await webhooks.click();
      await expect(question).toContainText('It goes on, and a message says how it ended.');
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(atWebhooks).toBeVisible();
    };
    await leave();
    await page.getByRole('link', { name: 'Provider' }).click();
    await expect(sentList(page)).toContainText('Saving SID ending ter');
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await leave();
    await page.getByRole('link', { name: 'Provider' }).click();
    await webhooks.click();
    await expect(question).toBeVisible();
    const broken = page.waitForEvent('requestfailed');
    letThrough();
    await broken;
    await expect(question).toBeHidden();
    await expect(note(page, 'Unknown: the service didn’t answer')).toContainText(
      'It may be saved. Enter the values again to save, or watch a call.',
    );
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await expect(sentList(page)).toContainText('Save SID ending ter: unknown, the service didn’t answer');
  });

  await test.step('says how a write ended whose page was left', async () => {
    const saved = page.getByText('Save of the provider configuration: accepted').locator('..');
    const attached = page.getByText('Attach wh-1: accepted').locator('..');
    await fill(page);
    const letSave = await holdSaves(page);
    await saveButton(page).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
    letSave();
    await saved.getByRole('button', { name: 'Show' }).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    await expect(saved).toBeHidden();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    const letAttach = await holdAttaching(page);
    await attach(page, 'wh-1');
    await answered(page, 'Attaching…');
    await page.getByRole('link', { name: 'Provider' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeVisible();
    letAttach();
    await expectAccessible(page);
    await attached.getByRole('button', { name: 'Show' }).click();
    await answered(page, 'Attached');
  });
});

test('sends what was typed if the page is left at once', async ({ page, signIn, wire }) => {
  // The log opens with a lock of this tab, and nothing is sent before it is open.
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its manager
    const request = LockManager.prototype.request as (...given: unknown[]) => Promise<unknown>;
    const opened = new Promise((resolve) => addEventListener('open-log', resolve));
    LockManager.prototype.request = async function (...given: unknown[]) {
      if (String(given[0]).includes('-tab-')) await opened;
      return request.apply(this, given);
    };
    // After ten seconds the console would go on without the lock.
    const after = window.setTimeout as (...given: unknown[]) => number;
    Object.assign(window, {
      setTimeout: (...given: unknown[]) => (given[1] === 10_000 ? 0 : after(...given)),
    });
  });
  await signIn('/provider');
  await fill(page);
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  expect(wire).toHaveLength(0);
  await page.evaluate(() => dispatchEvent(new Event('open-log')));
  await expect.poll(() => wire.length).toBe(1);
  expect(JSON.parse(wire[0]?.body ?? '')).toMatchObject({ providerAuthToken: TOKEN });
});
