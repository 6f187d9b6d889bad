import { expect, test } from './fixtures.ts';
import {
  detail,
  drawPart,
  fact,
  field,
  openField,
  reads,
  readingOf,
  row,
  stopClock,
  watch,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('looks up an ID with one request', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/calls');
  for (const blank of ['', '   ', ' , \n']) {
    await watch(page, blank);
    await expect(field(page)).toHaveAccessibleDescription(/Enter a call ID\./);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page)).toBeFocused();
  }
  await field(page).fill('x');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  expect(reads(wire)).toEqual([]);

  await field(page).fill('sample-ended');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page).toHaveURL(/\/calls\/sample-ended$/);
  expect(reads(wire)).toHaveLength(1);
  expect(reads(wire)[0]).toMatchObject({ method: 'GET', query: [['callId', 'sample-ended']], body: null });
  expect(reads(wire)[0]?.headers['content-type']).toBeUndefined();
});

test('keeps an ID unchanged in address and request', async ({ page, signIn, wire }) => {
  const id = "a/b c+d&é#?'s 100%";
  const encoded = encodeURIComponent(id).replaceAll("'", '%27');
  await signIn(`/calls/${encoded}`);
  await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
  await expect(detail(page).getByText('The service answered 404 for this ID')).toBeVisible();
  await page.reload();
  await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
  await expect(row(page, id)).toContainText('Not found');
  expect(reads(wire).map(({ rawQuery }) => rawQuery)).toEqual([`callId=${encoded}`]);
});

test('watches a call until it ends', { tag: '@story' }, async ({ page, signIn }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-1-completed');
  await drawPart(page, detail(page));
  await reading.run(500, 500);
  await expect(detail(page).getByText('In progress').first()).toBeVisible();
  await reading.run(6000, 6000);
  await expect(row(page, 'asks-1-completed')).toContainText('Completed');
  await expect(fact(page, 'Next check')).toHaveText('None: call ended');
  await reading.run(60_000, 60_000);
  expect(reading.ids).toHaveLength(2);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => reading.ids.length).toBe(3);

  await watch(
    page,
    'sim-0s-completed-1 sim-0s-failed-2 sim-0s-busy-3 record-ended-unknown record-case-ended',
  );
  await reading.run(1000, 500);
  await expect(row(page, 'record-case-ended')).toContainText('Completed');
  await expect(page.getByText('0 of 6 being checked')).toBeVisible();
  await reading.run(60_000, 60_000);
  expect(reading.ids).toHaveLength(8);
});

test('adds the calls of a link once', async ({ page, signIn, wire, baseURL }) => {
  await signIn('/calls?id=call-1&id=call-9');
  await page.getByRole('button', { name: 'Watch 2 calls' }).click();
  for (const id of ['call-1', 'call-9'])
    await expect(row(page, id)).toContainText(/queued|ringing|In progress/);
  await expect(page).toHaveURL(/\/calls$/);

  await (await openField(page)).fill('"call-1", call-2;call-3\n\ncall-3\tcall-4');
  await expect(page.locator('#call-ids-found')).toContainText(
    '5 IDs found, 3 new, 1 already watched, 1 repeated',
  );
  await page.getByRole('button', { name: 'Watch 3 calls' }).click();
  await expect(page.getByRole('button', { name: 'All 5' })).toBeVisible();
  await expect.poll(() => new Set(reads(wire).map(({ rawQuery }) => rawQuery)).size).toBe(5);
  await expect(field(page)).toHaveValue('');
  await watch(page, 'call-1 call-2');
  await expect(page.getByText('All 2 are watched already')).toBeVisible();

  await watch(page, 'cal-3');
  await expect(detail(page)).toContainText('This one is 5 characters; your other watched IDs are 6.');
  await page.getByRole('button', { name: 'Edit ID' }).click();
  await expect(field(page)).toHaveValue('cal-3');
  await expect(field(page)).toBeFocused();
  await expect(row(page, 'cal-3')).toBeHidden();

  await field(page).fill('');
  await page.keyboard.press('Escape');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `${baseURL}/calls?id=call-5&id=a%2Fb`);
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(row(page, 'a/b')).toContainText('Not found');
});

test('follows the configured examples and statuses', async ({ page, signIn, configure, wire }) => {
  const statuses = { on_hold: { label: 'On hold', tone: 'warn', final: true } };
  await configure({ calls: { examples: ['sample-ended'], checkSeconds: 7, statuses } });
  await signIn('/calls');
  await page.getByRole('button', { name: 'sample-ended' }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page.getByLabel('Check every')).toHaveValue('7');
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('On hold');
  await expect(fact(page, 'Next check')).toHaveText('None: call ended');
  await page.clock.runFor(30_000);
  expect(reads(wire)).toHaveLength(2);
});
