import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { ADD, answered, attach, writes } from './webhooks-kit.ts';
import {
  area,
  button,
  check,
  choose,
  dialog,
  heading,
  key,
  keys,
  numbers,
  pairsField,
  row,
  sentIds,
  target,
  targets,
} from './bulk-kit.ts';

/** 324 lines as users gather them: a header, 312 pairs, 7 duplicates and 4 invalid lines. */
const gathered = () => {
  const pairs = Array.from({ length: 312 }, (_, at) => `cmp-${Math.floor(at / 6) + 1},wh-${(at % 6) + 1}`);
  const lines = ['campaign_id,webhook_id', ...pairs];
  lines.splice(7, 0, 'cmp-1,wh-2');
  lines.splice(11, 0, 'cmp-2,');
  lines.splice(17, 0, 'cmp-3,wh-3,wh-9');
  lines.push(
    ',wh-4',
    'cmp-7,wh-1',
    'cmp-7,wh-2',
    'cmp-7,wh-3',
    'cmp-7,wh-4',
    'cmp-8,wh-1',
    'cmp-8,wh-1',
    'cmp-9',
  );
  return lines;
};

const columnOf = (page: Page, what: 'Campaign' | 'Webhook') =>
  page.getByRole('combobox', { name: `${what} ID column` });

test('counts and checks a list before sending', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await choose(page, 'renewals-nov.csv', gathered().join('\n'));
  await expect(heading(page, 'Check 324 lines from renewals-nov.csv')).toBeVisible();
  await expect(keys(page)).toHaveText([
    'All 324',
    'Ready 312',
    'Invalid, left out 4',
    'Duplicates, sent once 7',
    'Header 1',
  ]);
  await expect(page.getByRole('columnheader')).toHaveText(['Line', 'Campaign ID', 'Webhook ID', 'Check']);
  await expect(button(page, 'Attach 312 pairs')).toBeEnabled();
  await expect(page.getByText(/^312 requests, 4 at a time: about \d+ (s|min)/)).toBeVisible();
  await expect(page.getByText('Keep this tab open while it runs')).toBeVisible();

  // One line in hundreds has a visible part of the bar, on a phone too. Its box includes the gaps.
  await page.setViewportSize({ width: 390, height: 844 });
  const sliver = page.getByRole('region', { name: 'Lines by check' }).locator('rect').last();
  await expect.poll(async () => (await sliver.boundingBox())?.width).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1440, height: 900 });

  await key(page, 'Invalid, left out 4').click();
  await expect(numbers(page)).toHaveText(['12', '18', '317', '324']);
  await expect(row(page, 18)).toContainText('3 values, expected 2');
  await expect(row(page, 317)).toContainText('No campaign ID');
  await key(page, 'Duplicates, sent once 7').press('Enter');
  await expect(numbers(page)).toHaveText(['8', '318', '319', '320', '321', '322', '323']);
  await expect(row(page, 8)).toContainText('Same as line 3');
  await key(page, 'All 324').press('Enter');
  await expect(numbers(page).first()).toHaveText('1');
  await page.getByRole('region', { name: 'Lines', exact: true }).focus();
  await page.keyboard.press('End');
  await expect(row(page, 324)).toBeInViewport();
  expect(writes(wire)).toEqual([]);
});

test('takes columns and header as the user says', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'nov;1;x;cmp-1;wh-1\nnov;2;x;cmp-2;wh-2\nnov;3;x;cmp-3;wh-3');
  await columnOf(page, 'Campaign').selectOption('Column 4, such as cmp-1');
  await columnOf(page, 'Webhook').selectOption('4');
  await expect(row(page, 3)).toHaveText(/^3cmp-3wh-3Ready/);
  const header = page.getByRole('checkbox', { name: 'First line is a header' });
  await header.check();
  await expect(row(page, 1)).toContainText('Header line');
  await expect(
    columnOf(page, 'Campaign').getByRole('option', { name: 'cmp-1, such as cmp-2' }),
  ).toBeAttached();
  await expect(button(page, 'Attach 2 pairs')).toBeVisible();
  await button(page, 'Discard').click();

  await check(page, 'webhooks,wh-1\ncmp-2,wh-2');
  await expect(row(page, 1)).toContainText('Header line');
  await header.uncheck();
  await expect(keys(page)).toHaveText(['All 2', 'Ready 2']);
  // Its only name had shown which column is which.
  await expect(columnOf(page, 'Campaign')).toHaveValue('1');
  await columnOf(page, 'Campaign').selectOption('0');
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  expect(targets(wire)).toEqual([target('webhooks', 'wh-1'), target('cmp-2', 'wh-2')]);
});

