import type { Route } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { backFromServer, expect, signInAtServer, signOut, storage, test } from './fixtures.ts';
import { detail, field, openCall, reads, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('filters, stops, clears and forgets calls', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  expect(reads(wire)).toHaveLength(1);

  await watch(page, 'sim-0s-completed sim-0s-failed record-unknown');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  const filters = page.getByRole('group', { name: 'Show only' }).getByRole('button');
  await expect(filters).toHaveText(['All 4', 'New failures 1', 'Completed 2', 'Failed 1', 'Other 1']);
  await page.getByRole('button', { name: 'New failures 1' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeHidden();
  await expect(row(page, 'sim-0s-failed')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByRole('heading', { name: 'No new failures' })).toBeVisible();
  await expectAccessible(page, undefined, page.getByRole('main'));
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeHidden();
  await openCall(page, 'sim-0s-failed');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeVisible();

  // The first toast's time is over, and no other goes meanwhile.
  const undo = page.getByRole('button', { name: 'Undo' });
  await stopClock(page);
  await page.clock.runFor(7000);
  await expect(undo.first()).toBeVisible();
  await page.clock.runFor(6000);
  await expect(undo).toBeHidden();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
  await expect(page.getByText('Stopped watching 2 calls')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible();
  await undo.click();
  await expect(page.getByText('Undone: Stopped watching 2 calls')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 3' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^More/ })).toBeFocused();
  for (const id of ['sample-ended', 'sim-0s-completed']) expect(reads(wire, id)).toHaveLength(1);

  // What is cleared is deleted, until it is undone.
  await page.clock.runFor(10_000);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await expect.poll(() => storage(page)).not.toMatch(/sim-0s|record-|watching/);
  // Also when the message is gone.
  await page.clock.runFor(13_000);
  await expect(page.getByText('Stopped watching 3 calls', { exact: true })).toBeHidden();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect.poll(() => storage(page)).toContain('record-unknown');
  await page.clock.resume();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Forget calls at sign-out' }).click();
  await signOut(page);
  await expect(page.getByText('None of your watched calls are kept in this browser.')).toBeVisible();
  await expect.poll(() => storage(page)).not.toMatch(/sim-0s|record-|watching/);
});

test('a message with the focus stays after the pointer left', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await undo.hover();
  await page.mouse.move(0, 0);
  await stopClock(page);
  await page.clock.runFor(20_000);
  await expect(undo).toBeFocused();
});

test('announces changes, and says at sign-out what it keeps', async ({ page, signIn, context, person }) => {
  await signIn('/calls');
  // The board is drawn before the clock stops: drawing it would run the clock for as long as it takes.
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await stopClock(page);
  const spoken = page.getByRole('status', { name: 'Changes of status' });
  const marked = page.locator('#calls-rows tr[data-changed]');
  const ids = ['asks-1-completed-1', 'asks-1-completed-2', 'asks-1-completed-3'];
  await watch(page, ids.join(' '));
  await page.clock.runFor(500);
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await page.clock.runFor(3000);
  await expect(spoken).toHaveText('');
  await expect(marked).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const session = await context.newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  // The three answers arrive together, while the clock is stopped.
  const waiting: Route[] = [];
  await page.route(/call_status\?callId=asks-/, (route) => void waiting.push(route));
  await page.clock.runFor(3000);
  await expect.poll(() => waiting.length).toBe(3);
  for (const route of waiting) await route.continue();
  for (const id of ids) await expect(row(page, id)).toContainText('Completed');
  await expect(marked).toHaveCount(3);
  await expect(marked.filter({ hasText: 'Completed' })).toHaveCount(3);
  await expect(spoken).toHaveText('');
  await page.clock.runFor(3000);
  await expect(spoken).toHaveText('3 calls completed');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await expect(marked).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.resume();

  await test.step('an open call that is cleared stays away after a reload', async () => {
    await openCall(page, 'record-unknown');
    await expect(detail(page)).toBeVisible();
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await expect(page).toHaveURL(/\/calls$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  });
  await watch(page, 'sample-ended sim-0s-failed');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await signOut(page);
  await expect(
    page.getByText('Your 2 watched calls are kept in this browser for your next sign-in.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Forget calls at sign-out' }).click();
  // Closes for nobody, so the database is not deleted.
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      if (name.startsWith('calls-')) indexedDB.open(name);
  });
  await page.getByRole('button', { name: /^Account/ }).click();
  const back = backFromServer(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.clock.runFor(2000);
  await back;
  await expect(page.getByText('did not confirm that your watched calls were deleted')).toBeVisible();
});
