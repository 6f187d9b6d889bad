import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { writes } from './webhooks-kit.ts';
import {
  area,
  begin,
  button,
  check,
  choose,
  dialog,
  heading,
  key,
  keys,
  look,
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

test('fills in one webhook for all lines', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await check(page, 'Please attach wh-9 to:\ncmp-101, cmp-102, cmp-103');
  await expect(keys(page)).toHaveText(['All 4', 'Ready 0', 'Invalid 4']);
  const field = page.getByLabel('Webhook ID for all lines');
  await expect(field).toHaveValue('wh-9');
  await look(page, 'both');
  await field.press('Enter');
  await expect(keys(page)).toHaveText(['All 4', 'Ready 3', 'Invalid 1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(keys(page)).toHaveText(['All 4', 'Ready 0', 'Invalid 4']);
  await field.fill('wh-8');
  await button(page, 'Use for 3 lines').click();
  await button(page, 'Attach 3 pairs').click();
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  expect(targets(wire)).toEqual(['cmp-101', 'cmp-102', 'cmp-103'].map((id) => target(id, 'wh-8')));
});

test('counts and checks a list before sending', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await choose(page, 'renewals-nov.csv', gathered().join('\n'));
  await expect(heading(page, 'Check 324 lines from renewals-nov.csv')).toBeVisible();
  await expect(keys(page)).toHaveText(['All 324', 'Ready 312', 'Invalid 4', 'Duplicates 7', 'Header 1']);
  await expect(page.getByRole('columnheader')).toHaveText(['Line', 'Campaign ID', 'Webhook ID', 'Check']);
  await expect(button(page, 'Attach 312 pairs')).toBeEnabled();
  await expect(page.getByText(/^About \d+ (s|min), 4 at a time$/)).toBeVisible();

  // One line in hundreds has a visible part of the bar, on a phone too. Its box includes the gaps.
  await page.setViewportSize({ width: 390, height: 844 });
  const sliver = page.getByRole('region', { name: 'Lines by check' }).locator('rect').last();
  await expect.poll(async () => (await sliver.boundingBox())?.width).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1440, height: 900 });

  await key(page, 'Invalid 4').click();
  await expect(numbers(page)).toHaveText(['12', '18', '317', '324']);
  await expect(row(page, 18)).toContainText('3 values, expected 2');
  await key(page, 'Duplicates 7').press('Enter');
  await expect(numbers(page)).toHaveText(['8', '318', '319', '320', '321', '322', '323']);
  await expect(row(page, 8)).toContainText('Same as line 3');
  await key(page, 'All 324').press('Enter');
  await expect(numbers(page).first()).toHaveText('1');
  await page.getByRole('button', { name: 'Last page' }).click();
  await page.getByRole('region', { name: 'Lines', exact: true }).focus();
  await page.keyboard.press('End');
  await expect(row(page, 324)).toBeInViewport();

  await test.step('with the columns and the header that the user says', async () => {
    await button(page, 'Discard').click();
    await check(page, 'nov;1;x;cmp-1;wh-1\nnov;2;x;cmp-2;wh-2\nnov;3;x;cmp-3;wh-3');
    await columnOf(page, 'Campaign').selectOption('Column 4, such as cmp-1');
    await columnOf(page, 'Webhook').selectOption('4');
    await expect(row(page, 3)).toHaveText(/^3cmp-3wh-3Ready/);
    await page.getByRole('checkbox', { name: 'First line is a header' }).check();
    await expect(row(page, 1)).toContainText('Header line');
    await expect(button(page, 'Attach 2 pairs')).toBeVisible();
  });
  await test.step('a line with a broken quote is filled in beside its text', async () => {
    await button(page, 'Discard').click();
    await check(page, 'cmp-1,wh-1\ncmp-2,"wh-2,new');
    await expect(row(page, 2)).toHaveText(/^2cmp-2,"wh-2,newemptyQuote out of place/);
    await button(page, 'Fix line 2').click();
    const campaign = page.getByRole('textbox', { name: 'Campaign ID of line 2' });
    await expect(campaign).toBeFocused();
    await expect(campaign).toHaveValue('');
    await expect(campaign).toHaveAccessibleDescription('The line as read: cmp-2,"wh-2,new');
    // In its row, at every width.
    await expect(row(page, 2)).toContainText('The line as read');
    await page.getByRole('textbox', { name: 'Webhook ID of line 2' }).fill('wh-2');
    await page.keyboard.press('Enter');
    await expect(row(page, 2)).toContainText('No campaign ID');
    await page.getByText('Line 2 edited').locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 2)).toContainText('Quote out of place');
    await button(page, 'Fix line 2').click();
    await campaign.fill('cmp-2');
    await page.keyboard.press('Enter');
    await expect(row(page, 2)).toContainText('No webhook ID');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Webhook ID of line 2' })).toBeFocused();
    await page.keyboard.insertText('wh-2');
    await page.keyboard.press('Enter');
    await expect(row(page, 2)).toHaveText(/^2cmp-2wh-2Ready/);
    await button(page, 'Discard').click();
    await dialog(page, 'Discard this list?').getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('all warnings of a line can be read', async () => {
    await check(page, 'campaign,webhook,note\nhttps://x.example/cmp,wh-9,"a,\nb"');
    const text = row(page, 2).getByText('Ready, 2 lines joined by a quote, doesn’t look like an ID');
    await expect.poll(() => text.evaluate((word) => word.scrollWidth <= word.clientWidth)).toBe(true);
    await expect(text).toBeVisible();
  });
  await test.step('swaps columns, or the IDs of a line', async () => {
    await button(page, 'Discard').click();
    await check(page, 'wh-1,cmp-1\nwh-2,cmp-1\ncmp-2,wh-3\nwh-4,wh-5');
    await button(page, 'Swap columns').click();
    await expect(row(page, 1)).toHaveText(/^1cmp-1wh-1Ready/);
    await expect(row(page, 3)).toHaveText(/^3wh-3cmp-2Ready, swapped\?/);
    await button(page, 'Swap line 3').press('Enter');
    await expect(row(page, 3)).toHaveText(/^3cmp-2wh-3ReadyEdit$/);
    await expect(button(page, 'Edit line 3')).toBeFocused();
    await button(page, 'Edit line 4').press('Enter');
    await button(page, 'Swap').press('Enter');
    await button(page, 'Save').press('Enter');
    await expect(row(page, 4)).toHaveText(/^4wh-4wh-5Ready/);
  });
  expect(writes(wire)).toEqual([]);
});

