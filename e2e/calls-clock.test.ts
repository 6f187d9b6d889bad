import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { row, stopClock, watch } from './calls-kit.ts';

/** Of the zone in which it is ten o'clock in the evening, or a while later: from 12 hours behind UTC to 11 ahead. */
const ahead = ((34 - new Date().getUTCHours()) % 24) - 12;

test.use({ timezoneId: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` });

const chooseTime = async (page: Page, from: string, to: string) => {
  await page.getByRole('button', { name: from }).click();
  await page.getByRole('button', { name: to }).click();
};

const watchEnded = async (page: Page) => {
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await stopClock(page);
};

test('a time of yesterday has its day', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  await watchEnded(page);
  const day = /\d \w{3}, 2[23]:\d\d:\d\d/;
  await expect(row(page, 'sample-ended')).not.toContainText(day);
  await page.clock.fastForward('02:00:00');
  await page.clock.runFor(2000);
  await expect(row(page, 'sample-ended')).toContainText(day);
});

test('filters by time follow the clock', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  await watchEnded(page);
  await chooseTime(page, 'Any time', 'Changed in the last hour');
  await page.clock.runFor(1000);
  await expect(row(page, 'sample-ended')).toBeVisible();
  await page.clock.fastForward('01:01:00');
  await page.clock.runFor(2000);
  await expect(page.getByRole('heading', { name: 'No calls match' })).toBeVisible();
});

test('a time filter takes years of four digits', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await chooseTime(page, 'Any time', 'Between…');
  const from = page.getByLabel('From', { exact: true });
  await from.fill('20261-01-01T10:00');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(from).toHaveAccessibleDescription('Enter a year of four digits.');
});
