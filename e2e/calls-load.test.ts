import { expect, test } from './fixtures.ts';
import { detail, proxyService, readingOf, row, stopClock, turns, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const countOf = (ids: readonly string[], id: string) => ids.filter((each) => each === id).length;

test('more calls than can be asked: all wait alike, the open one goes first, and the footer says so', async ({
  page,
  signIn,
  configure,
}) => {
  test.slow();
  await configure({ api: { maxRequestsPerSecond: 2, baseUrl: '' } });
  await proxyService(page);
  const ids = Array.from({ length: 120 }, (_, at) => `sim-1s-running-${String(at).padStart(3, '0')}`);
  const reading = await readingOf(page);
  await signIn(`/calls?${ids.map((id) => `id=${id}`).join('&')}`);
  await expect(page.getByRole('button', { name: 'Watch 120 calls' })).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: 'Watch 120 calls' }).click();
  await expect(page.getByText('120 calls, each about every 60 s', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Check every').locator('option:checked')).toHaveText('Every 5 s (now 60 s)');
  await expect(page.getByRole('button', { name: /^First check \d+$/ })).toBeVisible();
  await reading.run(2000, 500);
  const open = await page.locator('#calls-rows tr:has-text("First check") a').first().getAttribute('title');
  expect(open).not.toBeNull();
  const before = reading.ids.length;
  await page.getByRole('link', { name: open ?? '', exact: true }).click();
  await expect(detail(page).getByRole('heading', { name: open ?? '' })).toBeVisible();
  // In small steps, since what is asked next depends on how soon answers come.
  await reading.run(20_000, 100);
  await expect(row(page, open ?? '')).toContainText('Waiting its turn');
  const asked = reading.ids.slice(before);
  // Two were on their way already.
  expect(asked.indexOf(open ?? '')).toBeLessThanOrEqual(2);
  expect(countOf(asked, open ?? '')).toBeGreaterThanOrEqual(2);
  // What else is on screen may go out of its turn too, in a small share; the budget is used.
  const others = asked.filter((id) => id !== open);
  expect(others.length - new Set(others).size).toBeLessThanOrEqual(Math.ceil(0.08 * asked.length));
  expect(asked.length).toBeGreaterThanOrEqual(36);
  expect(asked.length).toBeLessThanOrEqual(40);
});

test('a call that stays the same for half an hour is asked once a minute', async ({ page, signIn }) => {
  const reading = await readingOf(page);
  await signIn('/calls');
  await stopClock(page);
  await watch(page, 'sim-1s-running-old');
  await reading.run(500, 500);
  // As a computer does that was put to sleep; every minute in between would take too long.
  await page.clock.fastForward('29:30');
  await reading.run(1000, 500);
  await watch(page, 'sim-1s-running-new');
  const from = reading.ids.length;
  await reading.run(25_000, 2500);
  expect(countOf(reading.ids.slice(from), 'sim-1s-running-old')).toBeGreaterThanOrEqual(3);
  await reading.run(30_000, 5000);
  const before = reading.ids.length;
  await reading.run(125_000, 5000);
  const asked = reading.ids.slice(before);
  expect(countOf(asked, 'sim-1s-running-old')).toBe(2);
  expect(countOf(asked, 'sim-1s-running-new')).toBeGreaterThanOrEqual(12);
  await expect(row(page, 'sim-1s-running-old')).toContainText('In progress');
});

test('while most checks fail all are asked less often, and the footer says so', async ({ page, signIn }) => {
  const reading = await readingOf(page);
  await signIn('/calls');
  await stopClock(page);
  const failing = Array.from({ length: 11 }, (_, at) => `once-fail-500-${at}`);
  await watch(page, ['sim-1s-running', ...failing].join(' '));
  await reading.run(2000, 1000);
  const words = page.getByText(/less often since most checks fail/);
  await expect(words).toHaveText('12 calls, each about every 20 s, less often since most checks fail');
  await expect(row(page, 'once-fail-500-0')).toContainText('Error 500');
  // Four times the chosen five seconds.
  await reading.run(16_000, 4000);
  expect(countOf(reading.ids, 'sim-1s-running')).toBe(1);
  await reading.run(6000, 3000);
  expect(countOf(reading.ids, 'sim-1s-running')).toBe(2);
  // All succeed from now on.
  await reading.run(40_000, 4000);
  await expect(words).toBeHidden();
  const before = countOf(reading.ids, 'sim-1s-running');
  await reading.run(20_000, 2000);
  expect(countOf(reading.ids, 'sim-1s-running')).toBeGreaterThanOrEqual(before + 3);
});

test('no more is asked than the service says is left of its quota, in whichever tab, and the footer says so', async ({
  page,
  context,
  signIn,
  configure,
}) => {
  await configure({ api: { baseUrl: '' } });
  /** Of the console's time. */
  let seconds = 0;
  const asked: number[] = [];
  await context.route(/\/call_status\?/, (route) => {
    const minute = Math.floor(seconds / 60);
    asked.push(minute);
    const left = 20 - asked.filter((each) => each === minute).length;
    return route.fulfill({
      json: { status: 'in-progress' },
      headers: {
        RateLimit: `"minute";r=${Math.max(0, left)};t=${60 - (seconds % 60)}`,
        'RateLimit-Policy': '"minute";q=20;w=60',
      },
    });
  });
  const run = async (reading: Awaited<ReturnType<typeof readingOf>>, until: number) => {
    for (; seconds < until; seconds += 1) await reading.run(1000, 1000);
  };
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  await watch(page, Array.from({ length: 24 }, (_, at) => `call-${at}`).join(' '));
  await run(first, 3);
  const words = page.getByText(
    '24 calls, each about every 72 s, since the service takes about 20 checks a minute',
  );
  await expect(words).toBeVisible();
  await expect(page.getByText('Waiting its turn').first()).toBeVisible();

  // Another tab goes on with what is left.
  const tab = await context.newPage();
  const config: unknown = await page.evaluate(() => fetch('/config.json').then((answer) => answer.json()));
  await tab.route('**/config.json', (route) => route.fulfill({ json: config }));
  const second = await readingOf(tab);
  await tab.goto('/calls');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  await run(first, 20);
  await page.close();
  await expect.poll(() => turns(tab), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
  await run(second, 59);
  const before = asked.length;
  expect(before).toBeGreaterThanOrEqual(18);
  expect(before).toBeLessThanOrEqual(20);
  expect(second.ids.length).toBeGreaterThan(0);
  await run(second, 65);
  expect(asked.length).toBeGreaterThan(before);
});