test(
  'edits lines by keyboard and asks before discarding them',
  { tag: '@story' },
  async ({ page, signIn, wire }) => {
    await signIn('/webhooks/bulk');
    await check(page, 'cmp-1,wh-1\n,wh-2\ncmp-1,wh-1\ncmp-3,wh-\u200b3\ncmp-2,wh-2\ncmp-4,wh-4,wh-5');
    await button(page, 'Fix line 2').press('Enter');
    const field = page.getByRole('textbox', { name: 'Campaign ID of line 2' });
    await expect(field).toBeFocused();
    await expect(button(page, 'Attach 3 pairs')).toBeDisabled();
    await page.keyboard.insertText('cmp-2');
    await page.keyboard.down('Enter');
    await expect(row(page, 2)).toContainText('Ready');
    await expect(row(page, 3)).toContainText('Same as line 1');
    await expect(row(page, 5)).toContainText('Same as line 2');
    await expect(button(page, 'Fix line 6')).toBeFocused();
    // Held, it presses once.
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(button(page, 'Fix line 6')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Campaign ID of line 6' })).toBeFocused();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await expect(row(page, 6)).toContainText('cmp-4');
    await expect(button(page, 'Fix line 6')).toBeFocused();
    const discarded = page.getByText('Edit of line 6 discarded').locator('..');
    await discarded.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Campaign ID of line 6' })).toHaveValue('');
    await page.keyboard.press('Enter');
    await expect(row(page, 6)).toContainText('No campaign ID');

    await expect(row(page, 4)).toContainText('wh-3Ready');
    await expect(page.getByText('Hidden or odd characters were corrected in 1 line.')).toBeVisible();

    await button(page, 'Edit line 1').press('Enter');
    await button(page, 'Remove line').press('Enter');
    // Focused, the message stays for as long as it takes.
    const removed = page.getByText('Line 1 removed').locator('..');
    await removed.getByRole('button', { name: 'Undo' }).focus();
    await expect(row(page, 3)).toContainText('Ready');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Check 6 lines')).toBeVisible();
    await expect(row(page, 3)).toContainText('Same as line 1');
    await expect(button(page, 'Fix line 6')).toBeFocused();

    await area(page, /^Provider/).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider');
    await page.goBack();
    await button(page, 'Discard').click();
    const asked = dialog(page, 'Discard this list?');
    await expect(asked).toContainText('You have changed lines of it by hand.');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(writes(wire)).toEqual([]);
    await button(page, 'Attach 3 pairs').press('Enter');
    await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
    expect(targets(wire)).toEqual([
      target('cmp-1', 'wh-1'),
      target('cmp-2', 'wh-2'),
      target('cmp-3', 'wh-3'),
    ]);
  },
);

/** The log can't be read until the next click. */
const holdLogUntilClick = (page: Page) =>
  page.evaluate(() => {
    const getAll: unknown = Reflect.get(IDBObjectStore.prototype, 'getAll');
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('busy', 'UnknownError');
    };
    const mend = () => Object.assign(IDBObjectStore.prototype, { getAll });
    Object.assign(window, {
      mendAtClick: () => addEventListener('click', mend, { capture: true, once: true }),
    });
  });

