import { expect, test } from './fixtures.ts';
import { detail, fact, reads, row, runToNextCheck, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('R13, R20: known statuses in words, any other as it came', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(
    page,
    'record-unknown record-case-running sim-0s-completed sim-0s-failed sim-0s-busy record-markup',
  );
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-case-running')).toContainText('In progress');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
  await expect(row(page, 'sim-0s-busy')).toContainText('busy');
  await expect(row(page, 'record-markup')).toContainText('<');
  await expect(page.getByRole('button', { name: 'Other values 3' })).toBeVisible();
});

test('R20: the statuses stand in the order in which they were seen', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-1-failed-object');
  const seen = detail(page).getByRole('list', { name: 'Status seen' });
  await expect(seen).toContainText('In progress first check here');
  await runToNextCheck(page);
  await expect(seen).toContainText('Failed');
  const entries = await seen.getByRole('listitem').allInnerTexts();
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain('In progress');
  expect(entries.at(-1)).toMatch(/Failed\s+ended \d\d:\d\d:\d\d/);
  await expect(
    detail(page).getByRole('img', { name: /^Statuses seen since .*In progress.*Failed from/ }),
  ).toBeVisible();
});

test('R14: durations as minutes and seconds, with the seconds at hand', async ({ page, signIn }) => {
  await signIn('/calls');
  const shown: [id: string, words: string][] = [
    ['record-iso', '1m 01s 61 s'],
    ['record-no-duration', 'Not reported'],
    ['record-status-only', 'Not reported'],
  ];
  for (const [id, words] of shown) {
    await watch(page, id);
    await expect(fact(page, 'Duration')).toHaveText(words);
  }
  await watch(page, 'record-fraction');
  await expect(fact(page, 'Duration')).toHaveText(/^1[23](\.5)?s /);
  await expect(row(page, 'record-no-duration')).toContainText('—');
  await page.clock.runFor(3000);
  await expect(fact(page, 'Duration')).toHaveText(/s reported 12\.5s at the last check/);
});

test('R15: every form of timestamp is shown, with the value as it came', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-iso-local');
  await expect(fact(page, 'Started')).toContainText('zone not stated');
  await watch(page, 'record-soon');
  await expect(fact(page, 'Started')).toHaveText('soon as received');
  for (const id of [
    'record-iso',
    'record-iso-offset',
    'record-epoch-s',
    'record-epoch-ms',
    'record-epoch-text',
  ]) {
    await watch(page, id);
    await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/);
    await expect(fact(page, 'Started').locator('[title^="As received: "]')).toBeVisible();
  }
});

test('R16: an end that is null or blank is not reported; one that is there stops the checks', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  for (const id of ['record-nulls', 'record-blanks']) {
    await watch(page, id);
    await expect(fact(page, 'Ended')).toHaveText('Not reported');
    await expect(fact(page, 'Next check')).toHaveText(/^(in \d+ s|now)$/);
  }
  await watch(page, 'record-ended-unknown');
  await expect(detail(page).getByText('archived').first()).toBeVisible();
  await expect(fact(page, 'Next check')).toHaveText(/None the service reported an end time/);
  await page.clock.runFor(30_000);
  expect(reads(wire, 'record-ended-unknown')).toHaveLength(1);
  await expect.poll(() => reads(wire, 'record-nulls').length).toBeGreaterThan(1);
});

test('R17: an error is shown beside the record, as text or set out, and does not stop the checks', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'record-error-object');
  const errors = detail(page).locator('section').filter({ hasText: 'Error from the service' });
  await expect(errors.getByRole('term').first()).toBeVisible();
  await watch(page, 'record-error-nested');
  await expect(errors).toBeVisible();
  await watch(page, 'record-error-text');
  await expect(errors).toBeVisible();
  await watch(page, 'record-error-running');
  await expect(errors).toBeVisible();
  await expect(fact(page, 'Next check')).toHaveText(/^(in \d+ s|now)$/);
  await page.clock.runFor(6000);
  await expect.poll(() => reads(wire, 'record-error-running').length).toBeGreaterThan(1);
  await expect(page.locator('body')).not.toContainText('[object Object]');
});

test('statuses of the configuration have their label and may end a call', async ({
  page,
  signIn,
  configure,
  wire,
}) => {
  await configure({ calls: { statuses: { on_hold: { label: 'On hold', tone: 'warn', final: true } } } });
  await signIn('/calls');
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('On hold');
  await expect(fact(page, 'Next check')).toHaveText(/None the call has ended/);
  await page.clock.runFor(30_000);
  expect(reads(wire)).toHaveLength(1);
});
