import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { fact, detail, drawBoard, openCall, readingOf, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('pauses and resumes all, and while offline', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'record-unknown record-zero sample-ended');
  await drawBoard(page);
  await reading.run(500, 500);
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-zero')).toContainText('In progress');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByText('0 of 3 being checked, 2 paused')).toBeVisible();
  await expect(row(page, 'record-zero')).toContainText('Paused');
  await reading.run(60_000, 60_000);
  expect(reading.ids).toHaveLength(3);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await reading.run(1000, 500);
  expect(reading.ids).toHaveLength(5);

  await openCall(page, 'record-unknown');
  await expect(detail(page).getByText('on_hold').first()).toBeVisible();
  await expect(fact(page, 'Last check')).toContainText(/^\d s ago/);
  await context.setOffline(true);
  await expect(page.getByText('This browser is offline.')).toBeVisible();
  await reading.run(103_000, 103_000);
  expect(reading.ids).toHaveLength(5);
  await expect(detail(page).getByText(/^on_hold at \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(fact(page, 'Last check')).toContainText('1 min ago');
  await expect(fact(page, 'Next check')).toHaveText('Waiting');
  await expect(page.getByText('Checks paused, waiting for a connection')).toBeVisible();
  await expect(detail(page).getByRole('list', { name: 'Status history' })).toContainText(
    'Offline no checks since',
  );
  // axe uses timers.
  await page.clock.resume();
  await expectAccessible(page);
  await stopClock(page);
  await context.setOffline(false);
  await expect(page.getByText('This browser is offline.')).toBeHidden();
  await reading.run(1000, 500);
  expect(reading.ids).toHaveLength(7);

  // This area's preloads would fail without a network, so it comes last.
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: /Calls.*2 being checked/ })).toBeVisible();
  await rail.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks/);
  await reading.run(6000, 6000);
  expect(reading.ids).toHaveLength(9);
});