test('fixes lines in place by keyboard', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'cmp-1,wh-1\n,wh-2\ncmp-1,wh-1\ncmp-3,wh-3\ncmp-2,wh-2\ncmp-4,wh-4,wh-5');
  await button(page, 'Fix line 2').press('Enter');
  const field = page.getByRole('textbox', { name: 'Campaign ID of line 2' });
  await expect(field).toBeFocused();
  await expect(button(page, 'Attach 3 pairs')).toBeDisabled();
  await page.keyboard.insertText('cmp-2');
  await page.keyboard.press('Enter');
  await expect(row(page, 2)).toContainText('Ready');
  await expect(row(page, 3)).toContainText('Same as line 1');
  await expect(row(page, 5)).toContainText('Same as line 2');
  await expect(keys(page)).toHaveText(['All 6', 'Ready 3', 'Invalid, left out 1', 'Duplicates, sent once 2']);
  await expect(button(page, 'Fix line 6')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Campaign ID of line 6' })).toBeFocused();
  await page.keyboard.insertText('given up');
  await page.keyboard.press('Escape');
  await expect(row(page, 6)).toContainText('cmp-4');
  await expect(button(page, 'Fix line 6')).toBeFocused();

  await button(page, 'Edit line 1').press('Enter');
  await button(page, 'Remove line').press('Enter');
  await expect(row(page, 3)).toContainText('Ready');
  // Focused, the message stays for as long as it takes.
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await expect(page.getByText('Line 1 removed')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check 6 lines')).toBeVisible();
  await expect(row(page, 3)).toContainText('Same as line 1');
  await button(page, 'Fix line 6').press('Enter');
  await button(page, 'Remove line').press('Enter');
  await expect(heading(page, 'Check 5 lines')).toBeVisible();
  expect(writes(wire)).toEqual([]);
  await button(page, 'Attach 3 pairs').press('Enter');
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  expect(targets(wire)).toEqual([target('cmp-1', 'wh-1'), target('cmp-2', 'wh-2'), target('cmp-3', 'wh-3')]);
});

test('removes hidden characters from a line', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'cmp-1,wh-\u200b7');
  await button(page, 'Edit line 1').press('Enter');
  await button(page, 'Clean Webhook ID of line 1: Contains a hidden character (zero-width space).').press(
    'Enter',
  );
  await expect(page.getByLabel('Webhook ID of line 1')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(row(page, 1)).toContainText('wh-7');
  await expect(row(page, 1)).not.toContainText('hidden');
});

test('asks before a changed list is discarded', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'cmp-1,\ncmp-2,');
  for (const press of ['Escape', 'Enter']) {
    await expect(row(page, 1)).toContainText('No webhook ID');
    await button(page, 'Fix line 1').click();
    await page.getByLabel('Webhook ID of line 1').fill('wh-other');
    await page.keyboard.press(press);
  }
  await expect(row(page, 1)).toContainText('wh-other');
  await area(page, /^Provider/).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider');
  await page.goBack();
  await expect(row(page, 1)).toContainText('wh-other');
  await button(page, 'Discard').click();
  const asked = dialog(page, 'Discard this list?');
  await expect(asked).toContainText('You have changed lines of it by hand.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 1)).toContainText('wh-other');
  await button(page, 'Discard').click();
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(pairsField(page)).toHaveValue('cmp-1,\ncmp-2,');
  await expect(pairsField(page)).toBeFocused();
});

test('warns of pairs that were sent before', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await attach(page, 'fail-400', 'cmp-1');
  await answered(page, 'Attach refused');
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await check(page, 'cmp-1 wh-1\ncmp-1 wh-2\ncmp-1 fail-400\ncmp-2 wh-1');
  await expect(page.getByText('This browser already attached 1 of these pairs. Leave it out')).toBeVisible();
  await expect(keys(page)).toHaveText(['All 4', 'Ready 4', 'Sent before 1']);
  await expect(row(page, 1)).toContainText(/Ready, attached at \d\d:\d\d:\d\d/);
  await expect(row(page, 3)).toHaveText(/Ready(Edit)?$/);
  await button(page, 'Leave it out').click();
  await expect(button(page, 'Attach 3 pairs')).toBeVisible();
  await button(page, 'Send it too').click();
  await expect(button(page, 'Attach 4 pairs')).toBeVisible();
  await button(page, 'Leave it out').click();
  await key(page, 'Sent before 1').click();
  await expect(numbers(page)).toHaveText(['1']);

  await page.getByRole('radio', { name: 'Detach' }).check();
  await expect(page.getByText('This browser already attached')).toBeHidden();
  await button(page, 'Detach 4 pairs').dblclick();
  const asked = dialog(page, 'Detach 4 pairs?');
  await expect(asked).toContainText('the webhooks no longer trigger actions for these campaigns');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Detach 4 pairs')).toBeFocused();
  await page.getByRole('radio', { name: 'Attach' }).check();
  await expect(button(page, 'Attach 3 pairs')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1', 'fail-400']);
  await button(page, 'Attach 3 pairs').click();
  await expect(heading(page, 'Finished: 2 of 3 attached')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1', 'fail-400', 'wh-2', 'fail-400', 'wh-1']);
  expect(targets(wire).every((sent) => sent.startsWith(`POST ${ADD}?`))).toBe(true);
});
