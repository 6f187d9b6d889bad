import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInAtServer,
  test,
  type Sent,
} from './fixtures.ts';

const ADD = '/api/v3/add_webhook_campaingn';
const REMOVE = '/api/v3/remove_webhook_campaingn';

const campaignField = (page: Page) => page.getByRole('textbox', { name: 'Campaign ID' });
const webhookField = (page: Page) => page.getByRole('textbox', { name: 'Webhook ID' });
const attachButton = (page: Page) => page.getByRole('button', { name: 'Attach', exact: true });
const detachButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Detach', exact: true });
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const answered = (page: Page, title: string) =>
  expect(answer(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
const sentList = (page: Page) => page.getByRole('complementary', { name: 'Activity' });
const entries = (page: Page) => sentList(page).getByRole('listitem');
const confirmDetach = (page: Page) =>
  page.getByRole('dialog', { name: 'Detach this webhook?' }).getByRole('button', { name: 'Detach' }).click();

const fill = async (page: Page, webhookId: string, campaignId = 'cmp-1') => {
  await campaignField(page).fill(campaignId);
  await webhookField(page).fill(webhookId);
};
const attach = async (page: Page, webhookId: string, campaignId = 'cmp-1') => {
  await fill(page, webhookId, campaignId);
  await attachButton(page).click();
};
const writes = (wire: readonly Sent[]) => wire.filter(({ path }) => path === ADD || path === REMOVE);
const idsOf = ({ query }: Sent) => Object.fromEntries(query);

test('R6: attaching sends exactly one request and says what it will do', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await expect(attachButton(page)).toHaveAccessibleDescription(
    /the webhook will trigger actions on campaign-specific events/,
  );
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await expect(answer(page)).toContainText('The webhook now acts on events of this campaign.');
  await expect(answer(page)).toContainText(`POST ${ADD}?webhookId=wh-1&campaignId=cmp-1`);
  await expect(answer(page)).toContainText(/200 in \d+ ms, at \d\d:\d\d:\d\d/);
  await expect(campaignField(page)).toHaveValue('cmp-1');
  await expect(webhookField(page)).toHaveValue('wh-1');
  expect(writes(wire)).toHaveLength(1);
});

test('R6: a double click and a held Enter attach once', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await attachButton(page).dblclick();
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(1);

  await webhookField(page).fill('wh-2');
  for (let press = 0; press < 20; press += 1) await page.keyboard.down('Enter');
  await expect(entries(page)).toHaveCount(2);
  await answered(page, 'Attached');
  for (let press = 0; press < 20; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await attach(page, 'wh-3');
  await expect(entries(page)).toHaveCount(3);
  expect(writes(wire).map((sent) => idsOf(sent)['webhookId'])).toEqual(['wh-1', 'wh-2', 'wh-3']);
});

test('R7: detaching asks first; cancelled it sends nothing, confirmed exactly one request', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await detachButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Detach this webhook?' });
  await expect(dialog).toContainText('The webhook wh-1 no longer triggers actions for the campaign cmp-1');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(detachButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(writes(wire)).toEqual([]);

  await detachButton(page).click();
  await dialog.getByRole('button', { name: 'Detach' }).dblclick({ force: true, noWaitAfter: true });
  await answered(page, 'Detached');
  await expect(answer(page)).toContainText('The webhook no longer triggers actions for this campaign.');
  expect(writes(wire)).toHaveLength(1);
});

test('R22, R23, R27, R28, R29: both requests are exact, without body and Content-Type', async ({
  page,
  signIn,
  wire,
  serviceLog,
}) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await detachButton(page).click();
  await confirmDetach(page);
  await answered(page, 'Detached');
  const sent = writes(wire);
  expect(sent.map(({ method, path, rawQuery, body }) => ({ method, path, rawQuery, body }))).toEqual([
    { method: 'POST', path: ADD, rawQuery: 'webhookId=wh-1&campaignId=cmp-1', body: null },
    { method: 'POST', path: REMOVE, rawQuery: 'webhookId=wh-1&campaignId=cmp-1', body: null },
  ]);
  for (const { headers } of sent) {
    expect(headers['accept']).toBe('application/json');
    expect(headers['content-type']).toBeUndefined();
    expect(headers['authorization']).toMatch(/^Bearer \S+$/);
  }
  const log = await serviceLog();
  expect(log.map(({ did, contentType, body }) => ({ did, contentType, body }))).toEqual([
    { did: 'attached', contentType: null, body: null },
    { did: 'detached', contentType: null, body: null },
  ]);
});

