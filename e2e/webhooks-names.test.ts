import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { button, check, row } from './bulk-kit.ts';
import { expect, test } from './fixtures.ts';
import { download } from './files-kit.ts';
import { answer, answered, campaignField, detachButton, webhookField, writes } from './webhooks-kit.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Names' });
const openNames = (page: Page) => page.getByRole('button', { name: 'Names…' }).press('Enter');
const nameField = (page: Page, what: string) => page.getByRole('textbox', { name: `Name of ${what}` });
const edit = (page: Page, what: string) => page.getByRole('button', { name: `Change the name of ${what}` });
const MANY = 120;
/** The first would run in a spreadsheet, so its apostrophe must come back. */
const manyNames = Array.from(
  { length: MANY },
  (_, at) => `campaign,cmp-${at},${at === 0 ? "'=" : ''}Name ${at} of something`,
);

test('names an ID by keyboard alone', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await campaignField(page).fill('cmp-renewals');
  for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add the name of campaign cmp-renewals' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(nameField(page, 'campaign cmp-renewals')).toBeFocused();
  await page.keyboard.insertText('Renewals');
  await page.keyboard.press('Enter');
  await expect(page.locator('bdi', { hasText: 'Renewals' })).toBeVisible();
  await webhookField(page).fill('wh-crm');
  await page.getByRole('button', { name: 'Add the name of webhook wh-crm' }).press('Enter');
  await page.keyboard.insertText('<b>CRM</b>');
  await page.keyboard.press('Enter');
  await expect(page.locator('bdi', { hasText: '<b>CRM</b>' })).toBeVisible();
  expect(writes(wire)).toEqual([]);

  await page.reload();
  await openNames(page);
  await expect(dialog(page)).toContainText('Kept in this browser only');
  await edit(page, 'campaign cmp-renewals').press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('Something else');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('Renewals');
  await expect(edit(page, 'campaign cmp-renewals')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog(page)).toContainText('Something else');
  await expect(edit(page, 'campaign cmp-renewals')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('Renewals EMEA');
  await page.keyboard.press('Enter');
  await edit(page, 'webhook wh-crm').press('Enter');
  await dialog(page).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await expect(edit(page, 'campaign cmp-renewals')).toBeFocused();
  await expect(dialog(page)).toContainText('Name of webhook wh-crm removed');
  await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Names…' })).toBeFocused();

  await campaignField(page).fill('cmp-renewals');
  await webhookField(page).fill('wh-1');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  expect(writes(wire)[0]?.query).toContainEqual(['campaignId', 'cmp-renewals']);
  await expect(answer(page)).toContainText('wh-1 to cmp-renewals (Renewals EMEA)');
  await detachButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('campaign cmp-renewals (Renewals EMEA).');
  await page.keyboard.press('Escape');

  // What was typed is sent, though something else is suggested.
  await campaignField(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('cmp-r');
  await page.keyboard.press('Enter');
  await expect.poll(() => writes(wire).length).toBe(2);
  expect(writes(wire)[1]?.query).toContainEqual(['campaignId', 'cmp-r']);
});

test('keeps a list of names, imported and exported', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/webhooks');
  await openNames(page);
  await test.step('adds one', async () => {
    await dialog(page).getByRole('button', { name: 'Add a name' }).click();
    const form = dialog(page).getByRole('form', { name: 'Add a name' });
    await form.getByRole('radio', { name: 'Webhook' }).check();
    await form.getByRole('textbox', { name: 'ID' }).fill(' wh-1 ');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.insertText('CRM');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('status').filter({ hasText: 'wh-1 is named CRM.' })).toBeVisible();
    await expect(edit(page, 'webhook wh-1')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'ID' })).toBeFocused();
  });
  await test.step('asks before one that is not saved is discarded', async () => {
    await dialog(page).getByRole('textbox', { name: 'ID' }).fill('wh-2');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard these names?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page).getByRole('textbox', { name: 'ID' })).toHaveValue('wh-2');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await openNames(page);
  await test.step('asks whether a file names campaigns or webhooks', async () => {
    await dialog(page)
      .getByLabel('File with names')
      .setInputFiles({
        name: 'names.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('one,First\ntwo,Second'),
      });
    const kind = dialog(page).getByRole('combobox', { name: 'Kind' });
    await expect(kind).toHaveValue('');
    await expect(dialog(page).getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
    await kind.selectOption({ label: 'All are webhooks' });
    await dialog(page).getByRole('button', { name: 'Import 2 names' }).click();
    await expect(edit(page, 'webhook two')).toBeVisible();
  });
  await test.step('takes many, a page of them at a time', async () => {
    const csv = ['kind,id,name', ...manyNames, 'call,1,One'].join('\n');
    await dialog(page)
      .getByLabel('File with names')
      .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(dialog(page)).toContainText(`${MANY} new names, 0 changed`);
    await expect(dialog(page)).toContainText('1 line left out');
    await expect(dialog(page)).toContainText(`Line ${MANY + 2}, no kind: call,1,One`);
    await dialog(page)
      .getByRole('button', { name: `Import ${MANY} names` })
      .press('Enter');
    await expect(page.getByText(`Imported ${MANY} names.`)).toBeVisible();
    expect(await dialog(page).getByRole('listitem').count()).toBeLessThanOrEqual(100);
    await expectAccessible(page);
    expect(await dialog(page).evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);

    const { text } = await download(page, () => dialog(page).getByRole('button', { name: 'Export' }).click());
    const others = ['webhook,wh-1,CRM', 'webhook,one,First', 'webhook,two,Second'];
    expect(text).toBe(`\ufeff${['kind,id,name', ...manyNames, ...others, ''].join('\r\n')}`);
  });
  await test.step('says if it could not be saved', async () => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await edit(page, 'campaign cmp-13').click();
    await nameField(page, 'campaign cmp-13').fill('The new one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not saved: this browser’s storage is full or blocked.')).toBeVisible();
    await expect(nameField(page, 'campaign cmp-13')).toHaveValue('The new one');
  });
});

