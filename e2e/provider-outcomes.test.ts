import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  accountSid,
  authToken,
  fill,
  lastAnswer,
  note,
  PHONE,
  phoneNumber,
  saveButton,
  sentList,
  SID,
  TOKEN,
} from './provider-kit.ts';

/** Bodies that look different. Unit tests of the client cover every kind. */
const ACCEPTED: readonly [body: string, shown: string][] = [
  ['empty', 'The answer has no body.'],
  ['nested', '<img src=x onerror=alert(1)>'],
  ['long', 'Only the beginning of the body is shown.'],
];

test('accepts a 200 with any body', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  for (const [index, [body, shown]] of ACCEPTED.entries()) {
    await fill(page, { sid: `odd-${body}` });
    await saveButton(page).click();
    await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(index + 1);
    await expect(page.getByRole('heading', { name: 'Configuration accepted' })).toBeVisible();
    await expect(page.getByText(`Sent: SID odd-${body},`)).toBeVisible();
    await expect(lastAnswer(page)).toContainText('Accepted');
    await expect(lastAnswer(page)).toContainText(shown);
    expect(await page.locator('main script, main img, main iframe').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    expect(wire).toHaveLength(index + 1);
  }
});

/** Unit tests of the client cover every status. */
const REFUSALS: readonly [sid: string, status: number, title: string][] = [
  ['fail-403-empty', 403, 'You’re not allowed to do this'],
  ['fail-500-long', 500, 'The service had an internal error'],
];

test('keeps the form after a refusal', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  for (const [index, [sid, status, title]] of REFUSALS.entries()) {
    await fill(page, { sid });
    await saveButton(page).click();
    await expect(sentList(page).getByText('Save refused')).toHaveCount(index + 1);
    await expect(note(page, title)).toContainText(
      new RegExp(`It answered ${status}( and said nothing more|: “)`),
    );
    await expect(lastAnswer(page)).toContainText('Refused');
    await expect(accountSid(page)).toHaveValue(sid);
    await expect(authToken(page)).toHaveValue(TOKEN);
    await expect(phoneNumber(page)).toHaveValue(PHONE);
    await expectNoSidewaysScroll(page);
    expect(wire).toHaveLength(index + 1);
  }

  wire.length = 0;
  await fill(page, { sid: 'fail-422-problem' });
  await page.keyboard.press('Control+Enter');
  const alert = note(page, 'The service refused these values');
  await expect(alert).toBeFocused();
  await expect(alert).toContainText(/It answered 422: “.+”\. Correct them and save again\./);
  await expectAccessible(page);
  await accountSid(page).fill(SID);
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(2);

  await fill(page, { sid: 'fail-401' });
  await saveButton(page).click();
  await expect(note(page, 'It answered 401')).toContainText('The service did not accept your sign-in');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expect(accountSid(page)).toHaveValue('fail-401');
  // Once, and once more with the renewed token: a 401 was not executed.
  expect(wire.length).toBeLessThanOrEqual(4);
});

test('an answer that does not arrive is unknown', async ({ page, signIn, wire, configure, serviceLog }) => {
  await configure({ api: { writeTimeoutSeconds: 25 } });
  await page.clock.install();
  await signIn('/provider');
  await fill(page, { sid: 'once-slow-60000' });
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page.getByText(/Waiting for an answer, \d+ s of 25 s/)).toBeVisible();
  await expectAccessible(page);
  await page.clock.runFor(25_000);
  const alert = note(page, 'Outcome unknown');
  await expect(alert).toContainText(
    'No answer came within 25 s. We can’t tell whether they were stored. Send again to find out.',
  );
  await expect(lastAnswer(page)).toContainText('No answer');
  await expect(lastAnswer(page)).toContainText(/No answer after \d+(\.\d)? s/);
  await expect(sentList(page)).toContainText('Save, SID ending 000: no answer');
  expect(wire).toHaveLength(1);
  await alert.getByRole('button', { name: 'Send again' }).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(2);
  expect(wire[1]?.body).toBe(wire[0]?.body);

  await fill(page, { sid: 'drop-after' });
  await saveButton(page).click();
  await expect(alert).toContainText('We can’t tell whether they were stored.');
  await expect(authToken(page)).toHaveValue(TOKEN);
  expect((await serviceLog()).map(({ did, answer }) => [did, answer]).at(-1)).toEqual(['saved', 'dropped']);

  await fill(page, { sid: 'odd-html' });
  await saveButton(page).click();
  await expect(alert).toContainText('Got a web page instead of an answer from the service.');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expect(lastAnswer(page)).toContainText('Unknown');
  await expect(sentList(page)).toContainText('Save, SID ending tml: answered 200');
  expect(wire).toHaveLength(4);
});
