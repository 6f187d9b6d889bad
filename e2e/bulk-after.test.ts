import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { answered, attach, entries, REMOVE, writes } from './webhooks-kit.ts';
import {
  act,
  begin,
  button,
  dialog,
  expectSums,
  heading,
  key,
  now,
  numbers,
  pairsField,
  progress,
  row,
  sentIds,
  target,
  targets,
} from './bulk-kit.ts';
import { download } from './files-kit.ts';

test.beforeEach(({ strict }) => strict.allow(/blocked by CORS policy/));

/** One webhook each: accepted, refused, unknown. */
const MIXED = [
  'cmp-1,wh-1',
  'cmp-1,fail-422',
  'cmp-1,=cmd',
  'cmp-1,cors-blocked',
  'cmp-1,once-fail-500',
  'cmp-1,once-cors-blocked',
  'cmp-1,wh-2',
];

/** Saves the results of such a run, and checks the file. */
const exportResults = async (page: Page) => {
  const csv = await download(page, () => button(page, 'Export results').click());
  expect(csv.name).toMatch(/^run-results-\d{4}-\d\d-\d\d\.csv$/);
  const rows = csv.text.trimEnd().split('\r\n');
  expect(rows[0]).toBe('\uFEFFcampaignId,webhookId,Outcome,Status,Answer,Time');
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  expect(rows).toHaveLength(8);
  expect(rows[1]).toMatch(new RegExp(`^cmp-1,wh-1,accepted,200,200 in \\d+ ms,${time}$`));
  expect(rows[2]).toMatch(new RegExp(`^cmp-1,fail-422,refused,422,.+,${time}$`));
  expect(rows[3]).toMatch(/^cmp-1,'=cmd,accepted,200,/);
  expect(rows[4]).toMatch(new RegExp(`^cmp-1,cors-blocked,unknown,,No answer,${time}$`));
  expect(csv.text).not.toMatch(/Bearer|eyJ/);
};

test('shows and exports the outcomes of a run', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await begin(page, MIXED);
  await expect(heading(page, 'Finished: 3 of 7 attached')).toBeVisible();
  await expect(now(page)).toHaveText(/^Took (\d:\d\d|under 1 s)\. 2 refused, 2 unknown\.$/);
  await expect(progress(page)).toHaveAttribute('aria-valuetext', '7 of 7: 3 accepted, 2 refused, 2 unknown');
  await expect(numbers(page)).toHaveText(['2', '4', '5', '6', '1', '3', '7']);
  const columns = ['Line', 'Campaign ID', 'Webhook ID', 'Result', 'Answer'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  await expect(row(page, 1)).toHaveText(/^1cmp-1wh-1Accepted200 in \d+ ms$/);
  await expect(row(page, 2)).toHaveText(/^2cmp-1fail-422Refused422 in \d+ ms$/);
  await expect(row(page, 4)).toHaveText(/^4cmp-1cors-blockedUnknownNo answer$/);
  await expectSums(page, 7);
  await expect(entries(page)).toHaveText([/Attached 3 of 7 pairs2 refused, 2 unknown/]);
  await key(page, 'Refused 2').press('Enter');
  await expect(numbers(page)).toHaveText(['2', '5']);
  await key(page, 'All 7').press('Enter');
  await exportResults(page);
  await button(page, 'Refused, details of line 2').press('Enter');
  const line = dialog(page, 'Line 2');
  await expect(line).toContainText('An error doesn’t prove that nothing was attached.');
  await expect(line).toContainText(target('cmp-1', 'fail-422'));
  await expect(line.locator('q')).toHaveText(/./);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Refused, details of line 2')).toBeFocused();

  await act(page, 'New bulk run');
  await expect(pairsField(page)).toHaveValue('');
  await expect(pairsField(page)).toBeFocused();
  expect(writes(wire)).toHaveLength(7);
});

test('checks a retry as a new run', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await begin(page, MIXED);
  await expect(heading(page, 'Finished: 3 of 7 attached')).toBeVisible();
  await button(page, 'Retry 2 refused').dblclick();
  await expect(heading(page, 'Check 2 lines')).toBeVisible();
  expect(writes(wire)).toHaveLength(7);
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  expect(sentIds(wire).slice(7)).toEqual(['fail-422', 'once-fail-500']);
  await expect(entries(page)).toHaveText([
    /Attached 1 of 2 pairs1 refused, from an earlier run/,
    /Attached 3 of 7 pairs2 refused, 2 unknown/,
  ]);

  await page.getByRole('link', { name: 'From an earlier run' }).click();
  await expect(page.getByText(/^Retried \d\d:\d\d:\d\d: 1 accepted, 1 refused$/)).toBeVisible();
  await act(page, 'Send again: 2 unknown');
  await expect(heading(page, 'Check 2 lines')).toBeVisible();
  await expect(page.getByText('Unknown pairs may be attached already.')).toBeVisible();
  expect(writes(wire)).toHaveLength(9);
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  await expect(now(page)).toHaveText(/1 unknown\.$/);
  expect(sentIds(wire).slice(9)).toEqual(['cors-blocked', 'once-cors-blocked']);
  await act(page, 'Undo…');
  await expect(
    page.getByText('1 unknown line is not undone: the service may or may not have attached it.'),
  ).toBeVisible();
});

