import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { backFromServer, expect, test } from './fixtures.ts';
import { writes } from './webhooks-kit.ts';
import { area, button, choose, heading, pairsField, row } from './bulk-kit.ts';
import { drag, paste } from './files-kit.ts';

const linesOf = (page: Page) => page.locator('tbody tr').filter({ has: page.getByRole('cell') });

/** Pastes and checks by keyboard, then leaves and returns: what was typed and chosen is kept. */
const byKeyboard = async (page: Page) => {
  await expect(pairsField(page)).toBeVisible();
  await expect(page).toHaveTitle('Webhooks · Telephony Campaign Console');
  await button(page, 'Check pairs').press('Enter');
  await expect(pairsField(page)).toHaveAccessibleDescription(
    /Paste at least one pair\..*A header line is skipped/,
  );
  await expect(pairsField(page)).toBeFocused();
  await paste(page, 'cmp-1, wh-1');
  await expect(page.getByText('Paste at least one pair.')).toBeHidden();
  await paste(page, '\ncmp-2\twh-2\ncmp-3 wh-3');
  const typed = 'cmp-1, wh-1\ncmp-2\twh-2\ncmp-3 wh-3';
  await expect(pairsField(page)).toHaveValue(typed);
  await page.getByRole('radio', { name: 'Attach' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Detach' })).toBeChecked();

  await area(page, /^Calls/).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
  await area(page, /^Webhooks/).click();
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await expect(pairsField(page)).toHaveValue(typed);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Check pairsCtrl Enter');
  await page.keyboard.press('Escape');
  await pairsField(page).press('Control+Enter');
  await expect(heading(page, 'Check 3 lines')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Detach' })).toBeChecked();
  await page.getByRole('radio', { name: 'Detach' }).press('ArrowLeft');
  await expect(button(page, 'Attach 3 pairs')).toBeVisible();
  await button(page, 'Discard').press('Enter');
  await expect(pairsField(page)).toHaveValue(typed);
  await expect(pairsField(page)).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Attach' })).toBeChecked();
};

test('reads lists, and asks before what is typed is lost', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await byKeyboard(page);
  await pairsField(page).fill('');
  await test.step('a file with a header in another order, quotes and UTF-16', async () => {
    const content = '\uFEFFWebhook ID,Campaign ID\r\n"wh-1","cmp, süd"\r\nwh-2,"cmp ""2"""\r\n';
    await choose(page, 'unicode.csv', content, 'utf16le');
    await expect(heading(page, 'Check 3 lines from unicode.csv')).toBeVisible();
    for (const [label, picked] of [
      ['Campaign ID column', /^Campaign ID, such as cmp, süd/],
      ['Webhook ID column', /^Webhook ID/],
    ] as const) {
      const column = page.getByRole('combobox', { name: label });
      await expect(column.getByRole('option', { selected: true })).toHaveText(picked);
    }
    await expect(linesOf(page)).toHaveText([/1.*Header line/, /2cmp, südwh-1Ready/, /3cmp "2"wh-2Ready/]);
    await button(page, 'Discard').click();
    await expect(pairsField(page)).toHaveValue('');
  });
  await choose(page, 'picture.csv', 'PNG\0\0\0\r');
  await expect(page.getByRole('alert')).toContainText('This is not a text file');
  await expect(pairsField(page)).toBeVisible();

  await test.step('dropped', async () => {
    await drag(page, 'dragover', 'cmp-1,wh-1');
    await expect(page.getByText('Drop the file to read pairs from it')).toBeVisible();
    await drag(page, 'drop', 'cmp-1,wh-1', 'cmp-2,wh-2');
    await expect(page.getByText('One file at a time')).toBeVisible();
    await expect(page.getByText('Drop the file to read pairs from it')).toBeHidden();
    await drag(page, 'drop', 'cmp-1,wh-1\ncmp-2,wh-2');
    await expect(heading(page, 'Check 2 lines from dropped.csv')).toBeVisible();
    await drag(page, 'drop', 'cmp-3,wh-3');
    await expect(page.getByText('Discard this list to read another file')).toBeVisible();
    await expect(heading(page, 'Check 2 lines from dropped.csv')).toBeVisible();
    await button(page, 'Discard').click();
  });

  await test.step('longer than the field takes', async () => {
    await pairsField(page).fill('cmp-0,wh-0');
    const many = Array.from({ length: 1200 }, (_, at) => `cmp-${at + 1},wh-${at + 1}-of-many`).join('\n');
    await paste(page, many);
    await expect(heading(page, 'Check 1,201 lines')).toBeVisible();
    await expect(button(page, 'Attach 1,201 pairs')).toBeVisible();
    await button(page, 'Last page').click();
    await expect(row(page, 1201)).toContainText('wh-1200-of-many');
    await button(page, 'Discard').click();
    await expect(pairsField(page)).toHaveValue('cmp-0,wh-0');
    await expect(pairsField(page)).toBeFocused();
  });
  expect(writes(wire)).toEqual([]);

  await test.step('asks before a reload or sign-out', async () => {
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.dismiss();
    });
    await pairsField(page).fill('');
    await pairsField(page).click();
    await page.keyboard.insertText('cmp-1, wh-1');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(pairsField(page)).toHaveValue('cmp-1, wh-1');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Leave the list that is not sent?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(pairsField(page)).toHaveValue('cmp-1, wh-1');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const back = backFromServer(page);
    await question.getByRole('button', { name: 'Leave' }).click();
    await back;
    expect(asked).toHaveLength(1);
  });
});
