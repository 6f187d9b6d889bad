import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { download } from './files-kit.ts';
import { answer, answered, campaignField, detachButton, webhookField, writes } from './webhooks-kit.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Names' });
const nameOf = (page: Page, what: string) => dialog(page).getByRole('textbox', { name: `Name of ${what}` });
const openNames = (page: Page) => page.getByRole('button', { name: 'Names…' }).press('Enter');
const give = async (page: Page, id: string, name: string) => {
  await dialog(page)
    .getByLabel(/^(Campaign|Webhook) ID$/)
    .fill(id);
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
};
const MANY = 2000;
const manyNames = Array.from({ length: MANY }, (_, at) => `campaign,cmp-${at},Name ${at} of something`);

test('names are given, changed and removed by keyboard alone; a name stands beside its ID, and never in its place', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks');
  await openNames(page);
  await expect(dialog(page)).toContainText('kept in this browser only');
  await give(page, 'cmp-renewals', 'Renewals');
  await expect(dialog(page).getByLabel('Campaign ID')).toBeFocused();
  await dialog(page).getByRole('radio', { name: 'Campaign' }).press('ArrowRight');
  await give(page, ' ', 'Sync');
  await expect(dialog(page)).toContainText('Enter the webhook ID.');
  await give(page, 'wh-crm', '<b>CRM</b>');
  await expect(nameOf(page, 'webhook wh-crm')).toHaveValue('<b>CRM</b>');
  await expect(dialog(page).getByLabel('Webhook ID')).toBeFocused();

  const name = nameOf(page, 'campaign cmp-renewals');
  await name.fill('Something else');
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Renewals');
  await name.fill('Renewals EMEA');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('‘Renewals’ is now ‘Renewals EMEA’.');
  await dialog(page).getByRole('button', { name: 'Remove the name of campaign cmp-renewals' }).press('Enter');
  await expect(name).toBeHidden();
  await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Renewals EMEA');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Names…' })).toBeFocused();
  await page.reload();
  await openNames(page);
  await expect(name).toHaveValue('Renewals EMEA');
  await page.keyboard.press('Escape');

  await campaignField(page).fill('renewals emea');
  await webhookField(page).fill('wh-1');
  await expect(campaignField(page)).toHaveValue('renewals emea');
  await expect(page.getByText('‘renewals emea’ is the name of cmp-renewals.')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(campaignField(page)).toHaveValue('cmp-renewals');
  await expect(campaignField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  expect(writes(wire)[0]?.query).toContainEqual(['campaignId', 'cmp-renewals']);
  await expect(answer(page)).toContainText('wh-1 to cmp-renewals (Renewals EMEA)');
  await detachButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('campaign cmp-renewals (Renewals EMEA) once');
  await page.keyboard.press('Escape');

  // What was typed is sent, though something else is suggested.
  await campaignField(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('cmp-r');
  await page.keyboard.press('Enter');
  await expect.poll(() => writes(wire).length).toBe(2);
  expect(writes(wire)[1]?.query).toContainEqual(['campaignId', 'cmp-r']);
});

test('thousands of names come from a file after a preview, and go into one; what the browser refuses to keep holds for the page', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/webhooks');
  await openNames(page);
  const csv = ['kind,id,name', ...manyNames, 'call,1,One'].join('\n');
  await dialog(page)
    .getByLabel('File with names')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog(page)).toContainText('2,000 names: 2,000 new');
  await expect(dialog(page)).toContainText('Line 2,002: neither campaign nor webhook');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Imported 2,000 names.');
  expect(await dialog(page).getByRole('listitem').count()).toBeLessThanOrEqual(100);
  await expectAccessible(page);
  expect(await dialog(page).evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);

  await dialog(page).getByRole('searchbox').fill('1321');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  // 1280 by 1024 at 400 %: its buttons take nothing of the little room.
  await page.setViewportSize({ width: 320, height: 256 });
  await dialog(page).getByLabel('Campaign ID').focus();
  await expect(dialog(page).getByLabel('Campaign ID')).toBeInViewport({ ratio: 1 });
  await expect(dialog(page).getByRole('button', { name: 'Close' })).not.toBeInViewport();
  await dialog(page).getByRole('listitem').scrollIntoViewIfNeeded();
  await expect(dialog(page).getByRole('listitem')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  const { text } = await download(page, () => dialog(page).getByRole('button', { name: 'Export' }).click());
  expect(text).toBe(`\ufeff${['kind,id,name', ...manyNames, ''].join('\r\n')}`);

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await give(page, 'cmp-new', 'The new one');
  await expect(dialog(page).getByRole('alert')).toContainText('This browser did not keep the name');
  await page.keyboard.press('Escape');
  await campaignField(page).fill('cmp-new');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'The new one' })).toBeVisible();
});