test('R18: IDs are strings and arrive as they were typed', async ({ page, signIn, serviceLog }) => {
  await signIn('/webhooks');
  await attach(page, 'a/b c+d&é#?', '007');
  await answered(page, 'Attached');
  await attach(page, '  wh-1\t', ' cmp  2 ');
  await expect(entries(page)).toHaveCount(2);
  await answered(page, 'Attached');
  await expect(webhookField(page)).toHaveValue('wh-1');
  const log = await serviceLog();
  expect(log.map(({ query }) => Object.fromEntries(query))).toEqual([
    { webhookId: 'a/b c+d&é#?', campaignId: '007' },
    { webhookId: 'wh-1', campaignId: 'cmp  2' },
  ]);
});

test('R18: an empty or blank ID is told at its field and nothing is sent', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attachButton(page).click();
  await expect(campaignField(page)).toBeFocused();
  await expect(campaignField(page)).toHaveAccessibleDescription(
    /Enter the campaign ID\. It can’t be left out\./,
  );
  await expect(webhookField(page)).toHaveAttribute('aria-invalid', 'true');
  await fill(page, '   ');
  await detachButton(page).click();
  await expect(webhookField(page)).toBeFocused();
  await expect(campaignField(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await webhookField(page).fill('wh-1');
  await expect(webhookField(page)).toHaveAttribute('aria-invalid', 'false');
  expect(writes(wire)).toEqual([]);
});

test('a link fills in the form and sends nothing, also after signing in', async ({ page, signIn, wire }) => {
  const query = `?campaignId=${encodeURIComponent('007 & co%41')}&webhookId=${encodeURIComponent('a/b+c')}`;
  await signIn(`/webhooks${query}`);
  await expect(campaignField(page)).toHaveValue('007 & co%41');
  await expect(webhookField(page)).toHaveValue('a/b+c');
  await page.reload();
  await expect(webhookField(page)).toHaveValue('a/b+c');
  expect(writes(wire)).toEqual([]);
  await expect(sentList(page)).toContainText('Nothing sent yet');
});

test('R19, R21: only accepted operations are told of a pair, with their time', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await fill(page, 'detach-fail-500');
  await expect(sentList(page)).toContainText('Nothing sent yet');
  await expect(page.getByText(/last accepted operation/)).toHaveCount(0);
  await attachButton(page).click();
  await answered(page, 'Attached');
  const note = page.getByText(
    /This browser’s last accepted operation for this pair was attach, at \d\d:\d\d\./,
  );
  await expect(note).toHaveCount(0);

  await detachButton(page).click();
  await confirmDetach(page);
  await answered(page, 'Detach failed');
  await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Attach accepted at \d\d:\d\d:\d\d$/ })).toBeVisible();

  await webhookField(page).fill('wh-other');
  await expect(note).toHaveCount(0);
});

test('R19: an outcome that is unknown leaves the last accepted operation as it was', async ({
  page,
  signIn,
}) => {
  await signIn('/webhooks');
  await attach(page, 'later-drop-after');
  await answered(page, 'Attached');
  await attachButton(page).click();
  await answered(page, 'Outcome unknown');
  await expect(page.getByRole('heading', { name: /^Attach accepted at/ })).toBeVisible();
  await page.reload();
  await fill(page, 'later-drop-after');
  await expect(page.getByRole('heading', { name: /^Attach accepted at/ })).toBeVisible();
});

for (const [id, shown] of [
  ['odd-empty', 'The answer has no body.'],
  ['odd-null', 'null'],
  ['odd-42', '42'],
  ['odd-array', '[]'],
  ['odd-text', 'Done, thank you'],
  ['odd-broken', '{"ok":tru'],
  ['odd-htmltext', '<h1>Sign in to the guest network</h1>'],
  ['odd-nested', '<img src=x onerror=alert(1)>'],
  ['odd-long', 'Only the beginning of the body is shown.'],
] as const) {
  test(`R30: a 200 with ${id} is accepted and its body shown as text`, async ({ page, signIn }) => {
    await signIn('/webhooks');
    await attach(page, id);
    await answered(page, 'Attached');
    await expect(answer(page)).toContainText(shown);
    await expect(answer(page).locator('img, h1')).toHaveCount(0);
    await expect(entries(page).first()).toContainText(`Attached ${id}`);
  });
}

