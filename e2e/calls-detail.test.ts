import { expect, test } from './fixtures.ts';
import { detail, fact, openCall, readingOf, reads, row, stopClock, watch } from './calls-kit.ts';

const STATUSES = { on_hold: { label: 'On hold', tone: 'warn', final: true } };
const FACTS: [id: string, label: string, words: string | RegExp][] = [
  ['record-iso-local', 'Started', /zone not stated/],
  ['record-soon', 'Started', 'soon as received'],
  ['record-iso', 'Started', /^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/],
  ['record-fraction', 'Duration', /^1[2-4](\.5)? s /],
];
const ERRORS = ['record-error-object', 'record-error-text', 'record-error-running'];

// Far from Greenwich.
test.use({ timezoneId: 'Asia/Kolkata' });
const TITLE = /^\d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC\+5:30/;

test('shows statuses, durations, times and errors', async ({ page, signIn, configure, wire }) => {
  await page.clock.install();
  await configure({ calls: { examples: ['sample-ended'], checkSeconds: 7, statuses: STATUSES } });
  await signIn('/calls');
  await page.getByRole('button', { name: 'sample-ended' }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('On hold');
  await page.clock.runFor(30_000);
  expect(reads(wire)).toHaveLength(2);

  // Durations count on while the clock runs.
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, [...FACTS.map(([id]) => id), ...ERRORS, 'record-no-duration', 'record-markup'].join(' '));
  await reading.run(1500, 500);
  await expect(row(page, 'record-markup')).toContainText('<');
  await expect(row(page, 'record-iso')).toContainText(/\d\d? \w{3}( \d{4})?, \d\d:\d\d:\d\d/);
  const empty = row(page, 'record-no-duration').getByRole('cell', { name: '–', exact: true });
  await expect(empty).toBeVisible();
  for (const [id, label, words] of FACTS) {
    await openCall(page, id);
    await expect(fact(page, label)).toHaveText(words);
  }
  await openCall(page, 'record-iso');
  await expect(detail(page).getByRole('list', { name: 'Status history' })).toContainText(
    /ended \d\d? \w{3}( \d{4})?, /,
  );
  await test.step('names the zone in the title of a time', async () => {
    await expect(row(page, 'record-iso').getByTitle(TITLE)).toHaveCount(3);
    await expect(fact(page, 'Started').getByTitle(TITLE)).toBeVisible();
    const history = detail(page).getByRole('list', { name: 'Status history' });
    await expect(history.getByTitle(TITLE).first()).toBeVisible();
  });
  for (const id of ERRORS) {
    await openCall(page, id);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(detail(page).locator('section').filter({ hasText: 'Error from the service' })).toBeVisible();
  }
  // An error alone is no end.
  await expect(fact(page, 'Checked')).toHaveText(/^\d+ s ago$/);
  await expect(page.locator('body')).not.toContainText('[object Object]');
});

test('draws each status once in the plot', async ({ page, signIn }) => {
  let status = 'ringing';
  await page.route(/call_status\?/, (route) => route.fulfill({ json: { status } }));
  await page.clock.install();
  await signIn('/calls');
  await watch(page, 'short-legs');
  const history = detail(page).getByRole('list', { name: 'Status history' });
  await expect(history).toContainText('ringing');
  await stopClock(page);
  const reading = await readingOf(page);
  // The others share the last percent.
  await page.clock.fastForward('30:00');
  for (status of ['answered', 'held', 'joined']) {
    await reading.run(6000, 500);
    await expect(history).toContainText(status);
  }
  await reading.run(60_000, 5000);
  await expect(detail(page).locator('svg g')).toHaveCount(4);
});
