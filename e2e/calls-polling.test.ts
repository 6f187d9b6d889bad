import type { BrowserContext, Page } from 'playwright/test';
import { expect, storage, test } from './fixtures.ts';
import {
  detail,
  drawBoard,
  occupyStorage,
  openCall,
  readingOf,
  row,
  setHidden,
  stopClock,
  turns,
  watch,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const openTab = async (context: BrowserContext, path = '/calls') => {
  const tab = await context.newPage();
  const reading = await readingOf(tab);
  await tab.goto(path);
  return { tab, reading };
};

const expectRows = async (page: Page, ids: readonly string[], words: string) => {
  for (const id of ids) await expect(row(page, id)).toContainText(words);
};

test('counts no check that a reload cut off as failed', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const first = await readingOf(page);
  await stopClock(page);
  const ids = ['a', 'b', 'c', 'd'].map((letter) => `slow-1000-sim-1s-running-${letter}`);
  await watch(page, ids.join(' '));
  await first.run(500, 500);
  await expectRows(page, ids, 'In progress');
  const { tab } = await openTab(context);
  await drawBoard(tab);
  await expectRows(tab, ids, 'In progress');
  await setHidden(tab, true);
  await expect.poll(() => turns(page)).toBe('1 asking, 0 waiting');
  const before = first.ids.length;
  await page.clock.runFor(6000);
  await expect.poll(() => first.ids.length).toBe(before + ids.length);
  await page.reload();
  await drawBoard(page);
  await expectRows(page, ids, 'In progress');
  await expectRows(tab, ids, 'In progress');
  expect(await storage(page)).not.toContain('No answer');
});

test('shows an error nested 5,000 levels deep', async ({ page, signIn, context }) => {
  const error = `${'{"deep":'.repeat(5000)}1${'}'.repeat(5000)}`;
  // The sandbox itself could not write it.
  await context.route(/callId=deep$/, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: `{"status":"failed","endTime":"2026-11-21T10:01:01Z","error":${error}}`,
    }),
  );
  await signIn('/calls');
  await stopClock(page);
  const ids = ['deep', 'sim-1s-running-a', 'asks-0-completed'];
  const { tab, reading } = await openTab(context);
  await expect(tab.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await watch(page, ids.join(' '));
  await drawBoard(page);
  await drawBoard(tab);
  await expect.poll(() => turns(tab)).toBe('1 asking, 1 waiting');
  await reading.run(3000, 500);
  for (const each of [page, tab]) {
    await expect(row(each, 'deep')).toContainText('Failed');
    await expect(row(each, 'sim-1s-running-a')).toContainText('In progress');
    await expect(row(each, 'asks-0-completed')).toContainText('Completed');
  }
  await openCall(page, 'deep');
  await detail(page).getByText('Raw response').click();
  await expect(detail(page).getByLabel('Raw response')).toContainText('"deep"');
  await tab.close();
  await page.reload();
  await drawBoard(page);
  await expect(row(page, 'deep')).toContainText('Failed');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
});

test('keeps a call paused in a second tab', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running-a sim-1s-running-b');
  await drawBoard(page);
  await reading.run(500, 500);
  await openCall(page, 'sim-1s-running-a');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(page, 'sim-1s-running-a')).toContainText('Paused');
  await reading.run(1500, 500);
  await expect.poll(() => storage(page)).toContain('paused');
  const letGo = await occupyStorage(page);
  const second = await openTab(context, '/calls/sim-1s-running-a');
  // It renders although no saved call can be read, a moment later than usual.
  await expect(async () => {
    await second.tab.clock.runFor(50);
    await expect(detail(second.tab).getByRole('heading', { name: 'sim-1s-running-a Copy' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await expect(second.tab.getByText('Reading saved calls…')).toBeVisible();
  await letGo();
  await expect(second.tab.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  await expect.poll(() => turns(page)).toBe('1 asking, 1 waiting');
  const before = reading.ids.length;
  await second.reading.run(12_000, 3000);
  for (const each of [page, second.tab]) await expect(row(each, 'sim-1s-running-a')).toContainText('Paused');
  const asked = [...reading.ids.slice(before), ...second.reading.ids];
  expect(new Set(asked)).toEqual(new Set(['sim-1s-running-b']));

  // Undoing a pause undoes it in both tabs.
  await second.tab.getByRole('button', { name: 'Resume checks' }).click();
  await reading.run(500, 500);
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await expect(row(page, 'sim-1s-running-a')).not.toContainText('Paused');
});
