import { existsSync } from 'node:fs';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';
import { readingOf, row, turns, watchRunning } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

// A page that was left is shown again as it was (back/forward cache). Playwright switches that off, and a browser without
// windows does not have it: this takes a whole Chromium.
const WHOLE = '/usr/bin/chromium';

test.use({
  launchOptions: {
    ...chromiumLaunchOptions(),
    executablePath: WHOLE,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});
test.skip(!existsSync(WHOLE), `There is no ${WHOLE}.`);

test('keeps checking after Back', { tag: '@release' }, async ({ page, context, signIn, strict }) => {
  // Only a whole browser asks for it.
  strict.allow(/favicon\.ico/);
  await page.clock.install();
  await signIn('/calls');
  const reading = await watchRunning(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const leave = async () => {
    await page.evaluate(() => void setTimeout(() => location.assign('/robots.txt')));
    await page.clock.runFor(50);
    await expect(page).toHaveURL(/robots\.txt$/);
  };
  await leave();
  const before = reading.ids.length;
  await page.clock.runFor(20_000);
  await page.evaluate(() => history.back());
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  expect(reading.ids).toHaveLength(before);
  await expect.poll(() => turns(page)).toBe('1 asking, 0 waiting');
  await reading.run(6000, 1000);
  expect(reading.ids.length - before).toBeGreaterThanOrEqual(1);

  const tab = await context.newPage();
  const second = await readingOf(tab);
  await tab.goto('/calls');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  await leave();
  await expect.poll(() => turns(tab)).toBe('1 asking, 0 waiting');
  await second.run(6000, 1000);
  expect(second.ids.length).toBeGreaterThanOrEqual(1);
});
