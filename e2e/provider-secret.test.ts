import type { Page } from 'playwright/test';
import { expect, signInAtServer, storage, test, type Sent } from './fixtures.ts';
import {
  accountSid,
  authToken,
  fill,
  holdSaves,
  answerDetails,
  note,
  PHONE,
  phoneNumber,
  saveButton,
  sentList,
  SID,
  TOKEN,
} from './provider-kit.ts';
import { logOpened } from './webhooks-kit.ts';

/** All strings in the page's heap after garbage collection. */
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

/** The values of all inputs, attached or not. */
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

/** A service that echoes requests, plain and escaped. */
const echo = (page: Page) =>
  page.route(/update_provider$/, async (route) => {
    const body = route.request().postData() ?? '';
    const escaped = [...TOKEN].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    await route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: `{"message":"saved ${TOKEN}","again":"${escaped}","received":${body}}`,
    });
  });

const REFUSED_TOKEN = 'f0e1d2c3b4a596877869';
const HELD_TOKEN = '1029384756afbecd8e7f';
const firstHalf = (token: string) => token.slice(0, 12);

/** As a keyboard does, so that the test's own tools never have the secret in the page. */
const typeToken = async (page: Page, token: string) => {
  await authToken(page).focus();
  await page.keyboard.insertText(token);
};

/** Leaves with a token that was refused, one whose answer is to come, and one that was accepted. */
const saveAndLeave = async (page: Page, wire: readonly Sent[]) => {
  await logOpened(page);
  const save = async (sid: string, token: string) => {
    await expect(authToken(page)).toHaveValue('');
    await accountSid(page).fill(sid);
    await phoneNumber(page).fill(PHONE);
    await typeToken(page, token);
    await saveButton(page).click();
  };
  const leave = async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  };
  const expectNowhere = async (token: string) => {
    expect(await inputTexts(page)).not.toContain(firstHalf(token));
    expect(await storage(page)).not.toContain(firstHalf(token));
  };

  await test.step('after leaving with a token that was not accepted', async () => {
    await save('fail-422', REFUSED_TOKEN);
    await expect(note(page, 'Refused: invalid values')).toBeVisible();
    await expect(authToken(page)).toHaveValue(REFUSED_TOKEN);
    expect(await inputTexts(page)).toContain(REFUSED_TOKEN);
    await leave();
    await expectNowhere(REFUSED_TOKEN);
  });

  await test.step('after leaving before the answer', async () => {
    await page.getByRole('link', { name: 'Provider' }).click();
    const letThrough = await holdSaves(page);
    await save('AP-held', HELD_TOKEN);
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await leave();
    letThrough();
    await expect.poll(() => storage(page)).toContain('"outcome":"accepted"');
    await expectNowhere(HELD_TOKEN);
  });

  await test.step('after a save that is answered with its token', async () => {
    await page.unrouteAll();
    await echo(page);
    await page.getByRole('link', { name: 'Provider' }).click();
    await page.getByRole('button', { name: 'Show auth token' }).click();
    await save(SID, TOKEN);
    await expect(answerDetails(page)).toContainText(
      'Hidden: this answer contains the auth token that was sent',
    );
    await expect(note(page, 'Configuration accepted')).toContainText(`SID ${SID}`);
    expect(wire.at(-1)?.body).toContain(TOKEN);
    await expect(authToken(page)).toHaveValue('');
    await expect(authToken(page)).toHaveAttribute('type', 'password');
    await authToken(page).focus();
    await page.keyboard.press('Control+z');
    await expect(authToken(page)).toHaveValue('');
    await expectNowhere(TOKEN);
    expect(await page.content()).not.toContain(firstHalf(TOKEN));
    expect(page.url()).not.toContain(firstHalf(TOKEN));
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(firstHalf(TOKEN));
  });
};

test('leaves no token after a save or after leaving', async ({ page, signIn, wire }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await signIn('/provider');
  await saveAndLeave(page, wire);
  for (const token of [TOKEN, REFUSED_TOKEN, HELD_TOKEN])
    expect(said.join('\n')).not.toContain(firstHalf(token));
  await page.reload();
  await expect(sentList(page)).toContainText('Saved SID ending 17e, phone ending 0018');
  await expect(accountSid(page)).toHaveValue('');
  expect(await page.content()).not.toContain(SID);
  expect(await storage(page)).not.toContain(SID);
  expect(await storage(page)).not.toContain(PHONE);
});

test('keeps no token or left form in memory', { tag: '@release' }, async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await saveAndLeave(page, wire);
  const heap = await heapText(page);
  // The scan works: it finds what is still in a field.
  expect(heap).toContain(SID);
  for (const token of [TOKEN, REFUSED_TOKEN, HELD_TOKEN]) expect(heap).not.toContain(firstHalf(token));

  await test.step('lets go of a form that was left after a save', async () => {
    for (const sid of ['AP-first', 'AP-second', 'AP-third', 'AP-fourth']) {
      await fill(page, { sid });
      await saveButton(page).click();
      await expect(note(page, 'Configuration accepted')).toContainText(`SID ${sid}`);
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
      await page.getByRole('link', { name: 'Provider' }).click();
      await expect(accountSid(page)).toHaveValue('');
    }
    // React keeps the last ones for a while, and the engine collects others a little later.
    await expect.poll(() => inputTexts(page)).not.toMatch(/AP-(?:first|second)/);
  });
});

test('shows no token once the session has ended', async ({ page, context, configure, signIn, person }) => {
  await page.clock.install();
  await configure({ session: { idleMinutes: 1 } });
  await signIn('/provider');
  await authToken(page).fill(TOKEN);
  const show = page.getByRole('button', { name: 'Show auth token' });
  await show.click();
  await expect(authToken(page)).toHaveAttribute('type', 'text');
  await logOpened(page);
  await page.clock.fastForward(70_000);
  const ended = page.getByText('Your session has ended.', { exact: true });
  await expect(ended).toBeVisible();
  await expect(show).toBeDisabled();
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(authToken(page)).toHaveAttribute('type', 'password');

  await context.clearCookies();
  const opened = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(await opened, person);
  await expect(ended).toBeHidden();
  await expect(authToken(page)).toHaveAttribute('type', 'password');
  await show.click();
  await expect(authToken(page)).toHaveAttribute('type', 'text');
  await expect(authToken(page)).toHaveValue(TOKEN);
});
