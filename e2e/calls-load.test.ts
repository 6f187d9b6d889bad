import { expect, test } from './fixtures.ts';
import { detail, drawBoard, fact, proxyService, readingOf, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const countOf = (ids: readonly string[], id: string) => ids.filter((each) => each === id).length;

test('checks the open call first', async ({ page, signIn, configure }) => {
  test.slow();
  await configure({ api: { maxRequestsPerSecond: 2, baseUrl: '' } });
  await proxyService(page);
  const ids = Array.from({ length: 30 }, (_, at) => `sim-1s-running-${String(at).padStart(3, '0')}`);
  const reading = await readingOf(page);
  await signIn('/calls');
  await stopClock(page);
  await watch(page, ids.join(' '));
  await drawBoard(page);
  await reading.run(500, 500);
  await expect(page.getByText(/ of 30 asked, at 2 a second, about /)).toBeVisible();
  await expect(page.getByLabel('Check every').locator('option:checked')).toHaveText('Every 5 s (now 15 s)');
  await expect(page.getByRole('button', { name: /^First check \d+$/ })).toBeVisible();
  await reading.run(2000, 500);
  const open = await page.locator('#calls-rows tr:has-text("First check") a').first().getAttribute('title');
  expect(open).not.toBeNull();
  const before = reading.ids.length;
  await page.getByRole('link', { name: open ?? '', exact: true }).click();
  await expect(detail(page).getByRole('heading', { name: open ?? '' })).toBeVisible();
  // In small steps, since the next checks depend on how soon answers come.
  await reading.run(12_000, 250);
  await expect(fact(page, 'Next check')).toHaveText('Queued');
  const asked = reading.ids.slice(before);
  // Two were on their way already.
  expect(asked.indexOf(open ?? '')).toBeLessThanOrEqual(2);
  expect(countOf(asked, open ?? '')).toBeGreaterThanOrEqual(2);
  // No other call is checked twice before all were checked once. The rate is used up.
  const others = asked.filter((id) => id !== open);
  expect(new Set(others).size).toBe(others.length);
  expect(asked.length).toBeGreaterThanOrEqual(20);
  expect(asked.length).toBeLessThanOrEqual(24);
});

test('failing calls do not slow the others', async ({ page, signIn }) => {
  const reading = await readingOf(page);
  await signIn('/calls');
  await stopClock(page);
  const failing = ['fail-401', ...Array.from({ length: 5 }, (_, at) => `fail-503-${at}`)];
  const running = Array.from({ length: 5 }, (_, at) => `sim-1s-running-${at}`);
  await watch(page, [...failing, ...running].join(' '));
  await drawBoard(page);
  await reading.run(2000, 500);
  await expect(row(page, 'fail-503-0')).toContainText('Error 503');
  await expect(row(page, 'fail-401')).toContainText('Refused (401)');
  const before = reading.ids.length;
  await reading.run(18_000, 1000);
  const asked = reading.ids.slice(before);
  for (const id of running) expect(countOf(asked, id)).toBeGreaterThanOrEqual(3);
  // After 5 s, then 10.
  for (const id of failing) expect(countOf(asked, id)).toBeLessThanOrEqual(2);
  await expect(page.getByText('Your session has ended.')).toBeHidden();
});

test('says the rate that a slow service gives', async ({ page, signIn, configure }) => {
  await configure({ api: { maxConcurrentReads: 1 } });
  await signIn('/calls');
  await watch(page, Array.from({ length: 30 }, (_, at) => `slow-400-nope-${at}`).join(' '));
  await expect(page.getByText(/^\d+ of 30 asked, at [12] a second, about \d+ s left$/)).toBeVisible();
});
