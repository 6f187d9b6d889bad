import type { Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { download } from './files-kit.ts';
import { detail, drawBoard, field, openCall, reads, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('acts on the focused call by keys', async ({ page, signIn, wire, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  await watch(page, 'record-unknown sim-0s-completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  // In an order that no answer changes.
  await page.getByRole('button', { name: 'Call ID' }).click();
  const ids = ['record-unknown', 'sim-0s-completed'] as const;
  await expect(page.locator('#calls-rows a')).toHaveText(ids);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: ids[0], exact: true })).toBeFocused();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Note for 1 call' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await page.keyboard.press('Enter');
  await expect(row(page, ids[0])).toContainText('ask Ana');
  await expect(page.getByRole('link', { name: ids[0], exact: true })).toBeFocused();
  await page.keyboard.press('t');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Call ID: ${ids[0]}`);
  const { text } = await download(page, () => page.keyboard.press('e'));
  expect(text).toContain(ids[0]);
  expect(text).not.toContain(ids[1]);
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0]);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading', { name: ids[0] })).toBeVisible();
  await page.keyboard.press('j');
  await expect(detail(page).getByRole('heading', { name: ids[1] })).toBeVisible();
  // It has ended: only the key checks it.
  await page.keyboard.press('r');
  await expect.poll(() => reads(wire, ids[1]).length).toBe(2);
  await openCall(page, 'record-unknown');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'record-unknown', exact: true })).toBeFocused();
  await page.keyboard.press('a');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('jkrpc');
  await expect(field(page)).toHaveValue('jkrpc');
  await page.getByRole('heading', { name: 'Calls' }).click();
  const filter = page.getByRole('searchbox', { name: /^Filter by/ });
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('sim-');
  await expect(page.locator('#calls-rows a')).toHaveText([ids[1]]);
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(filter).not.toBeFocused();
  await expect(page.locator('#calls-rows a')).toHaveText(ids);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page)).toHaveValue(/record-unknown$/);
});

test('filters by the tally, stops and clears calls', { tag: '@story' }, async ({ page, signIn, wire }) => {
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
  await expect(filters).toHaveText(['All 4', 'New failures 1', 'on_hold 1', 'Completed 2', 'Failed 1']);
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeHidden();
  await expect(row(page, 'sim-0s-failed')).toBeVisible();
  await openCall(page, 'sim-0s-failed');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('heading', { name: 'No calls', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeVisible();

  // The first toast's time is over.
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
  await expect(page.getByText('Stopped watching 2 calls')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible();
  await undo.click();
  await expect(page.getByRole('button', { name: 'All 3' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^More/ })).toBeFocused();
  for (const id of ['sample-ended', 'sim-0s-completed']) expect(reads(wire, id)).toHaveLength(1);
});

test('announces changes of status', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await stopClock(page);
  const spoken = page.getByRole('status', { name: 'Changes of status' });
  const marked = page.locator('#calls-rows tr[data-changed]');
  const ids = ['asks-1-completed-1', 'asks-1-completed-2', 'asks-1-completed-3'];
  await watch(page, [...ids, 'record-unknown'].join(' '));
  await drawBoard(page);
  await page.clock.runFor(500);
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
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
});
