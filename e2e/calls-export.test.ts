import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';
import { row, share } from './calls-kit.ts';
import { download } from './files-kit.ts';

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The rows of a CSV, each cell by its heading. */
const byHeading = (csv: string) =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

test('exports CSV and a link', async ({ page, signIn, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [sum, at, quoted] = ['=1+1', '@SUM(A1)', 'a "b", c'];
  const ids = [sum, at, quoted, '+49', '-1', 'record-error-object', 'asks-0-completed'];
  await signIn(`/calls?${ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')}`);
  await page.getByRole('button', { name: 'Watch 7 calls' }).click();
  for (const id of ids.slice(0, 5)) await expect(row(page, id)).toContainText('Not found');
  await expect(row(page, 'record-error-object')).toContainText('Failed');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');

  for (const id of [sum, at, quoted]) {
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).click();
  }
  const bar = page.getByRole('group', { name: 'Selected calls' });
  await expect(bar).toContainText('3 selected');
  const someCsv = await download(page, () => share(page, 'Hand over as CSV'));
  const guarded = ["'=1+1", "'@SUM(A1)", quoted];
  expect(
    byHeading(someCsv.text)
      .map((cells) => cells['Call ID'])
      .toSorted(),
  ).toEqual(guarded.toSorted());

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  const allCsv = await download(page, () => share(page, 'Hand over as CSV'));
  expect(allCsv.name).toMatch(/^calls-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
  expect(allCsv.text.split('\r\n')[0]).toBe(
    '\uFEFFCall ID,Status,Check failed,Started (UTC),Ended (UTC),Duration in seconds,Error,Last checked (UTC),Added (UTC),Note,Labels',
  );
  const allRows = byHeading(allCsv.text);
  const allIds = [...guarded, "'+49", "'-1", 'record-error-object', 'asks-0-completed'];
  expect(allRows.map((cells) => cells['Call ID']).toSorted()).toEqual(allIds.toSorted());
  expect(allRows.find((cells) => cells['Call ID'] === 'asks-0-completed')).toMatchObject({
    Status: 'completed',
    'Last checked (UTC)': expect.stringMatching(INSTANT),
  });
  expect(allRows.find((cells) => cells['Call ID'] === quoted)).toMatchObject({
    Status: '',
    'Check failed': 'not found (404)',
    'Started (UTC)': '',
    'Ended (UTC)': '',
    'Duration in seconds': '',
    Error: '',
    'Last checked (UTC)': expect.stringMatching(INSTANT),
    'Added (UTC)': expect.stringMatching(INSTANT),
  });
  expect(allCsv.text).toContain('\r\n"a ""b"", c",');
  expect(allCsv.text).not.toMatch(/(^|[,\n])"?\s*[=+@-]/);

  await page.getByRole('button', { name: 'Failed 1' }).click();
  // The board may have more calls than fit into a link.
  await share(page, 'Copy link');
  await expect(page.getByText('Link copied')).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(`${baseURL}/calls?id=record-error-object&show=failed`);
});
