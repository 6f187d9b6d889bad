import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
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

const ACCEPTED = [
  ['empty', 'The answer has no body.'],
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['42', '42'],
  ['0', '0'],
  ['string', '"ok"'],
  ['array', '[]'],
  ['object', '{}'],
  ['text', undefined],
  ['broken', undefined],
  ['htmltext', undefined],
  ['nested', undefined],
  ['long', 'Only the beginning is kept.'],
  ['error', undefined],
  ['success', undefined],
] as const;

for (const [what, bodies] of [
  ['is empty or a JSON value', ACCEPTED.slice(0, 9)],
  ['is a text, broken, long or speaks of an error', ACCEPTED.slice(9)],
] as const) {
  test(`R30: a 200 whose body ${what} is accepted, and shown as text`, async ({ page, signIn, wire }) => {
    await signIn('/provider');
    for (const [index, [body, shown]] of bodies.entries()) {
      await fill(page, { sid: `odd-${body}` });
      await saveButton(page).click();
      await expect(sentList(page).getByText('Saved SID ending')).toHaveCount(index + 1);
      await expect(page.getByRole('heading', { name: 'Configuration accepted' })).toBeVisible();
      await expect(page.getByText(`account SID odd-${body},`)).toBeVisible();
      await expect(lastAnswer(page)).toContainText('Accepted');
      if (shown !== undefined) await expect(lastAnswer(page)).toContainText(shown);
      else await expect(lastAnswer(page).getByRole('region', { name: 'Response body' })).not.toBeEmpty();
      if (body === 'error' || body === 'success') {
        await expect(
          note(page, 'Its answer speaks of an error: read it before you rely on this.'),
        ).toBeVisible();
      }
      expect(await page.locator('main script, main img, main iframe').count()).toBe(0);
      await expectNoSidewaysScroll(page);
      expect(wire).toHaveLength(index + 1);
    }
  });
}

test('R30: a web page in place of an answer leaves the outcome unknown', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { sid: 'odd-html' });
  await saveButton(page).click();
  await expect(note(page, 'Outcome unknown')).toContainText('A web page answered in place of the service.');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expect(lastAnswer(page)).toContainText('Unknown');
  await expect(sentList(page)).toContainText('Save, SID ending tml: answered 200');
  expect(wire).toHaveLength(1);
});

const REFUSALS: Record<number, string> = {
  400: 'The service rejected these values',
  403: 'The service does not allow you this',
  404: 'The service does not seem to know this',
  409: 'The service reports a conflict',
  410: 'The service says that this is gone',
  422: 'The service rejected these values',
  429: 'The service asks to wait',
  500: 'The service reports a failure of its own',
  502: 'The service reports a failure of its own',
  503: 'The service reports a failure of its own',
};
const REFUSAL_BODIES = ['', '-empty', '-text', '-html', '-problem', '-errorobject', '-broken', '-long'];

for (const statuses of [
  [400, 403],
  [404, 409],
  [410, 422],
  [429, 500],
  [502, 503],
]) {
  test(`R40: refused with ${statuses.join(' or ')} and any body, the form keeps its content and nothing is repeated`, async ({
    page,
    signIn,
    wire,
  }) => {
    await signIn('/provider');
    let sent = 0;
    for (const status of statuses) {
      for (const body of REFUSAL_BODIES) {
        // No wait is asked for, so that the next one may leave at once.
        const sid = `fail-${status}${[429, 503].includes(status) ? '-0s' : ''}${body}`;
        await fill(page, { sid });
        await saveButton(page).click();
        sent += 1;
        await expect(sentList(page).getByText('Save rejected')).toHaveCount(sent);
        await expect(note(page, REFUSALS[status] ?? '')).toContainText(
          new RegExp(`It answered ${status}( and said nothing more|: “)`),
        );
        await expect(lastAnswer(page)).toContainText('Rejected');
        await expect(accountSid(page)).toHaveValue(sid);
        await expect(authToken(page)).toHaveValue(TOKEN);
        await expect(phoneNumber(page)).toHaveValue(PHONE);
        expect(wire).toHaveLength(sent);
      }
      await expectNoSidewaysScroll(page);
    }
  });
}

test('R40: a sign-in that is not accepted is asked for again, and the form keeps its content', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page, { sid: 'fail-401' });
  await saveButton(page).click();
  await expect(note(page, 'It answered 401')).toContainText('Your session has ended');
  await expect(note(page, 'Your session has ended.')).toContainText('Nothing on this page is lost.');
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expect(accountSid(page)).toHaveValue('fail-401');
  // Once, and once more with the renewed token: a 401 was not executed.
  expect(wire.length).toBeLessThanOrEqual(2);
});

test('R40: a rejection is read out, and the correction is saved', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { sid: 'fail-422-problem' });
  await page.keyboard.press('Control+Enter');
  const alert = note(page, 'The service rejected these values');
  await expect(alert).toBeFocused();
  await expect(alert).toContainText(/It answered 422: “.+”\. Correct them and save again\./);
  await expectAccessible(page);
  await accountSid(page).fill(SID);
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(2);
});

test('an answer that does not come leaves the outcome unknown; saving again gets one', async ({
  page,
  signIn,
  wire,
  configure,
}) => {
  await configure({
    api: {
      baseUrl: (await (await page.request.get('/config.json')).json()).api.baseUrl,
      writeTimeoutSeconds: 25,
    },
  });
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
    'No answer came within 25 s, so these values may or may not be stored. Save again with the same values to get an answer.',
  );
  await expect(lastAnswer(page)).toContainText('No answer');
  await expect(lastAnswer(page)).toContainText(/None waited \d+(\.\d)? s/);
  await expect(sentList(page)).toContainText('Save, SID ending 000: no answer');
  await expectAccessible(page);
  expect(wire).toHaveLength(1);
  await alert.getByRole('button', { name: 'Save again' }).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(2);
  expect(wire[1]?.body).toBe(wire[0]?.body);
});

test('a broken connection after the deed is an unknown outcome too', async ({ page, signIn, serviceLog }) => {
  await signIn('/provider');
  await fill(page, { sid: 'drop-after' });
  await saveButton(page).click();
  await expect(note(page, 'Outcome unknown')).toContainText('these values may or may not be stored');
  await expect(authToken(page)).toHaveValue(TOKEN);
  expect((await serviceLog()).map(({ did, answer }) => [did, answer])).toEqual([['saved', 'dropped']]);
});
