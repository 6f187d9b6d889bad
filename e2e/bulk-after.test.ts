import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { answered, attach, entries, openHistory, REMOVE, writes } from './webhooks-kit.ts';
import {
  begin,
  button,
  check,
  dialog,
  expectSums,
  heading,
  key,
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

/** Accepted, refused, unknown, and accepted with a message. */
const MIXED = [
  'cmp-1,wh-1',
  'cmp-1,fail-422',
  'cmp-1,=cmd',
  'cmp-1,cors-blocked',
  'cmp-1,once-fail-503',
  'cmp-1,once-cors-blocked',
  'cmp-1,odd-error',
];

/** Saves the results of such a run, and checks the file. */
const exportResults = async (page: Page) => {
  const csv = await download(page, () => button(page, 'Export results').click());
  expect(csv.name).toMatch(/^run-results-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
  const rows = csv.text.trimEnd().split('\r\n');
  expect(rows[0]).toBe('\uFEFFcampaignId,webhookId,Operation,Line,Outcome,Status,Answer,Time (UTC)');
  const time = String.raw`\d{4}-\d\d-\d\d [\d:]{8}`;
  expect(rows).toHaveLength(8);
  expect(rows[1]).toMatch(new RegExp(`^cmp-1,wh-1,attach,1,accepted,200,200 in \\d+ ms,${time}$`));
  expect(rows[2]).toMatch(new RegExp(`^cmp-1,fail-422,attach,2,refused,422,.+,${time}$`));
  expect(rows[3]).toMatch(/^cmp-1,'=cmd,attach,3,accepted,200,/);
  expect(rows[4]).toMatch(new RegExp(`^cmp-1,cors-blocked,attach,4,unknown,,No answer,${time}$`));
  expect(rows[7]).toMatch(/^cmp-1,odd-error,attach,7,"accepted, with a message",200,/);
  expect(csv.text).not.toMatch(/Bearer|eyJ[\w-]+\./);
};

test('shows, exports, retries and undoes the outcomes of a run', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await begin(page, MIXED);
  await expect(heading(page, 'Finished: 2 of 7 attached, 1 accepted with a message')).toBeVisible();
  await expect(progress(page)).toHaveAttribute(
    'aria-valuetext',
    '7 of 7: 2 refused, 2 unknown, 2 accepted, 1 accepted with a message',
  );
  await expect(numbers(page)).toHaveText(['2', '4', '5', '6', '1', '3', '7']);
  const columns = ['Line', 'Campaign ID', 'Webhook ID', 'Result', 'Answer'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  await expect(row(page, 1)).toHaveText(/^1cmp-1wh-1Accepted200 in \d+ ms$/);
  await expect(row(page, 2)).toHaveText(/^2cmp-1fail-422Refused422 “.+”$/);
  await expect(row(page, 4)).toHaveText(/^4cmp-1cors-blockedUnknownNo answer$/);
  await expect(row(page, 7)).toContainText('Accepted, with a message“carrier rejected the change”');
  await expectSums(page, 7);
  await key(page, 'Refused 2').press('Enter');
  await expect(numbers(page)).toHaveText(['2', '5']);
  await key(page, 'All 7').press('Enter');
  await exportResults(page);
  await button(page, 'Refused, details of line 5').press('Enter');
  const line = dialog(page, 'Line 5');
  await expect(line).toContainText(target('cmp-1', 'once-fail-503'));
  await expect(line.locator('q')).toHaveText(/./);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Refused, details of line 5')).toBeFocused();
  await page.keyboard.press('Enter');
  await line.getByRole('link', { name: 'Attach or detach it as one pair' }).click();
  await expect(page.getByLabel('Webhook ID', { exact: true })).toHaveValue('once-fail-503');
  await page.goBack();

  expect(writes(wire)).toHaveLength(7);

  // As new runs, which are checked first.
  await button(page, 'Retry 2 refused').dblclick();
  await expect(heading(page, 'Check 2 lines')).toBeVisible();
  await expect(page.getByText('From an earlier run, with its line numbers')).toBeVisible();
  await expect(numbers(page)).toHaveText(['2', '5']);
  await expect(row(page, 2)).toContainText(/Ready, refused: 422 “.+”/);
  expect(writes(wire)).toHaveLength(7);
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  expect(sentIds(wire).slice(7)).toEqual(['fail-422', 'once-fail-503']);

  await test.step('asks before a retry replaces a list', async () => {
    await button(page, 'New bulk run').click();
    await expect(pairsField(page)).toHaveValue('');
    await expect(pairsField(page)).toBeFocused();
    await check(page, 'cmp-1,');
    await button(page, 'Fix line 1').click();
    await page.getByLabel('Webhook ID of line 1').fill('wh-9');
    await page.keyboard.press('Enter');
    await openHistory(page);
    await entries(page).getByRole('link', { name: 'Attached 2 of 7 pairs' }).click();
    await expect(page.getByRole('link', { name: /^Retried \d\d:\d\d:\d\d$/ })).toBeVisible();
    await expect(
      page.getByText(
        'Now 3 of 7 attached, 1 accepted with a message, 1 refused, 2 unknown, with its retries',
      ),
    ).toBeVisible();
    await expect(button(page, 'Retry 1 refused')).toBeVisible();
    const csv = await download(page, () => button(page, 'Export results').click());
    expect(csv.text).toMatch(/once-fail-503,attach,5,accepted,200,.*,retry of \d{4}-/);
    expect(csv.text).toMatch(/cmp-1,wh-1,attach,1,accepted,200,.*,this run/);
    await button(page, 'Send again: 2 unknown').click();
    const asked = dialog(page, 'Discard the list that you are checking?');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Send again: 2 unknown').click();
    await asked.getByRole('button', { name: 'Discard and continue' }).click();
  });
  await expect(heading(page, 'Check 2 lines')).toBeVisible();
  await expect(page.getByText('Unknown pairs may be attached already.')).toBeVisible();
  expect(writes(wire)).toHaveLength(9);
  await button(page, 'Discard').click();
  await expect(heading(page, 'Finished: 2 of 7 attached, 1 accepted with a message')).toBeFocused();

  // The run attached this pair last: then something else follows.
  await page.getByRole('link', { name: 'One pair', exact: true }).click();
  await attach(page, 'wh-1');
  await answered(page, 'Accepted, with a message');
  await entries(page).getByRole('link', { name: 'Attached 2 of 7 pairs' }).click();
  await button(page, 'Undo…').click();
  await expect(heading(page, 'Check 2 lines')).toBeVisible();
  await expect(page.getByText('2 unknown pairs left out.')).toBeVisible();
  await expect(
    page.getByText('1 pair left out: the service says “carrier rejected the change”.'),
  ).toBeVisible();
  await expect(
    page.getByText(/1 pair left out: attached before this run already, or changed since\./),
  ).toBeVisible();
  await expect(page.getByText('With 1 pair that a retry attached.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Undo of an earlier run' })).toBeVisible();
  await button(page, 'Detach 2 pairs').click();
  const asked = dialog(page, 'Detach 2 pairs?');
  await expect(asked).not.toContainText('You can undo it');
  await asked.getByRole('button', { name: 'Detach 2 pairs' }).dblclick();
  await expect(heading(page, 'Finished: 1 of 2 detached')).toBeVisible();
  await expect(button(page, /^Undo/)).toHaveCount(0);
  await button(page, 'Retry 1 refused').click();
  await button(page, 'Detach 1 pair').click();
  await dialog(page, 'Detach 1 pair?').getByRole('button', { name: 'Detach 1 pair' }).click();
  await expect(heading(page, 'Finished: 1 of 1 detached')).toBeVisible();
  const undone = ['=cmd', 'once-fail-503', 'once-fail-503'];
  expect(targets(wire).slice(10)).toEqual(undone.map((id) => target('cmp-1', id, REMOVE)));
  await openHistory(page);
  await expect(entries(page)).toHaveText([
    /Detached 1 of 1 pair.*from an earlier run/,
    /Detached 1 of 2 pairs.*undo of an earlier run/,
    /Attach wh-1: accepted, with a message/,
    /Attached 1 of 2 pairs1 refused, from an earlier run/,
    /Attached 2 of 7 pairs2 refused, 2 unknown, 1 accepted with a message, 1 undone later/,
  ]);
  await entries(page).getByRole('link', { name: 'Attached 2 of 7 pairs' }).click();
  await expect(heading(page, 'Finished: 2 of 7 attached, 1 accepted with a message')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Undone / })).toBeVisible();
  await expect(button(page, 'Undo…')).toHaveCount(0);
  expect(writes(wire)).toHaveLength(13);
});
