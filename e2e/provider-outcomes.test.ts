import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  accountSid,
  authToken,
  fill,
  answerDetails,
  note,
  PHONE,
  phoneNumber,
  saveButton,
  sentList,
  TOKEN,
} from './provider-kit.ts';

// Unit tests of the client cover every status and body.
test('keeps the form unless a save is accepted', async ({ page, signIn, wire, configure, strict }) => {
  await configure({ api: { writeTimeoutSeconds: 25 } });
  await page.clock.install();
  await signIn('/provider');
  await fill(page, { sid: 'fail-422-problem' });
  await page.keyboard.press('Control+Enter');
  const alert = note(page, 'Refused: invalid values');
  // Not the message: the next act is in the form.
  await expect(accountSid(page)).toBeFocused();
  await expect(alert).toContainText(/The service says “.+”\./);
  await expect(sentList(page)).toContainText(/Save SID ending \w+: refused, 422/);
  await expect(accountSid(page)).toHaveValue('fail-422-problem');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expect(phoneNumber(page)).toHaveValue(PHONE);

  await test.step('after a page in place of an answer', async () => {
    await accountSid(page).fill('odd-html');
    await page.keyboard.press('Enter');
    await expect(note(page, 'Unknown: a web page came in place of an answer')).toContainText(
      'Got a web page instead of an answer from the service.',
    );
    await expect(authToken(page)).toHaveValue(TOKEN);
    await expect(sentList(page)).toContainText('Save SID ending tml: unknown, the service answered 200');
  });

  await test.step('after a 401', async () => {
    await accountSid(page).fill('fail-401');
    await page.keyboard.press('Enter');
    await expect(note(page, 'Refused: sign-in not accepted')).toContainText('Sign in again.');
    await expect(authToken(page)).toHaveValue(TOKEN);
    // Once more with a new token.
    expect(wire).toHaveLength(4);
  });

  await accountSid(page).fill('odd-nested');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration accepted')).toContainText('SID odd-nested,');
  await expect(answerDetails(page)).toContainText('<img src=x onerror=alert(1)>');
  expect(await page.locator('main script, main img, main iframe').count()).toBe(0);
  await expect(authToken(page)).toHaveValue('');
  expect(wire).toHaveLength(5);

  await test.step('an answer that does not arrive is unknown', async () => {
    await fill(page, { sid: 'once-slow-60000' });
    await saveButton(page).click();
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    // Its time begins with the request.
    await expect.poll(() => wire.length).toBe(6);
    await page.clock.runFor(1000);
    await expect(page.getByText(/Waiting for an answer, \d+ s of 25 s/)).toBeVisible();
    await expectAccessible(page);
    await page.clock.runFor(25_000);
    const unknown = note(page, 'Unknown: the service didn’t answer');
    await expect(unknown).toContainText('It may be done. Send again, or watch a call.');
    await expect(answerDetails(page)).toContainText('No answer');
    await expect(answerDetails(page)).toContainText(/No answer after \d+(\.\d)? s/);
    await expect(sentList(page)).toContainText('Save SID ending 000: unknown, the service didn’t answer');
    expect(wire).toHaveLength(6);
    await unknown.getByRole('button', { name: 'Send again' }).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    expect(wire).toHaveLength(7);
    expect(wire[6]?.body).toBe(wire[5]?.body);

    strict.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await fill(page, { sid: 'AP-offline' });
    await saveButton(page).click();
    await expect(note(page, 'Not sent')).toContainText('This browser is offline.');
    await expect(sentList(page)).toContainText('Save SID ending ine: not sent');
  });

  await test.step('keeps the reasons of a refusal while they are mended', async () => {
    await page.route(/update_provider$/, (route) =>
      route.fulfill({
        status: 422,
        headers: { 'access-control-allow-origin': '*' },
        json: {
          message: 'Validation failed',
          errors: { accountSid: ['must start with AC'], phoneNumber: [`not ${PHONE}`, `not ${TOKEN}`] },
        },
      }),
    );
    await page.context().setOffline(false);
    await fill(page);
    await page.getByRole('button', { name: 'Show auth token' }).click();
    await saveButton(page).click();
    const refusal = page.getByRole('main').getByText('Refused: invalid values').locator('..');
    const reasons = `(accountSid: must start with AC; phoneNumber: not ${PHONE}; phoneNumber: not •••)`;
    await expect(refusal).toContainText(`The service says “Validation failed ${reasons}”.`);
    await expect(authToken(page)).toHaveAttribute('type', 'password');
    await expect(refusal.getByRole('button', { name: 'Close' })).toBeHidden();
    await accountSid(page).press('End');
    await accountSid(page).pressSequentially('7');
    await expect(refusal).toContainText(reasons);
    await expectAccessible(page);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await expect(refusal).toBeHidden();
    await expect(accountSid(page)).toBeFocused();
  });
});

test('cancels a save that waits after a 429', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { sid: 'fail-429-50s' });
  await saveButton(page).click();
  await expect(note(page, 'Refused: too many requests')).toBeVisible();
  await accountSid(page).fill('AP17e');
  await saveButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(note(page, 'Not sent')).toContainText('Canceled before it was sent.');
  await expect(saveButton(page)).toBeFocused();
  await expect(sentList(page)).toContainText('Save SID ending 7e: not sent');
  await expect(authToken(page)).toHaveValue(TOKEN);
  expect(wire).toHaveLength(1);
});
