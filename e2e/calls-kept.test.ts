import { expect, signInAtServer, test } from './fixtures.ts';
import { openCall, reads, row, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('watched calls come back after a reload, with the pause and the chosen time', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await page.getByLabel('Check every').selectOption('Every 30 s');
  await openCall(page, 'record-unknown');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  const before = reads(wire, 'record-unknown').length;
  await page.reload();
  await expect(row(page, 'sample-long')).toContainText(/queued|ringing|In progress/);
  await expect(page.getByLabel('Check every')).toHaveValue('30');
  await expect(page.getByText('1 of 2 being checked, about 2 checks a minute, 1 paused')).toBeVisible();
  expect(reads(wire, 'record-unknown')).toHaveLength(before);
  await page.getByRole('button', { name: 'Resume checks' }).click();
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
});

test('another person sees none of it', async ({ page, signIn, person }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The authorization server sends the browser back when its own session has ended too.
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn('/calls', { name: `${person} Other` });
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
});

test('another tab of the same person shows the same calls', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  const other = await context.newPage();
  await other.goto('/calls');
  await expect(row(other, 'sample-ended')).toContainText('Completed');
  await watch(other, 'sim-0s-failed');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
});

test('storage that is refused keeps nothing from working', async ({ page, person }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await watch(page, 'sample-ended sample-long');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'sample-long')).toContainText('queued');
});
