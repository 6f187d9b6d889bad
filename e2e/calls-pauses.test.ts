import { expect, expectAccessible, test } from './fixtures.ts';
import { detail, fact, reads, row, runToNextCheck, setHidden, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('nothing is asked while the page is hidden; what is due is asked at once when it is back', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'record-unknown sample-long');
  await expect(row(page, 'sample-long')).toContainText('queued');
  await setHidden(page, true);
  await stopClock(page);
  const before = reads(wire).length;
  await page.clock.runFor(120_000);
  expect(reads(wire)).toHaveLength(before);
  await setHidden(page, false);
  await page.clock.runFor(1000);
  await expect.poll(() => reads(wire).length).toBe(before + 2);
});

test('nothing is asked while offline; the last answers stay, quiet, and checks go on when back', async ({
  page,
  signIn,
  wire,
  context,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long');
  await expect(detail(page).getByText('queued').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('This browser is offline.')).toBeVisible();
  await stopClock(page);
  const before = reads(wire).length;
  await page.clock.runFor(100_000);
  expect(reads(wire)).toHaveLength(before);
  await expect(detail(page).getByText(/^queued at \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(fact(page, 'Last check')).toContainText(/1 min [45]/);
  await expect(fact(page, 'Next check')).toHaveText('When back online');
  await expect(page.getByText('Checks are waiting for a connection')).toBeVisible();
  await expect(detail(page).getByRole('list', { name: 'Status seen' })).toContainText(
    'Offline no checks since',
  );
  // The checker of accessibility has timers of its own.
  await page.clock.resume();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('This browser is offline.')).toBeHidden();
  await expect.poll(() => reads(wire).length).toBe(before + 1);
});

test('calls are watched whichever area is shown, and the rail says how many', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown sample-ended');
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: /Calls.*2 being checked/ })).toBeVisible();
  await rail.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks/);
  const before = reads(wire).length;
  await runToNextCheck(page);
  await expect.poll(() => reads(wire).length).toBeGreaterThanOrEqual(before + 2);
});

test('pause and resume, one and all', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByText('0 of 2 being checked, 2 paused')).toBeVisible();
  await expect(row(page, 'sample-long')).toContainText('Paused');
  await stopClock(page);
  const before = reads(wire).length;
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(before);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await page.clock.runFor(1000);
  await expect.poll(() => reads(wire).length).toBe(before + 2);
});
