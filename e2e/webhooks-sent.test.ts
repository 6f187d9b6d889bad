import { expect, signInAtServer, test } from './fixtures.ts';
import {
  ADD,
  answer,
  answered,
  attach,
  attachButton,
  confirmDetach,
  detachButton,
  entries,
  fill,
  REMOVE,
  sentList,
  webhookField,
  writes,
} from './webhooks-kit.ts';

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
    const storeName = 'entries';
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
  expect(header).toBe(
    '\uFEFFkind,time,operation,campaignId,webhookId,outcome,status,durationMs,undoOf,undoneBy,source,pairs,accepted,refused,unknown,notSent',
  );
  expect(row).toMatch(/^pair,[^,]+Z,attach,cmp-1,'=cmd,accepted,200,\d+,{8}$/);
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
