import type { BrowserContext, Page } from 'playwright/test';
import { addFormat } from '#src/storage/format.ts';
import { expect, test } from './fixtures.ts';
import { drawBoard, openCall, readingOf, row, setHidden, stopClock, turns, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** Another tab of the same user, with its requests to the service. */
const openTab = async (context: BrowserContext) => {
  const tab = await context.newPage();
  const reading = await readingOf(tab);
  await tab.goto('/calls');
  await drawBoard(tab);
  return { tab, reading };
};

const tally = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: words, exact: true });

/** The stopped clock. */
const now = (page: Page) => page.evaluate(() => Date.now());

const channelOf = async (page: Page) => {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  return addFormat(names.find((name) => name.startsWith('calls-')) ?? '');
};

test('checks in one of two tabs', { tag: '@story' }, async ({ page, signIn, context, serviceLog }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  const begun = await now(page);
  const ids = ['asks-2-completed', 'asks-2-failed', 'sim-1s-running'];
  await watch(page, ids.join(' '));
  await drawBoard(page);
  await first.run(500, 500);
  for (const id of ids) await expect(row(page, id)).toContainText('In progress');
  await first.run(1000, 1000);
  // The tab that was shown last polls.
  const { tab, reading } = await openTab(context);
  for (const id of ids) await expect(row(tab, id)).toContainText('In progress');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  const before = first.ids.length;

  await reading.run(16_000, 2000);
  for (const each of [page, tab]) {
    await expect(row(each, 'asks-2-completed')).toContainText('Completed');
    await expect(row(each, 'asks-2-failed')).toContainText('Failed');
    await expect(row(each, 'sim-1s-running')).toContainText('In progress');
  }
  expect(first.ids).toHaveLength(before);
  const asked = (await serviceLog()).map(({ query }) => query[0]?.[1]);
  expect(asked.filter((id) => id === 'asks-2-completed')).toHaveLength(3);
  expect(asked.filter((id) => id === 'asks-2-failed')).toHaveLength(3);
  const steady = asked.filter((id) => id === 'sim-1s-running').length;
  expect(steady).toBeGreaterThanOrEqual(3);
  expect(steady).toBeLessThanOrEqual(1 + Math.ceil(((await now(page)) - begun) / 4750));

  // The polling tab is closed: the other one continues.
  await tab.close();
  await expect.poll(() => turns(page), { intervals: [20, 50] }).toBe('1 asking, 0 waiting');
  await first.run(6000, 6000);
  expect(new Set(first.ids.slice(before))).toEqual(new Set(['sim-1s-running']));
});

test('shows changes in the other tab', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-9-completed sim-1s-running');
  await drawBoard(page);
  await first.run(1500, 500);
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  const { tab, reading } = await openTab(context);
  await expect(row(tab, 'sim-1s-running')).toContainText('In progress');

  await watch(page, 'asks-0-completed');
  await expect(row(tab, 'asks-0-completed')).toBeVisible();
  await reading.run(3000, 500);
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await openCall(page, 'sim-1s-running');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(tab, 'sim-1s-running')).toContainText('Paused');
  const before = reading.ids.length;
  await reading.run(12_000, 6000);
  expect(new Set(reading.ids.slice(before))).toEqual(new Set(['asks-9-completed']));
  await tab.getByRole('link', { name: 'sim-1s-running', exact: true }).click();
  await tab.getByRole('button', { name: 'Resume checks' }).click();
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(tally(tab, 'All 2')).toBeVisible();
  await expect(row(tab, 'sim-1s-running')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(tab, 'sim-1s-running')).toContainText('In progress');
});

test('checks in the visible tab', async ({ page, signIn, context }) => {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      static shown = shown;
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        super();
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Shown });
  });
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-2-completed sim-1s-running');
  await drawBoard(page);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Notify when calls end' }).click();
  await page.keyboard.press('Escape');
  await first.run(1500, 500);
  await setHidden(page, true);
  // With notifications a hidden tab keeps the lock until another tab is shown.
  await expect.poll(() => turns(page)).toBe('1 asking, 0 waiting');
  const { tab, reading } = await openTab(context);
  await expect(row(tab, 'sim-1s-running')).toContainText('In progress');
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  const before = first.ids.length;
  await reading.run(12_000, 2000);
  await expect(row(tab, 'asks-2-completed')).toContainText('Completed');
  expect(first.ids).toHaveLength(before);
  // The visible tab saw the end.
  await page.clock.runFor(3000);
  for (const each of [page, tab])
    expect(await each.evaluate(() => Reflect.get(Notification, 'shown'))).toEqual([]);
  await setHidden(tab, true);
  await setHidden(page, false);
  await reading.run(10, 10);
  const since = reading.ids.length;
  await expect
    .poll(async () => {
      await first.run(3000, 1000);
      return first.ids.length;
    })
    .toBeGreaterThan(before);
  expect(reading.ids).toHaveLength(since);
});

test('ignores messages that no tab sends', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running');
  await first.run(1500, 500);
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  const stranger = await context.newPage();
  await stranger.goto('/config.json');
  await stranger.evaluate(
    (name) => {
      const channel = new BroadcastChannel(name);
      const many = Array.from({ length: 3000 }, (_, at) => `call-${at}`);
      const entries = many.map((id) => ({ id, addedAt: 1 }));
      const messages: unknown[] = [
        'all',
        7,
        null,
        { changed: 7 },
        { changed: [7] },
        { changed: [''] },
        { changed: many },
        // Not saved.
        { changed: ['unknown', 'sim-1s-running'] },
        { kind: 'seen' },
        { kind: 'seen', calls: [{ entry: { id: 7 } }, 'x', null] },
        { kind: 'seen', calls: [{ entry: { id: 'sim-1s-running' }, seen: {} }] },
        { kind: 'entriesChanged', put: [{ id: 7, addedAt: 1 }, null], removed: 'all' },
        { kind: 'entriesChanged', put: entries, removed: [] },
        { kind: 'rateLimited', until: Number.POSITIVE_INFINITY, status: 429 },
        { kind: 'rateLimited', until: 'x', status: {}, found: {} },
        { kind: 'visibleCalls', tab: {}, ids: 7 },
      ];
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
      for (const message of messages) channel.postMessage(message);
    },
    await channelOf(page),
  );
  await first.run(6000, 2000);
  await expect(tally(page, 'All 1')).toBeVisible();
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  expect(first.ids.length).toBeGreaterThanOrEqual(2);
  await expect(page.getByText('The service asked for fewer requests.')).toBeHidden();
  await watch(page, 'asks-0-completed');
  await first.run(500, 500);
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(tally(page, 'All 2')).toBeVisible();
});