test('R30: a web page in place of an answer leaves the outcome unknown', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'odd-html');
  await answered(page, 'Outcome unknown');
  await expect(answer(page)).toContainText('A web page answered in place of the service');
  await expect(answer(page)).toContainText('The webhook may or may not be attached.');
  await expect(entries(page).first()).toContainText('outcome unknown');
});

test('a body that speaks of an error is pointed at', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'odd-error');
  await answered(page, 'Attached');
  await expect(answer(page)).toContainText('its answer speaks of an error');
});

test('R31: any 2xx is accepted and its number is shown', async ({ page, signIn }) => {
  await signIn('/webhooks');
  for (const status of [201, 202, 204]) {
    await attach(page, `odd-${status}`);
    await expect(answer(page)).toContainText(new RegExp(`Answer${status} in \\d+ ms`));
    await answered(page, 'Attached');
  }
});

test('R39: nothing is pretended about events and deliveries', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await expect(page.getByRole('main')).not.toContainText(/test event|deliver|payload|connected|configured/i);
  await expect(page.getByRole('main')).toContainText('The service can’t list what is attached');
});

for (const [id, words] of [
  ['fail-400', 'The service answered 400. Its reason is below, as received.'],
  ['fail-403-text', 'The service answered 403.'],
  ['fail-404-empty', 'It gave no reason.'],
  ['fail-409-problem', 'The service answered 409.'],
  ['fail-422-errorobject', 'The service answered 422.'],
  ['fail-500-broken', 'The service answered 500.'],
  ['fail-502-html', 'It says “502 the voice network did not answer properly”.'],
] as const) {
  test(`R40: ${id} is readable, keeps the form and is not repeated`, async ({ page, signIn, wire }) => {
    await signIn('/webhooks');
    await attach(page, id);
    await answered(page, 'Attach failed');
    await expect(answer(page).getByRole('alert')).toContainText(words);
    await expect(answer(page)).toBeFocused();
    await expect(webhookField(page)).toHaveValue(id);
    await expect(campaignField(page)).toHaveValue('cmp-1');
    await expect(entries(page).first()).toContainText(`Couldn’t attach ${id}`);
    expect(writes(wire)).toHaveLength(1);
  });
}

test('R40: what failed is sent again at a word, and only then', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'once-fail-500');
  await answered(page, 'Attach failed');
  expect(writes(wire)).toHaveLength(1);
  await answer(page).getByRole('button', { name: 'Try again' }).click();
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(2);
});

test('an answer that does not come in time is unknown, and can be sent again', async ({
  page,
  signIn,
  wire,
  configure,
}) => {
  await configure({ api: { writeTimeoutSeconds: 0.4 } });
  await signIn('/webhooks');
  await attach(page, 'once-slow-2500');
  await answered(page, 'Outcome unknown');
  await expect(answer(page).getByRole('alert')).toContainText(
    'No answer came within 0.4 s. The webhook may or may not be attached. Send the same pair again to get an answer.',
  );
  await expect(answer(page)).toContainText(/None waited \d+ ms, until \d\d:\d\d:\d\d/);
  await expect(entries(page)).toHaveText([/Attach once-slow-2500: no answer.*outcome unknown.*Resend/]);
  expect(writes(wire)).toHaveLength(1);
  await entries(page).first().getByRole('button', { name: 'Resend' }).click();
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveCount(2);
  expect(writes(wire)).toHaveLength(2);
});

test('a connection that breaks after the act is unknown, never failed', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await fill(page, 'drop-after');
  await detachButton(page).click();
  await confirmDetach(page);
  await answered(page, 'Outcome unknown');
  await expect(answer(page)).toContainText('The webhook may or may not be detached.');
  await expect(entries(page).first()).toContainText('Detach drop-after: no answer');
  await answer(page).getByRole('button', { name: 'Send again' }).click();
  await confirmDetach(page);
  await expect(entries(page)).toHaveCount(2);
});

test('while an answer is waited for, the page says for how long', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'slow-2500');
  await expect(page.getByRole('button', { name: 'Attaching…' })).toBeVisible();
  await expect(answer(page)).toContainText('Waiting for an answer, 1 s of 30 s');
  await expect(entries(page).first()).toContainText('Attaching slow-2500');
  await answered(page, 'Attached');
  await expect(attachButton(page)).toBeVisible();
});

