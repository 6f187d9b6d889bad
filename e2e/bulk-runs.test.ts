import { expect, test } from './fixtures.ts';
import { act, button, check, choose, heading, keys, lines, now, sentIds, webhooks } from './bulk-kit.ts';
import { download } from './files-kit.ts';

test('pauses after the first five, then goes on', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await check(page, lines(webhooks(12)).join('\n'));
  await page.getByLabel('Send the first 5, then pause').check();
  await button(page, 'Attach 12 pairs').click();
  await expect(heading(page, 'Paused after the first 5 of 12 pairs')).toBeVisible();
  await expect(now(page)).toHaveText(/^5 of 12\. Paused at .+ Check the results, then resume or stop\.$/);
  expect(sentIds(wire)).toHaveLength(5);
  await button(page, 'Resume').click();
  await expect(heading(page, 'Finished: 12 of 12 attached')).toBeVisible();
  expect(sentIds(wire).toSorted()).toEqual(webhooks(12).toSorted());
});

test('lists runs by their titles', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await check(page, lines(['wh-1', 'fail-422']).join('\n'));
  const title = page.getByLabel('Title of the run');
  await title.fill('Black Friday, ticket 123');
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  await expect(page.getByRole('main').getByText('Black Friday, ticket 123', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All runs' }).click();
  await expect(heading(page, '1 run')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toHaveText(
    /^Black Friday, ticket 123 Attach 2 pairsFinished1 accepted, 1 refused\d\d:\d\d:\d\d$/,
  );
  await page.reload();
  await page.getByRole('table').getByRole('link', { name: 'Black Friday, ticket 123' }).press('Enter');
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
});

const FILE = [
  'Customer;campaign_id;webhook_id;Note',
  'Ada;cmp-1;wh-1;"first; best"',
  'Bea;cmp-1;;',
  '',
  'Cyd;cmp-1;wh-1;again',
  '=Dan;cmp-1;fail-422;',
  'Eve;cmp-1;wh-2;',
];

test('accounts for every line of a file', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await choose(page, 'renewals.csv', FILE.join('\n'));
  await button(page, 'Edit line 7').click();
  await button(page, 'Remove line').click();
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  await page.reload();
  await expect(keys(page).first()).toHaveText('All 2');
  await expect(
    page.getByText('7 lines: 2 in this run, 1 duplicate, 1 invalid, 1 removed by hand, 1 header, 1 empty.'),
  ).toBeVisible();
  const all = await download(page, () => button(page, 'Export results').click());
  expect(all.name).toMatch(/^renewals-results-/);
  const time = /;\d{4}-\d\d-\d\dT[\d:.]+Z$/;
  const rows = all.text.trimEnd().split('\r\n');
  expect(rows.map((row) => row.replace(time, ';TIME').replace(/in \d+ ms/, 'in N ms'))).toEqual([
    '\uFEFFCustomer;campaign_id;webhook_id;Note;Outcome;Status;Answer;Time',
    'Ada;cmp-1;wh-1;"first; best";accepted;200;200 in N ms;TIME',
    'Bea;cmp-1;;;left out;;No webhook ID;',
    ';;;;left out;;Empty line;',
    'Cyd;cmp-1;wh-1;again;duplicate;;Same as line 2;',
    expect.stringMatching(/^'=Dan;cmp-1;fail-422;;refused;422;422 in N ms: .+;TIME$/),
    'Eve;cmp-1;wh-2;;left out;;Removed by hand;',
  ]);
  const { text } = await download(page, () => act(page, 'Export 1 refused and unknown'));
  expect(text.split('\r\n').map((row) => row.split(';')[0])).toEqual(['\uFEFFCustomer', "'=Dan", '']);
});