test('warns of pairs sent before, and sends nothing unseen', async ({ page, signIn, wire }) => {
  await page.clock.install();
  await signIn('/webhooks/bulk');
  // Less than storage, which may still be opening, has time for.
  await page.clock.pauseAt(Date.now() + 5000);
  await pairsField(page).fill('cmp-1,wh-1');
  await pairsField(page).press('Control+Enter');
  await expect(button(page, 'Attach 1 pair')).toBeVisible();
  for (const waited of [150, 250, 500]) {
    await page.clock.runFor(waited);
    await page.keyboard.press('Control+Enter');
  }
  await page.clock.runFor(90);
  await expect(heading(page, 'Check 1 line')).toBeVisible();
  expect(wire).toEqual([]);
  await page.clock.runFor(500);
  await page.keyboard.press('Control+Enter');
  await page.clock.resume();
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1']);

  // It asks before attaching what was detached.
  await button(page, 'New bulk run').click();
  await begin(page, ['cmp-1,wh-1'], 'Detach');
  await expect(heading(page, 'Finished: 1 of 1 detached')).toBeVisible();
  await button(page, 'New bulk run').click();
  await page.getByRole('radio', { name: 'Attach' }).check();
  await check(page, 'cmp-1,wh-1\ncmp-1,wh-2\nTotal,2');
  await expect(keys(page)).toHaveText(['All 3', 'Ready 2', 'With warnings 1', 'Invalid 1']);
  await expect(row(page, 1)).toContainText(/Ready, detached at \d\d:\d\d:\d\d/);
  await expect(row(page, 3)).toHaveText(/^3Total2Total lineFix$/);
  await page.clock.fastForward(1000);
  await page.keyboard.press('Control+Enter');
  const asked = dialog(page, 'Attach 2 pairs?');
  await expect(asked).toContainText('This browser detached 1 pair: this attaches it again.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Leave it out').click();
  await expect(button(page, 'Attach 1 pair')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1', 'wh-1', 'wh-2']);

  await test.step('warns of what was attached', async () => {
    await button(page, 'New bulk run').click();
    await begin(page, ['cmp-7,wh-1', 'cmp-7,fail-400']);
    await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
    await button(page, 'New bulk run').click();
    await holdLogUntilClick(page);
    await check(page, 'cmp-7 wh-1\ncmp-7 wh-2\ncmp-7 fail-400\ncmp-8 wh-1');
    await expect(button(page, 'Attach 4 pairs')).toBeVisible();
    await page.evaluate(() => Reflect.get(window, 'mendAtClick')());
    await button(page, 'Attach 4 pairs').click();
    await expect(page.getByText('It changed meanwhile. Check it, then try again.')).toBeVisible();
    await expect(
      page.getByText('This browser already attached 1 of these pairs. Leave it out'),
    ).toBeVisible();
    await expect(keys(page)).toHaveText(['All 4', 'Ready 4', 'Sent before 1']);
    await expect(row(page, 1)).toContainText(/Ready, attached at \d\d:\d\d:\d\d/);
    await expect(row(page, 3)).toHaveText(/Ready(Edit)?$/);
    await button(page, 'Leave it out').click();
    await expect(button(page, 'Attach 3 pairs')).toBeVisible();
    await button(page, 'Send it too').click();
    await expect(button(page, 'Attach 4 pairs')).toBeVisible();
    await button(page, 'Leave it out').click();

    await page.getByRole('radio', { name: 'Detach' }).check();
    await expect(page.getByText('This browser already attached')).toBeHidden();
    await button(page, 'Detach 4 pairs').dblclick();
    const detaching = dialog(page, 'Detach 4 pairs?');
    await expect(detaching).toContainText(
      'the webhooks no longer trigger actions for these campaigns. You can undo it from the run.',
    );
    await detaching.getByRole('button', { name: 'Cancel' }).click();
    await expect(button(page, 'Detach 4 pairs')).toBeFocused();
    await page.getByRole('radio', { name: 'Attach' }).check();
    await expect(button(page, 'Attach 3 pairs')).toBeVisible();
    expect(sentIds(wire).slice(3)).toEqual(['wh-1', 'fail-400']);
    await button(page, 'Attach 3 pairs').click();
    await expect(heading(page, 'Finished: 2 of 3 attached')).toBeVisible();
    expect(sentIds(wire).slice(5).toSorted()).toEqual(['fail-400', 'wh-1', 'wh-2']);
  });
});