test('a write that is under way goes on in another area and its answer is kept', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await attach(page, 'slow-1500');
  await expect(page.getByRole('button', { name: 'Attaching…' })).toBeVisible();
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(page).toHaveURL(/\/provider$/);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await answered(page, 'Attaching…');
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveText([/Attached slow-1500/]);
  expect(writes(wire)).toHaveLength(1);
});

test('where the service asks to wait, nothing is sent until then, with a countdown', async ({
  page,
  signIn,
  serviceLog,
}) => {
  await signIn('/webhooks');
  await attach(page, 'fail-429-3s');
  await answered(page, 'Attach failed');
  await expect(page.getByText(/Nothing is sent until \d\d:\d\d:\d\d, in [1-3] s\./)).toBeVisible();
  await attach(page, 'wh-2');
  await expect(answer(page)).toContainText(
    /The service asked for fewer requests\. This is sent in [1-3] s\./,
  );
  await answered(page, 'Attached');
  await expect(page.getByText(/Nothing is sent until/)).toHaveCount(0);
  const log = await serviceLog();
  expect(log).toHaveLength(2);
  expect((log[1]?.at ?? 0) - (log[0]?.at ?? 0)).toBeGreaterThan(2900);
});

test('undo sends the opposite request once, asks where it detaches, and marks what it took back', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await answer(page).getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Detach this webhook?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(writes(wire)).toHaveLength(1);

  await entries(page).first().getByRole('button', { name: 'Undo' }).click();
  await confirmDetach(page);
  await answered(page, 'Detached');
  await expect(entries(page)).toHaveText([
    /^\d\d:\d\d:\d\dDetached wh-1from cmp-1, undo of \d\d:\d\d:\d\d$/,
    /^\d\d:\d\d:\d\dAttached wh-1to cmp-1, undone$/,
  ]);
  await expect(entries(page).nth(1).locator('s')).toHaveText('Attached wh-1');
  expect(writes(wire).map(({ path }) => path)).toEqual([ADD, REMOVE]);
});

test('a double click in the list sends once, although the list moves under it', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await attach(page, 'attach-once-fail-500');
  await answered(page, 'Attach failed');
  await entries(page).first().getByRole('button', { name: 'Retry' }).dblclick();
  await answered(page, 'Attached');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(writes(wire)).toHaveLength(2);
});

test('a held Enter on Detach opens its question and neither answers nor dismisses it', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await detachButton(page).focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('dialog', { name: 'Detach this webhook?' })).toBeVisible();
  expect(writes(wire)).toEqual([]);
});

test('undo of a detach attaches at once', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await detachButton(page).click();
  await confirmDetach(page);
  await answered(page, 'Detached');
  await entries(page).first().getByRole('button', { name: 'Undo' }).click();
  await answered(page, 'Attached');
  expect(writes(wire).map(({ path }) => path)).toEqual([REMOVE, ADD]);
});

test('an undo that fails leaves the entry standing and can be retried', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'detach-once-fail-500');
  await answered(page, 'Attached');
  await answer(page).getByRole('button', { name: 'Undo' }).click();
  await confirmDetach(page);
  await answered(page, 'Detach failed');
  await expect(entries(page).nth(1)).not.toContainText('undone');
  await expect(entries(page).first()).toContainText(/answered 500, undo of/);
  await entries(page).first().getByRole('button', { name: 'Retry' }).click();
  await confirmDetach(page);
  await answered(page, 'Detached');
  await expect(entries(page).nth(2)).toContainText('undone');
});

test('what was sent survives a reload, and is the person’s own', async ({ page, signIn, person }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await attach(page, 'fail-400');
  await answered(page, 'Attach failed');
  await page.reload();
  await expect(entries(page)).toHaveText([/Couldn’t attach fail-400.*answered 400/, /Attached wh-1/]);
  await expect(answer(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, `${person} other`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(sentList(page)).toContainText('Nothing sent yet');
});

test('where the session has ended nothing leaves, and nothing is said to be sent', async ({
  page,
  signIn,
  person,
  context,
  wire,
}) => {
  await signIn('/webhooks', { name: `${person} +2s` });
  await fill(page, 'wh-1');
  await context.clearCookies();
  await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: 15_000 });
  await attachButton(page).click();
  await answered(page, 'Not sent');
  await expect(answer(page)).toContainText('no request left this browser');
  await expect(entries(page)).toHaveText([/Attach wh-1: not sentto cmp-1, no request left.*Retry/]);
  await expect(webhookField(page)).toHaveValue('wh-1');
  expect(writes(wire)).toEqual([]);
});

