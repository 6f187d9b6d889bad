import type { Page } from 'playwright/test';
import { begin, heading } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import {
  ADD,
  answer,
  answered,
  attach,
  confirmDetach,
  copyRow,
  entries,
  REMOVE,
  openHistory,
  sentList,
  writes,
} from './webhooks-kit.ts';

test('undoes and retries once', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await answer(page).getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Detach this webhook?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(writes(wire)).toHaveLength(1);

  await answer(page).getByRole('button', { name: 'Undo' }).click();
  await confirmDetach(page);
  await answered(page, 'Detached');
  await expect(entries(page)).toHaveText([
    /^\d\d:\d\d:\d\dDetached wh-1from cmp-1, undo of \d\d:\d\d:\d\dAttach$/,
    /^\d\d:\d\d:\d\dAttached wh-1to cmp-1, undone$/,
  ]);
  await expect(entries(page).nth(1).locator('s')).toHaveText('Attached wh-1');
  expect(writes(wire).map(({ path }) => path)).toEqual([ADD, REMOVE]);

  await test.step('says what was attached before', async () => {
    await attach(page, 'wh-again');
    await answered(page, 'Attached');
    await attach(page, 'wh-again');
    await answered(page, 'Accepted, with a message');
    await expect(answer(page)).toContainText('The service says “webhook was attached already”.');
    await answer(page).getByRole('button', { name: 'Undo' }).click();
    await expect(dialog).toContainText(/This browser had attached it before already, at \d\d:\d\d:\d\d\./);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('what was refused', async () => {
    await attach(page, 'attach-once-fail-503');
    await answered(page, 'Refused: the service answered 503');
    // The list moves under the second click.
    await entries(page).first().getByRole('button', { name: 'Retry' }).dblclick();
    await answered(page, 'Attached');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(writes(wire)).toHaveLength(6);
  });
  await test.step('an undo', async () => {
    await attach(page, 'detach-once-fail-503');
    await expect(entries(page).first()).toContainText('Attached detach-once-fail-503');
    await answer(page).getByRole('button', { name: 'Undo' }).click();
    await confirmDetach(page);
    await answered(page, 'Refused: the service answered 503');
    await expect(entries(page).nth(1)).not.toContainText('undone');
    await expect(entries(page).first()).toContainText(/refused, 503.*undo of/);
    await entries(page).first().getByRole('button', { name: 'Retry' }).click();
    await confirmDetach(page);
    await answered(page, 'Detached');
    await expect(entries(page).nth(2)).toContainText('undone');
  });
});

/** Exports the list, and checks its columns and first row. */
const expectExported = async (page: Page, firstRow: RegExp) => {
  const { name, text } = await download(page, () =>
    sentList(page).getByRole('button', { name: 'Export' }).click(),
  );
  expect(name).toMatch(/^sent-from-this-browser-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
  const [header, row] = text.split('\r\n');
  expect(header).toBe(
    '\uFEFFKind,Time (UTC),Operation,Campaign ID,Webhook ID,Outcome,Status,Answer,Duration (ms),Undo of (UTC),Undone by (UTC),Source,Pairs,Accepted,Refused,Unknown,Not sent',
  );
  expect(row).toMatch(firstRow);
};

test('keeps, finds and exports what was sent', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, '=cmd');
  await answered(page, 'Attached');
  await openHistory(page);
  await expectExported(
    page,
    /^pair,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,attach,cmp-1,'=cmd,accepted,200,,\d+,{8}$/,
  );

  await page.getByRole('link', { name: 'One pair' }).click();
  await attach(page, 'fail-400');
  await answered(page, 'Refused: invalid values');
  await copyRow(page, 250, '0');
  await page.reload();
  await expect(entries(page)).toHaveCount(10);
  await openHistory(page);
  await expect(entries(page)).toHaveCount(100);
  const pages = page.getByRole('navigation', { name: 'Pages of history' });
  await expect(pages).toContainText('1–100 of 252');
  await pages.getByRole('button', { name: 'Last page' }).click();
  await expect(pages).toContainText('201–252 of 252');
  await expect(entries(page).last()).toContainText('Attached old-250');
  await pages.getByRole('button', { name: 'First page' }).click();
  await expect(entries(page).first()).toContainText(/Attach fail-400: refused, 400/);
  await expect(entries(page).nth(1)).toContainText('Attached =cmd');
  await expect(answer(page)).toHaveCount(0);
  await test.step('says that it could not be exported', async () => {
    // Before a search has read all of it.
    await page.evaluate(() => {
      const openCursor: unknown = Reflect.get(IDBIndex.prototype, 'openCursor');
      IDBIndex.prototype.openCursor = () => {
        throw new DOMException('The connection was lost', 'AbortError');
      };
      Object.assign(window, { mend: () => Object.assign(IDBIndex.prototype, { openCursor }) });
    });
    await sentList(page).getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('The list could not be exported. Try again.')).toBeVisible();
    await page.evaluate(() => void Reflect.apply(Reflect.get(window, 'mend'), undefined, []));
  });
  await page.getByRole('searchbox', { name: 'Filter history' }).fill('OLD-249 attached');
  await expect(entries(page)).toHaveText([/Attached old-249/]);
  await expect(page).toHaveURL('/webhooks/history?text=OLD-249+attached');
  const found = await download(page, () => sentList(page).getByRole('button', { name: 'Export' }).click());
  expect(found.text.trimEnd().split('\r\n')).toHaveLength(2);

  await test.step('leads from a search to the pairs of runs', async () => {
    await page.getByRole('link', { name: 'Bulk', exact: true }).click();
    await begin(page, ['cmp-1,wh-71', 'cmp-1,wh-72']);
    await expect(heading(page, /^Finished/)).toBeVisible();
    await page.getByRole('link', { name: 'Bulk', exact: true }).click();
    await openHistory(page);
    await page.getByRole('searchbox', { name: 'Filter history' }).fill('wh-71');
    await expect(sentList(page)).toContainText('0 found');
    await expect(sentList(page).getByRole('button', { name: 'Export' })).toHaveCount(0);
    await sentList(page).getByRole('link', { name: 'find “wh-71” in Campaigns' }).click();
    await expect(page).toHaveURL('/webhooks/campaigns?text=wh-71');
    await expect(page.getByRole('checkbox', { name: 'Select wh-71 of cmp-1' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select wh-72 of cmp-1' })).toHaveCount(0);
  });
});
