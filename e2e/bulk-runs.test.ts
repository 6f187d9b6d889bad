import { expect, signOut, test } from './fixtures.ts';
import { button, check, choose, heading, keys, look, sentIds } from './bulk-kit.ts';
import { entries, openHistory } from './webhooks-kit.ts';
import { download } from './files-kit.ts';

const FILE = [
  'Customer;campaign_id;webhook_id;Note',
  'Ada;cmp-1;wh-1;"first; best"',
  'Bea;cmp-1;;',
  '',
  'Cyd;cmp-1;wh-1;again',
  '=Dan;cmp-1;fail-422;',
  'Eve;cmp-1;wh-2;',
  'Fay;cmp-1;wh-1;',
];

test('titles a run and accounts for every line of its file', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await choose(page, 'renewals.csv', FILE.join('\n'));
  await page.getByLabel('Title of the run').fill('Black Friday');
  await button(page, 'Edit line 7').click();
  await button(page, 'Remove line').click();
  await expect(page.getByText('Line 7 removed')).toBeVisible();
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  expect(await page.getByText('Line 7 removed').count()).toBe(0);
  await expect(page.getByLabel('Title of the run')).toHaveValue('Black Friday');
  await page.getByLabel('Title of the run').fill('Black Friday, ticket 123');
  await page.getByLabel('Title of the run').press('Enter');
  await openHistory(page);
  await page.getByRole('searchbox', { name: 'Filter history' }).fill('ticket 123');
  await expect(entries(page)).toHaveText([
    /Attached 1 of 2 pairsBlack Friday, ticket 123, 1 refused, from renewals\.csv$/,
  ]);
  await page.reload();
  await entries(page).getByRole('link', { name: 'Attached 1 of 2 pairs' }).press('Enter');
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeFocused();
  await expect(keys(page).first()).toHaveText('All 2');
  const all = await download(page, () => button(page, 'Export results').click());
  expect(all.name).toMatch(/^Black Friday, ticket 123-results-/);
  const time = /;\d{4}-\d\d-\d\d [\d:]{8}$/;
  const rows = all.text.trimEnd().split('\r\n');
  expect(rows.map((row) => row.replace(time, ';TIME').replace(/in \d+ ms/, 'in N ms'))).toEqual([
    '\uFEFFCustomer;campaign_id;webhook_id;Note;Operation;Line;Outcome;Status;Answer;Time (UTC)',
    'Ada;cmp-1;wh-1;"first; best";attach;2;accepted;200;200 in N ms;TIME',
    'Bea;cmp-1;;;;3;left out;;No webhook ID;',
    ';;;;;4;left out;;Empty line;',
    'Cyd;cmp-1;wh-1;again;;5;duplicate;;Same as line 2;',
    expect.stringMatching(/^'=Dan;cmp-1;fail-422;;attach;6;refused;422;422 in N ms: .+;TIME$/),
    'Eve;cmp-1;wh-2;;;7;left out;;Removed by hand;',
    'Fay;cmp-1;wh-1;;;8;duplicate;;Same as line 2;',
  ]);
});

test('hands a half-done list to a colleague', async ({ page, signIn, person, wire }) => {
  await signIn('/webhooks/bulk');
  await check(
    page,
    'Campaign ID,Webhook ID,Status\ncmp-1,wh-1,live\ncmp-2,fail-422,live\ncmp-3,wh-3,draft\nSumme,3,',
  );
  await expect(page.getByText('1 line may not be meant: “Status: draft”.')).toBeVisible();
  await button(page, 'Leave it out').click();
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  const results = await download(page, () => button(page, 'Export results').click());
  await signOut(page);

  await signIn('/webhooks/bulk', { name: `${person} Colleague` });
  await choose(page, results.name, results.text);
  await expect(page.getByText('1 of these pairs was accepted before.')).toBeVisible();
  await expect(page.getByText('1 of these lines was left out before.')).toBeVisible();
  await expect(page.locator('tbody tr').filter({ has: page.getByRole('cell') })).toHaveText([
    /Header line/,
    /cmp-1.*Left out, accepted before/,
    /cmp-2.*Ready/,
    /cmp-3.*Left out, as before/,
    /Summe.*Total line/,
  ]);
  await look(page, 'both');
  await button(page, 'Attach 1 pair').click();
  await expect(heading(page, 'Finished: 0 of 1 attached')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1', 'fail-422', 'fail-422']);
});