test('"Keep campaign ID for the next pair" is remembered and does what it says', async ({ page, signIn }) => {
  await signIn('/webhooks');
  const keep = page.getByRole('checkbox', { name: 'Keep campaign ID for the next pair' });
  await expect(keep).toBeChecked();
  await fill(page, 'wh-1');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  // The webhook ID is selected: typing begins the next pair.
  await page.keyboard.type('wh-2');
  await expect(webhookField(page)).toHaveValue('wh-2');
  await expect(campaignField(page)).toHaveValue('cmp-1');

  await keep.uncheck();
  await page.reload();
  await expect(keep).not.toBeChecked();
  await fill(page, 'wh-3');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  await expect(campaignField(page)).toBeFocused();
  await expect(webhookField(page)).toHaveValue('wh-3');
  await page.keyboard.type('cmp-2');
  await expect(campaignField(page)).toHaveValue('cmp-2');
  await expect(webhookField(page)).toHaveValue('');
});

test('typing the same pair again on the way to a longer one loses nothing', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  await page.keyboard.type('wh-10');
  await expect(webhookField(page)).toHaveValue('wh-10');
  await expect(campaignField(page)).toHaveValue('cmp-1');
});

test('the newest 200 are shown, and more at a word', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const { name = '' } =
      (await indexedDB.databases()).find((found) => found.name?.startsWith('journal-')) ?? {};
    const database = await settled(indexedDB.open(name));
    const [storeName = ''] = database.objectStoreNames;
    const transaction = database.transaction(storeName, 'readwrite');
    const store = transaction.objectStore(storeName);
    const [entry] = (await settled(store.getAll())) as { at: number }[];
    if (!entry) throw new Error('nothing was kept');
    for (let n = 1; n <= 5000; n += 1) {
      const at = entry.at - n * 60_000;
      store.put({ ...entry, id: `0-${String(5000 - n).padStart(6, '0')}`, at, webhookId: `old-${n}` });
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  });
  await page.reload();
  await expect(entries(page)).toHaveCount(200);
  await expect(entries(page).first()).toContainText('Attached wh-1');
  await sentList(page).getByRole('button', { name: 'Show more' }).click();
  await expect(entries(page)).toHaveCount(400);
  await expect(entries(page).last()).toContainText('Attached old-399');
});

test('the list is exported as CSV that runs no formula', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, '=cmd');
  await answered(page, 'Attached');
  const downloading = page.waitForEvent('download');
  await sentList(page).getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sent-from-this-browser-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const [header, row] = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(header).toBe('\uFEFFtime,operation,campaignId,webhookId,outcome,status,durationMs,undoOf,undoneBy');
  expect(row).toMatch(/^[^,]+Z,attach,cmp-1,'=cmd,accepted,200,\d+,,$/);
});

test('where the browser refuses storage, the list says that it will not last', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveText([/Attached wh-1/]);
  await expect(sentList(page)).toContainText('the list ends when the page is closed');
});

test('everything can be done by the keyboard', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await campaignField(page).focus();
  await page.keyboard.type('cmp-1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wh-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(detachButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await answered(page, 'Detached');
  await expect(detachButton(page)).toBeFocused();
  expect(writes(wire).map(({ path }) => path)).toEqual([REMOVE]);
  const undo = entries(page).first().getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  // The button is gone: the keyboard goes on from the answer.
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`every state is accessible, ${scheme}`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await signIn('/webhooks');
    await expect(sentList(page)).toContainText('Nothing sent yet');
    await expectAccessible(page);
    await attachButton(page).click();
    await expectAccessible(page);
    for (const [id, title] of [
      ['wh-1', 'Attached'],
      ['fail-400', 'Attach failed'],
      ['drop-after', 'Outcome unknown'],
      ['odd-error', 'Attached'],
      ['slow-9000', 'Attaching…'],
    ] as const) {
      await attach(page, id);
      await answered(page, title);
      await expectAccessible(page);
    }
    await fill(page, 'wh-1');
    await expect(page.getByText(/last accepted operation/)).toBeVisible();
    await detachButton(page).click();
    await expectAccessible(page);
  });
}

test('on a phone nothing scrolls sideways, whatever the IDs', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/webhooks');
  await attach(page, `wh-${'x'.repeat(300)}`, `cmp ${'y z'.repeat(60)}`);
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
