import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

const SID = 'AP4c19e7d0b25f83a6417e';
const TOKEN = '9d8f7c6b5a4e3d2c1b0a';
const PHONE = '+44 20 7946 0018';

const accountSid = (page: Page) => page.getByRole('textbox', { name: 'Account SID' });
const authToken = (page: Page) => page.getByRole('textbox', { name: 'Auth token' });
const phoneNumber = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save configuration' });
const note = (page: Page, title: string) =>
  page.getByRole(/accepted|deleted/.test(title) ? 'status' : 'alert').filter({ hasText: title });
const lastAnswer = (page: Page) => page.getByRole('region', { name: 'Last answer' });
const sentList = (page: Page) => page.getByRole('list', { name: 'Sent from this browser' });

const fill = async (page: Page, { sid = SID, token = TOKEN, phone = PHONE } = {}) => {
  await accountSid(page).fill(sid);
  await authToken(page).fill(token);
  await phoneNumber(page).fill(phone);
};

/** All that the page's own memory holds as text, after what nobody needs has been given back. */
const heapText = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
};

/** What every input that is still alive holds, shown or not. */
const inputTexts = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'HTMLInputElement.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const values = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.map((input) => input.value).join("|"); }',
  });
  await session.detach();
  return String(values.result.value);
};

/** What this browser keeps for the page: both storages and every database. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        kept.push(await done(db.transaction(store).objectStore(store).getAll()));
      }
      db.close();
    }
    return JSON.stringify(kept);
  });

const deleteAfterTyping = async (page: Page, word: string) => {
  await page.getByRole('button', { name: 'Delete configuration…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(word);
  await page.keyboard.press('Enter');
};

test('R3, R22, R23, R24: a save is exactly one request, in the words of the interface', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
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

test('R3: a double click, a held Enter and a second Ctrl Enter send nothing more', async ({
  page,
  signIn,
  wire,
}) => {
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

  await fill(page, { sid: 'slow-700' });
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(3);
});

test('R2: another name of the provider stands in paths and fields', async ({
  page,
  signIn,
  wire,
  configure,
  strict,
}) => {
  strict.allowRequest(/_acme$/);
  await configure({
    provider: {
      identifier: 'acme',
      voiceProviderField: 'acmeVoice',
      voiceProviders: [
        { value: 'v-1', label: 'North' },
        { value: 'v-2', label: 'South' },
      ],
    },
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
  await expect(sentList(page).getByText('Deleted configuration')).toBeVisible();
  expect(wire[1]).toMatchObject({ method: 'DELETE', path: '/api/v3/delete_acme' });
});

test('R9, R10, R11: empty or blank fields are named, and no request leaves', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await saveButton(page).click();
  const alert = note(page, 'Nothing was sent');
  await expect(alert).toContainText(
    'Three fields need a change before the service is asked: Account SID, Auth token and Phone number.',
  );
  await expect(accountSid(page)).toBeFocused();
  for (const [field, what] of [
    [accountSid(page), 'account SID'],
    [authToken(page), 'auth token'],
    [phoneNumber(page), 'phone number'],
  ] as const) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(
      new RegExp(`^Enter the ${what}\\. It can’t be left out\\.`),
    );
  }
  await expectAccessible(page);

  await fill(page, { sid: '  ', token: '  ' });
  await page.keyboard.press('Control+Enter');
  await expect(alert).toContainText('Two fields need');
  await alert.getByRole('link', { name: 'Auth token' }).click();
  await expect(authToken(page)).toBeFocused();
  await expect(page).toHaveURL(/\/provider$/);

  await page.keyboard.type('x');
  await expect(authToken(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(alert).toContainText('One field needs a change before the service is asked: Account SID.');
  await accountSid(page).fill('x');
  await expect(alert).toBeHidden();
  expect(wire).toEqual([]);
});

test('R9, R11: digits are sent as the strings that were typed, a token as it is', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page, { sid: ' 00123 ', token: ' 0x "quoted" ', phone: '5550100' });
  await accountSid(page).focus();
  await expect(authToken(page)).toHaveAccessibleDescription(/It has a blank at one end, which is sent too\./);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(JSON.parse(wire[0]?.body ?? '')).toEqual({
    providerAccountSid: '00123',
    providerAuthToken: ' 0x "quoted" ',
    providerPhoneNumber: '5550100',
  });
});

test('R11: a doubtful number is hinted at and accepted', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  for (const [phone, hint] of [
    ['+1 555 0100', 'This may not be a complete number. It is sent as typed.'],
    ['5550100', 'This number has no country code. It is sent as typed.'],
  ] as const) {
    await fill(page, { phone });
    await phoneNumber(page).blur();
    await expect(phoneNumber(page)).toHaveAccessibleDescription(
      `With the country code, such as +44 20 7946 0018. ${hint}`,
    );
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toContainText(`phone number ${phone}`);
  }
  expect(wire.map(({ body }) => JSON.parse(body ?? '').providerPhoneNumber)).toEqual([
    '+1 555 0100',
    '5550100',
  ]);
  await phoneNumber(page).fill(PHONE);
  await phoneNumber(page).blur();
  await expect(phoneNumber(page)).toHaveAccessibleDescription(
    'With the country code, such as +44 20 7946 0018.',
  );
});

test('R11: letters in a number are refused before the service is asked', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await fill(page, { phone: '+44 20 7946 OO18' });
  await saveButton(page).click();
  await expect(phoneNumber(page)).toBeFocused();
  await expect(
    page.getByText('Use digits after the country code. “20 7946 OO18” has letters in it.'),
  ).toBeVisible();
  expect(wire).toEqual([]);
});

test('R12, R32: the voice provider has three choices in order; not set leaves it out', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  const choices = page.getByRole('group', { name: 'Voice provider' });
  await expect(choices).toHaveAccessibleDescription(
    'Not set leaves this field out of the request. The service doesn’t say what it then uses.',
  );
  expect(await choices.locator('label').allTextContents()).toEqual(['Not set', 'PROVIDER_A', 'PROVIDER_B']);
  await expect(choices.getByRole('radio', { name: 'Not set' })).toBeChecked();
  for (const choice of ['PROVIDER_A', 'PROVIDER_B', 'Not set']) {
    await choices.getByRole('radio', { name: choice }).check();
    await fill(page);
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toContainText(
      choice === 'Not set' ? 'no voice provider' : `voice provider ${choice}`,
    );
  }
  expect(wire.map(({ body }) => Object.entries(JSON.parse(body ?? '')).slice(3))).toEqual([
    [['voiceProvider', 'PROVIDER_A']],
    [['voiceProvider', 'PROVIDER_B']],
    [],
  ]);
});

test('R33: what was accepted is named, what is secret is not, and nothing is verified', async ({
  page,
  signIn,
}) => {
  await signIn('/provider');
  await expect(
    page.getByText('Replaces the account SID, auth token and phone number the service holds for you.'),
  ).toBeVisible();
  await fill(page);
  await saveButton(page).click();
  const accepted = note(page, 'Configuration accepted');
  await expect(accepted).toContainText(/The service answered 200 at \d\d:\d\d:\d\d\./);
  await expect(accepted).toContainText(`account SID ${SID}, phone number ${PHONE} and no voice provider`);
  await expect(accepted).toContainText('The auth token has been cleared from this form.');
  await expect(page.getByRole('main')).not.toContainText(/verified|connected|saved settings/i);
  await expect(lastAnswer(page)).toContainText('POST /api/v3/update_provider');
  await expect(lastAnswer(page)).toContainText(/200 in \d+ ms/);
  await expect(lastAnswer(page)).toContainText('Accepted');
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await expect(sentList(page)).toContainText('Voice provider not sent, answered 200');
  await expect(accountSid(page)).toHaveValue(SID);
  await expect(authToken(page)).toHaveValue('');
  await expectAccessible(page);
});

test('R10: after an accepted save the secret is nowhere', async ({ page, signIn, wire }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  // A service that says everything back, as it came and with escapes.
  await page.route(/update_provider$/, async (route) => {
    const body = route.request().postData() ?? '';
    const escaped = [...TOKEN].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    await route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: `{"message":"saved ${TOKEN}","again":"${escaped}","received":${body}}`,
    });
  });
  await signIn('/provider');
  await accountSid(page).fill(SID);
  await phoneNumber(page).fill(PHONE);
  // Key by key, as a person types: the test's own tools then never hold the whole in the page.
  await authToken(page).pressSequentially(TOKEN);
  await page.getByRole('button', { name: 'Show auth token' }).click();
  expect(await inputTexts(page)).toContain(TOKEN);
  expect(await heapText(page)).toContain(TOKEN);

  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await expect(lastAnswer(page)).toContainText(
    'Where the answer repeats the auth token, ••• stands in its place.',
  );
  expect(wire[0]?.body).toContain(TOKEN);
  await expect(authToken(page)).toHaveValue('');
  await expect(authToken(page)).toHaveAttribute('type', 'password');
  await authToken(page).focus();
  await page.keyboard.press('Control+z');
  await expect(authToken(page)).toHaveValue('');

  const half = TOKEN.slice(0, 12);
  expect(await page.content()).not.toContain(half);
  expect(await inputTexts(page)).not.toContain(half);
  expect(page.url()).not.toContain(half);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(half);
  expect(await storedText(page)).toContain('17e');
  expect(await storedText(page)).not.toContain(half);
  expect(told.join('\n')).not.toContain(half);
  expect(await heapText(page)).not.toContain(half);
});

test('R10: what was not accepted stays in the field, and leaving the page clears it', async ({
  page,
  signIn,
}) => {
  await signIn('/provider');
  await accountSid(page).fill('fail-422');
  await phoneNumber(page).fill(PHONE);
  await authToken(page).pressSequentially(TOKEN);
  await saveButton(page).click();
  await expect(note(page, 'The service rejected these values')).toBeVisible();
  await expect(authToken(page)).toHaveValue(TOKEN);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  expect(await storedText(page)).not.toContain(TOKEN);
  expect(await inputTexts(page)).not.toContain(TOKEN);
  expect(await heapText(page)).not.toContain(TOKEN);
});

for (const [body, shown] of [
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
] as const) {
  test(`R30: a 200 whose body is "${body}" is accepted, and shown as text`, async ({
    page,
    signIn,
    wire,
  }) => {
    await signIn('/provider');
    await fill(page, { sid: `odd-${body}` });
    await saveButton(page).click();
    const title = page.getByRole('heading', { name: 'Configuration accepted' });
    await expect(title).toBeVisible();
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
    expect(wire).toHaveLength(1);
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

for (const [status, title] of Object.entries(REFUSALS)) {
  test(`R40: refused with ${status} and any body, the form keeps its content and nothing is repeated`, async ({
    page,
    signIn,
    wire,
  }) => {
    await signIn('/provider');
    const bodies = ['', '-empty', '-text', '-html', '-problem', '-errorobject', '-broken', '-long'];
    for (const [index, body] of bodies.entries()) {
      // No wait is asked for, so that the next one may leave at once.
      const sid = `fail-${status}${/429|503/.test(status) ? '-0s' : ''}${body}`;
      await fill(page, { sid });
      await saveButton(page).click();
      await expect(sentList(page).getByText('Save rejected')).toHaveCount(index + 1);
      await expect(note(page, title)).toContainText(
        new RegExp(`It answered ${status}( and said nothing more|: “)`),
      );
      await expect(lastAnswer(page)).toContainText('Rejected');
      await expect(accountSid(page)).toHaveValue(sid);
      await expect(authToken(page)).toHaveValue(TOKEN);
      await expect(phoneNumber(page)).toHaveValue(PHONE);
      expect(wire).toHaveLength(index + 1);
    }
    await expectNoSidewaysScroll(page);
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
      writeTimeoutSeconds: 1.5,
    },
  });
  await signIn('/provider');
  await fill(page, { sid: 'once-slow-4000' });
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(page.getByText('Waiting for an answer, 1 s of 1.5 s')).toBeVisible();
  await expectAccessible(page);
  const alert = note(page, 'Outcome unknown');
  await expect(alert).toContainText(
    'No answer came within 1.5 s, so these values may or may not be stored. Save again with the same values to get an answer.',
  );
  await expect(lastAnswer(page)).toContainText('No answer');
  await expect(lastAnswer(page)).toContainText(/None waited \d(\.\d)? s/);
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

test('R31: a save answered with any 2xx is accepted, and its number shown', async ({ page, signIn }) => {
  await signIn('/provider');
  for (const status of [201, 202, 204, 206]) {
    await fill(page, { sid: `odd-${status}` });
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toContainText(`The service answered ${status} at`);
    await expect(sentList(page)).toContainText(`answered ${status}`);
  }
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

test('one change at a time: while one is on its way, nothing else is sent', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page, { sid: 'slow-1200' });
  await saveButton(page).click();
  const open = page.getByRole('button', { name: 'Delete configuration…' });
  await expect(open).toBeDisabled();
  await open.dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  expect(wire).toHaveLength(1);
});

test('leaving with unsaved input asks; after an accepted save it does not', async ({ page, signIn }) => {
  await signIn('/provider');
  const webhooks = page.getByRole('link', { name: 'Webhooks' });
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await fill(page);
  await webhooks.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(authToken(page)).toHaveValue(TOKEN);

  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(authToken(page)).toHaveValue(TOKEN);

  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await webhooks.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});

test('what was typed and taken back asks nothing', async ({ page, signIn }) => {
  await signIn('/provider');
  await accountSid(page).fill('x');
  await accountSid(page).fill('');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});

test('a save on its way goes on when the person goes elsewhere, and its outcome is written down', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/provider');
  await fill(page, { sid: 'slow-1500' });
  await page.getByRole('radio', { name: 'PROVIDER_A' }).check();
  await saveButton(page).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(sentList(page)).toContainText('Saving, SID ending 500');
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(sentList(page)).toContainText('Saved SID ending 500, phone ending 0018');
  await expect(sentList(page)).toContainText('PROVIDER_A, answered 200');
  await expect(saveButton(page)).toBeVisible();
  expect(wire).toHaveLength(1);
  expect(wire[0]?.body).toContain(TOKEN);
});

test('what was sent is still listed after a reload, with endings only', async ({ page, signIn }) => {
  await signIn('/provider');
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await expect(
    page.getByText('Saves from other browsers don’t appear here. Auth tokens are never kept.'),
  ).toBeVisible();
  await fill(page);
  await saveButton(page).click();
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await page.reload();
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await expect(accountSid(page)).toHaveValue('');
  expect(await page.content()).not.toContain(SID);
  expect(await storedText(page)).not.toContain(SID);
  expect(await storedText(page)).not.toContain(PHONE);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state is accessible on a phone, ${colorScheme}`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await signIn('/provider');
    await expect(page.getByText('Nothing sent yet.')).toBeVisible();
    const check = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    await check();
    await saveButton(page).click();
    await expect(note(page, 'Nothing was sent')).toBeVisible();
    await check();
    for (const [sid, title] of [
      ['fail-422-long', 'The service rejected these values'],
      ['drop-after', 'Outcome unknown'],
      [SID.repeat(6), 'Configuration accepted'],
    ] as const) {
      await fill(page, { sid });
      await saveButton(page).click();
      await expect(note(page, title)).toBeInViewport();
      await check();
    }
    await page.getByRole('button', { name: 'Delete configuration…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
    await page.keyboard.type('sandbox');
    await page.keyboard.press('Enter');
    await expect(note(page, 'Configuration deleted')).toBeInViewport();
    await check();
  });
}