test('takes columns of a list as names', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'Client;Campaign ID;Webhook ID\nAcme;c1;w1\nAcme;c1;w2\nBeta;c2;w1');
  await page.getByRole('button', { name: 'Use a column as names…' }).click();
  const names = page.getByRole('dialog', { name: 'Use columns as names?' });
  await names
    .getByRole('combobox', { name: 'Names of campaigns' })
    .selectOption({ label: 'Client, such as Acme' });
  await expect(names).toContainText('2 new names, 0 changed');
  await expectAccessible(page);
  await names.getByRole('button', { name: 'Save 2 names' }).click();
  await expect(row(page, 4)).toContainText('Beta');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 4)).not.toContainText('Beta');
  await test.step('names the IDs as they were corrected', async () => {
    await button(page, 'Discard').click();
    await check(page, 'Campaign ID;Webhook ID;Title\nc1;w1;One\nw2;c2;Two\n;w3;Three\nc4;w4;Four');
    const correct = async (line: number, id: string) => {
      await page.getByRole('button', { name: new RegExp(`^(Fix|Edit) line ${line}$`) }).click();
      await page.getByRole('textbox', { name: `Campaign ID of line ${line}` }).fill(id);
      await page.keyboard.press('Enter');
      await expect(row(page, line)).toContainText(id);
    };
    await correct(3, 'c2');
    await correct(4, 'c3');
    await page.getByRole('button', { name: 'Use a column as names…' }).click();
    await names
      .getByRole('combobox', { name: 'Names of campaigns' })
      .selectOption({ label: 'Title, such as One' });
    await names.getByRole('button', { name: /^Save/ }).click();
    await expect(row(page, 3)).toContainText('Two');
    await expect(row(page, 4)).toContainText('Three');
  });
});
