import type { Locator } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  detail,
  fact,
  field,
  openCall,
  reads,
  row,
  stopClock,
  watch,
  share,
  watchStopped,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const bottomOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return box && box.y + box.height;
};

test('explains failed checks, waits for a 429, tries again', async ({
  page,
  signIn,
  wire,
  context,
  strict,
  serviceLog,
}) => {
  strict.allow(/blocked by CORS policy/);
  // The browser reports the redirect and does not follow it.
  strict.allowRequest(/sandbox\/redirected/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  await stopClock(page);
  await watch(page, 'once-fail-429-30s');
  await page.clock.runFor(500);
  const banner = page.getByText(/Nothing is checked until \d\d:\d\d:\d\d\./);
  await expect(banner).toBeVisible();
  await expect(page.getByText('The service asked for fewer requests (429).')).toBeVisible();
  await expect(page.getByText('Checks paused', { exact: true })).toBeVisible();
  await watch(page, 'record-zero');
  await expect(row(page, 'record-zero')).toContainText('First check');
  await page.clock.runFor(15_000);
  await expect(banner).toBeVisible();
  expect(reads(wire, 'record-zero')).toEqual([]);
  await page.clock.runFor(16_000);
  await expect(banner).toBeHidden();
  await expect(row(page, 'once-fail-429-30s')).toContainText('In progress');
  await expect(row(page, 'record-zero')).toContainText('In progress');

  await test.step('says once that checks fail, and tries all on request', async () => {
    await watch(page, [...'abcdef'].map((letter) => `once-fail-500-${letter}`).join(' '));
    await page.clock.runFor(1000);
    const failing = page.getByText('Checks fail: error 500.');
    await expect(failing).toBeVisible();
    await expect(page.getByText('Checking one call at a time')).toBeVisible();
    await share(page, 'Copy IDs');
    const toast = page.getByText('8 IDs copied');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const below = async () =>
        ((await failing.boundingBox())?.y ?? 0) - ((await bottomOf(toast)) ?? Infinity);
      await expect.poll(below).toBeGreaterThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.clock.runFor(1000);
    await expect(failing).toBeHidden();
    for (const letter of 'abcdef')
      await expect(row(page, `once-fail-500-${letter}`)).not.toContainText('error');
  });
  await test.step('each by its own words', async () => {
    await page.clock.resume();
    // Unit tests cover all statuses and bodies.
    const answers: [id: string, words: string][] = [
      ['fail-500', 'something broke on our side'],
      ['odd-array', 'Answer not recognised'],
      ['odd-html', 'Got a web page instead of an answer from the service'],
      ['redirect-302', 'The service redirected'],
      ['cors-blocked', 'origin to allow is http://localhost'],
      ['drop-before', 'No answer from the service'],
    ];
    await watch(page, answers.map(([id]) => id).join(' '));
    for (const [id, words] of answers) {
      await openCall(page, id);
      await expect(detail(page)).toContainText(words);
    }
    expect([...new Set((await serviceLog()).map(({ path }) => path))]).toEqual(['/api/v3/call_status']);
  });
});

test('keeps the last status beside a failed check', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  const reading = await watchStopped(page, 'later-fail-500 sim-1s-running late-2');
  await expect(row(page, 'later-fail-500')).toContainText('In progress');
  await openCall(page, 'late-2');
  await expect(detail(page)).toContainText('The service answered 404 for this ID');
  await reading.run(6000, 6000);
  await expect(row(page, 'later-fail-500')).toContainText('In progress, not confirmed');
  await page.clock.fastForward(120_000);
  await reading.run(1000, 500);
  expect(reads(wire, 'late-2')).toHaveLength(1);
  await page.getByRole('button', { name: 'Keep trying' }).click();
  await reading.run(500, 500);
  await expect(detail(page)).toContainText(/2 checks failed since \d\d:\d\d:\d\d. Next check in \d+ s/);
  await reading.run(16_000, 8000);
  await expect(row(page, 'late-2')).toContainText('In progress');
  expect(reads(wire, 'late-2')).toHaveLength(3);

  await openCall(page, 'later-fail-500');
  await expect(row(page, 'later-fail-500')).toContainText('In progress, not confirmed for 2 min');
  // Narrower, the ID comes first, and the title says it.
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const status = row(page, 'later-fail-500').getByRole('cell').first();
    expect(await status.evaluate((cell) => cell.scrollWidth - cell.clientWidth), String(width)).toBe(0);
  }
  await expect(detail(page)).toContainText(/\d+ checks failed since \d\d:\d\d:\d\d/);
  await expect(fact(page, 'Duration')).toContainText(/at \d\d:\d\d:\d\d$/);
  // A failed check changes no status.
  await expect(detail(page).getByRole('list', { name: 'Status history' })).not.toContainText('Check failed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check failed 1' }).click();
  await page.clock.resume();
  await field(page).fill('progress');
  await expect(page.getByText('1 shown')).toBeVisible();
  await expect(row(page, 'sim-1s-running')).toBeHidden();
  await expectAccessibleInBothSchemes(page, page.getByRole('main'));
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);
});
