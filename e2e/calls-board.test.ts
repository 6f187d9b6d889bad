import type { Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { detail, field, openCall, reads, row, runToNextCheck, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('the keys: j, k, Enter, r, p, c and Escape', async ({ page, signIn, wire, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  await watch(page, 'record-unknown sim-0s-completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  // An answer that names a call's start may give its row another place.
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await field(page).press('Tab');
  const ids = await page
    .locator('#calls-rows a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: ids[0] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: ids[0] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0]);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading', { name: ids[0] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(detail(page).getByRole('heading', { name: ids[1] ?? '' })).toBeVisible();
  const before = reads(wire, ids[1]).length;
  await page.keyboard.press('r');
  await expect.poll(() => reads(wire, ids[1]).length).toBe(before + 1);
  await openCall(page, 'record-unknown');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'record-unknown', exact: true })).toBeFocused();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('jkrpc');
  await expect(field(page)).toHaveValue('jkrpc');
});

test('the tally filters; an empty group says so', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-completed sim-0s-failed');
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeHidden();
  await expect(row(page, 'sim-0s-failed')).toBeVisible();
  await openCall(page, 'sim-0s-failed');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('heading', { name: 'No failed calls' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeVisible();
});

test('"Stop watching" can be taken back, and asks nothing again of an ended call', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  expect(reads(wire)).toHaveLength(1);
});

test('ended calls are cleared together, and put back together', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-completed-1 sim-0s-failed-2 record-unknown');
  await expect(row(page, 'sim-0s-failed-2')).toContainText('Failed');
  await expect(row(page, 'sim-0s-completed-1')).toContainText('Completed');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
  await expect(page.getByText('Stopped watching 2 ended calls')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'All 3' })).toBeVisible();
});

test('the board goes out as CSV, safe from formulas, and as a link', async ({
  page,
  signIn,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(`/calls?id=${encodeURIComponent('=cmd|x')}&id=sim-0s-completed`);
  await expect(row(page, '=cmd|x')).toContainText('Not found');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await page.getByRole('button', { name: /^More/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
  const stream = await file.createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text.split('\r\n')[0]).toBe(
    'Call ID,Status,Started,Ended,Duration in seconds,Error,Last checked,Added',
  );
  expect(text).toContain("'=cmd|x,Not found");
  expect(text).toContain('sim-0s-completed,completed,');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Copy link to this board' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/calls?id=%3Dcmd%7Cx&id=sim-0s-completed`,
  );
});

test('rows are sorted by their heads and do not move because of a tick', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-zero record-unknown sim-0s-completed');
  const order = () =>
    page.locator('#calls-rows a').evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(page.getByRole('columnheader', { name: 'Call ID' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await order()).toEqual(['record-unknown', 'record-zero', 'sim-0s-completed']);
  await page.getByRole('button', { name: 'Duration' }).click();
  const before = await order();
  expect(before[0]).toBe('record-unknown');
  await page.clock.runFor(30_000);
  expect(await order()).toEqual(before);
});

test('changes of status are spoken in sum, ticks are not', async ({ page, signIn }) => {
  await signIn('/calls');
  const spoken = page.getByRole('status', { name: 'Changes of status' });
  const ids = ['asks-1-completed-1', 'asks-1-completed-2', 'asks-1-completed-3'];
  await watch(page, [...ids, 'record-unknown'].join(' '));
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await page.clock.runFor(3000);
  await expect(spoken).toHaveText('');
  // The three answers are let through together, while the console's time stands still.
  const waiting: Route[] = [];
  await page.route(/call_status\?callId=asks-/, (route) => void waiting.push(route));
  await runToNextCheck(page);
  await expect.poll(() => waiting.length).toBe(3);
  await stopClock(page);
  for (const route of waiting) await route.continue();
  for (const id of ids) await expect(row(page, id)).toContainText('Completed');
  await expect(spoken).toHaveText('');
  await page.clock.runFor(3000);
  await expect(spoken).toHaveText('3 calls completed');
});

test('a row whose status changed is marked for a moment', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await watch(page, 'asks-1-completed record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'asks-1-completed')).toContainText('In progress');
  const marked = page.locator('#calls-rows tr[data-changed]');
  await expect(marked).toHaveCount(0);
  const session = await context.newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await runToNextCheck(page);
  await expect(marked).toContainText('Completed');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await expect(marked).toHaveCount(0);
});
