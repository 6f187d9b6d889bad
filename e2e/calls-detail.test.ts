import { expect, test } from './fixtures.ts';
import { detail, drawPart, fact, openCall, readingOf, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const ERRORS = ['record-error-object', 'record-error-nested', 'record-error-text', 'record-error-running'];

test('shows statuses, durations, times and errors', async ({ page, signIn }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-1-failed-object');
  await drawPart(page, detail(page));
  await reading.run(500, 500);
  const seen = detail(page).getByRole('list', { name: 'Status history' });
  await expect(seen).toContainText('In progress first check');
  await reading.run(6000, 6000);
  await expect(seen.getByRole('listitem')).toContainText([/In progress/, /Failed\s+ended \d\d:\d\d:\d\d/]);

  const shown: [id: string, label: string, words: string | RegExp][] = [
    ['record-iso-local', 'Started', /zone not stated/],
    ['record-soon', 'Started', 'soon as received'],
    ['record-no-duration', 'Duration', 'Not reported'],
    ['record-iso', 'Started', /^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/],
  ];
  await watch(page, [...shown.map(([id]) => id), ...ERRORS, 'record-fraction', 'record-markup'].join(' '));
  await reading.run(1500, 500);
  await expect(row(page, 'record-markup')).toContainText('<');
  const empty = row(page, 'record-no-duration').getByRole('cell', { name: '–', exact: true });
  await expect(empty).toBeVisible();
  for (const [id, label, words] of shown) {
    await openCall(page, id);
    await expect(fact(page, label)).toHaveText(words);
  }
  await expect(fact(page, 'Started').locator('[title^="As received: "]')).toBeVisible();
  await openCall(page, 'record-fraction');
  await expect(fact(page, 'Duration')).toHaveText(/^1[2-4](\.5)? s /);
  await reading.run(3000, 3000);
  await expect(fact(page, 'Duration')).toHaveText(/s reported 12\.5 s at the last check/);

  const errors = detail(page).locator('section').filter({ hasText: 'Error from the service' });
  for (const id of ERRORS) {
    await openCall(page, id);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(errors).toBeVisible();
  }
  // An error alone is no end.
  await expect(fact(page, 'Next check')).toHaveText(/^(in \d+ s|now)$/);
  await expect(page.locator('body')).not.toContainText('[object Object]');
});
