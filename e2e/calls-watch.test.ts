import { expect, test } from './fixtures.ts';
import { detail, fact, field, reads, row, runToNextCheck, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('R5, R25: an ID is looked up by exactly one request, and its record is shown', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await field(page).fill('sample-ended');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page).toHaveURL(/\/calls\/sample-ended$/);
  expect(reads(wire)).toHaveLength(1);
  expect(reads(wire)[0]).toMatchObject({ method: 'GET', query: [['callId', 'sample-ended']], body: null });
  expect(reads(wire)[0]?.headers['content-type']).toBeUndefined();
});

test('R34: an empty or blank field is an error there, and nothing is sent', async ({
  page,
  signIn,
  wire,
}) => {
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
});

for (const id of ['a/b c+d&é#?', '007', "it's 100%"]) {
  test(`R18, R9: the ID ${id} goes unchanged through the address and the request`, async ({
    page,
    signIn,
    wire,
  }) => {
    const encoded = encodeURIComponent(id).replaceAll("'", '%27');
    await signIn(`/calls/${encoded}`);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(detail(page).getByText('The service answered 404 for this ID')).toBeVisible();
    expect(reads(wire).map(({ rawQuery }) => rawQuery)).toEqual([`callId=${encoded}`]);
    await page.reload();
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(row(page, id)).toContainText('Not found');
    expect(reads(wire, id)).toHaveLength(1);
  });
}

test('R35: the view follows a call to its end without a reload, then nothing more is asked', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'asks-1-completed');
  await expect(detail(page).getByText('In progress').first()).toBeVisible();
  await runToNextCheck(page);
  await expect(row(page, 'asks-1-completed')).toContainText('Completed');
  await expect(fact(page, 'Next check')).toHaveText(/None the service reported an end time/);
  await page.clock.runFor(120_000);
  expect(reads(wire)).toHaveLength(2);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => reads(wire).length).toBe(3);
});

test('R35: calls that have ended cost one request each', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(
    page,
    'sim-0s-completed-1 sim-0s-failed-2 sim-0s-busy-3 record-ended-unknown record-case-ended',
  );
  await expect(page.getByText('0 of 5 being checked')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(5);
});

test('"Edit ID" puts a mistyped ID back into the field', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'call-1 call-2');
  await watch(page, 'cal-3');
  await expect(detail(page)).toContainText('This one is 5 characters; your other watched IDs are 6.');
  await page.getByRole('button', { name: 'Edit ID' }).click();
  await expect(field(page)).toHaveValue('cal-3');
  await expect(field(page)).toBeFocused();
  await expect(row(page, 'cal-3')).toBeHidden();
});

test('a list is counted before it is watched', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'call-1');
  await expect(detail(page)).toBeVisible();
  await field(page).fill('"call-1", call-2;call-3\n\ncall-3\tcall-4');
  await expect(page.locator('#call-ids-found')).toContainText('5 IDs found3 new1 already watched1 repeated');
  await page.getByRole('button', { name: 'Watch 3 calls' }).click();
  await expect(page.getByRole('button', { name: 'All 4' })).toBeVisible();
  await expect.poll(() => new Set(reads(wire).map(({ rawQuery }) => rawQuery)).size).toBe(4);
  await expect(field(page)).toHaveValue('');
  await field(page).fill('call-1 call-2');
  await field(page).press('Enter');
  await expect(page.getByText('All 2 are watched already')).toBeVisible();
});

test('pasting anywhere on the page fills the field, also with a link to a board', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn('/calls');
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `${baseURL}/calls?id=call-1&id=a%2Fb`);
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(row(page, 'a/b')).toContainText('Not found');
});

test('a link to a board adds its calls and leaves the address', async ({ page, signIn }) => {
  await signIn('/calls?id=call-1&id=sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'call-1')).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
});

test('examples of the configuration are offered while nothing is watched', async ({
  page,
  signIn,
  configure,
}) => {
  await configure({ calls: { examples: ['sample-ended'], checkSeconds: 7 } });
  await signIn('/calls');
  await page.getByRole('button', { name: 'sample-ended' }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page.getByLabel('Check every')).toHaveValue('7');
});