test('undoes only lines that nothing followed', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await expect(entries(page).getByRole('button', { name: 'Undo' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await begin(page, ['cmp-1,wh-1', 'cmp-1,wh-2', 'cmp-1,fail-400', 'cmp-1,wh-3']);
  await expect(heading(page, 'Finished: 3 of 4 attached')).toBeVisible();
  // The run attached this pair again: undoing the single entry would undo that too.
  await expect(entries(page)).toHaveText([/Attached 3 of 4 pairs1 refused$/, /Attached wh-1to cmp-1$/]);
  await page.getByRole('link', { name: 'One pair', exact: true }).click();
  await attach(page, 'wh-2');
  await answered(page, 'Attached');
  await attach(page, 'wh-1', 'other');
  await expect(entries(page)).toHaveCount(4);
  await entries(page).getByRole('link', { name: 'Attached 3 of 4 pairs' }).click();

  await act(page, 'Undo…');
  await expect(heading(page, 'Check 1 line')).toBeVisible();
  await expect(
    page.getByText('2 pairs left out: attached before this run already, or changed since.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Undo of an earlier run' })).toBeVisible();
  const before = writes(wire).length;
  await button(page, 'Detach 1 pair').click();
  await dialog(page, 'Detach 1 pair?').getByRole('button', { name: 'Detach 1 pair' }).dblclick();
  await expect(heading(page, 'Finished: 1 of 1 detached')).toBeVisible();
  expect(targets(wire).slice(before)).toEqual([target('cmp-1', 'wh-3', REMOVE)]);
  await expect(
    page.getByRole('region', { name: 'Finished' }).getByRole('button', { name: 'Undo' }),
  ).toHaveCount(0);
  await expect(entries(page)).toHaveText([
    /Detached 1 of 1 pairundo of an earlier run$/,
    /Attached wh-1to otherUndo$/,
    /Attached wh-2to cmp-1Undo$/,
    /Attached 3 of 4 pairs/,
    /Attached wh-1to cmp-1$/,
  ]);
  await entries(page).getByRole('link', { name: 'Attached 3 of 4 pairs' }).click();
  await expect(heading(page, 'Finished: 3 of 4 attached')).toBeVisible();
  await act(page, 'Undo…');
  await expect(page.getByText(/^Nothing is left to undo\./)).toBeVisible();
  expect(writes(wire)).toHaveLength(before + 1);
  await act(page, 'New bulk run');
  await expect(page.getByRole('radio', { name: 'Attach' })).toBeChecked();
});
