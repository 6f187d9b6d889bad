import type { BrowserContext, Page } from 'playwright/test';
import { expect, storage, test, signOut } from './fixtures.ts';
import { detail, drawBoard, occupyStorage, openCall, readingOf, row, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** How many calls and how many histories are saved. */
const expectSaved = (page: Page, calls: number, histories = calls) =>
  expect
    .poll(async () => {
      const rows = (await storage(page)).split('\n');
      const count = (key: string) => rows.filter((each) => each.includes(key)).length;
      return [count('"addedAt":'), count('"text":')];
    })
    .toEqual([calls, histories]);

/** The three calls of one test, with their last answers. */
const expectWatched = async (page: Page) => {
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-zero')).toContainText('In progress');
};

const openBoard = async (context: BrowserContext, path = '/calls') => {
  const page = await context.newPage();
  const reading = await readingOf(page);
  await page.goto(path);
  await drawBoard(page);
  return { page, reading };
};

test('keeps calls, pauses, histories and the interval', async ({ page, signIn }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-1-completed asks-0-failed record-unknown');
  await drawBoard(page);
  await reading.run(500, 500);
  await openCall(page, 'record-unknown');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await openCall(page, 'asks-1-completed');
  await reading.run(6000, 6000);
  const log = detail(page).getByRole('list', { name: 'Status history' }).getByRole('listitem');
  await expect(log).toContainText([/In progress/, /Completed/]);
  await page.getByLabel('Check every').selectOption('Every 30 s');
  const seen = await log.allTextContents();
  const asked = [...reading.ids];
  await page.reload();
  await drawBoard(page);
  await expect(row(page, 'asks-0-failed')).toContainText('Failed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-unknown')).toContainText('Paused');
  await expect(log).toHaveText(seen);
  await expect(page.getByLabel('Check every')).toHaveValue('30');
  // Ended and paused calls are not checked again.
  await reading.run(30_000, 30_000);
  expect(reading.ids).toEqual(asked);
});

test('saves in two seconds, and before the page closes', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-0-failed asks-0-completed');
  await drawBoard(page);
  await reading.run(2000, 1000);
  await expect(row(page, 'asks-0-failed')).toContainText('Failed');
  await expectSaved(page, 2);
  await openCall(page, 'asks-0-failed');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await page.close();
  const next = await openBoard(context);
  await expect(row(next.page, 'asks-0-completed')).toContainText('Completed');
  await expect(row(next.page, 'asks-0-failed')).toBeHidden();
  await next.page.clock.runFor(30_000);
  expect(next.reading.ids).toEqual([]);
});

test('deletes a cleared board, until it is undone', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed record-unknown record-zero');
  await expectWatched(page);
  await expectSaved(page, 3);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // The button goes after a while.
  await stopClock(page);
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await expectSaved(page, 0);
  await expect.poll(() => storage(page)).not.toMatch(/asks-0|record-|watching/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.clock.resume();
  await expectWatched(page);
  await expectSaved(page, 3);
});

test('keeps each person’s calls apart', async ({ page, signIn, person }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed record-unknown record-zero');
  await expectWatched(page);
  await signOut(page);
  await signIn('/calls', { name: `${person} Other` });
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await signIn('/calls');
  await expectWatched(page);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Forget calls at sign-out' }).click();
  await signOut(page);
  await expect.poll(() => storage(page)).not.toMatch(/asks-0|record-|watching/);
});

test('waits for saved calls before saying “empty”', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expectSaved(page, 2, 2);
  // A database that does not answer counts as refused after a while.
  await stopClock(page);
  const other = await context.newPage();
  await other.goto('/config.json');
  const letGo = await occupyStorage(other);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Watch calls' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeHidden();
  await letGo();
  await drawBoard(page);
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
});

/** Changes rows in the database of the watched calls as a fault would. */
const damage = (page: Page, entries: Record<string, object>, histories: Record<string, string>) =>
  page.evaluate(
    async ([changedEntries, changedTexts]) => {
      const done = (request: IDBRequest) =>
        new Promise<unknown>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const known = await indexedDB.databases();
      const opening = indexedDB.open(known.find(({ name }) => name?.startsWith('calls-'))?.name ?? '');
      await done(opening);
      const db = opening.result;
      for (const name of db.objectStoreNames) {
        const store = db.transaction(name, 'readwrite').objectStore(name);
        for (const saved of (await done(store.getAll())) as { id: string; text?: string }[]) {
          const text = changedTexts[saved.id];
          if (saved.text === undefined) await done(store.put({ ...saved, ...changedEntries[saved.id] }));
          else if (text !== undefined) await done(store.put({ ...saved, text }));
        }
      }
      db.close();
    },
    [entries, histories] as const,
  );

test('leaves out damaged rows', async ({ page, signIn }) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-0-completed record-unknown record-zero');
  await drawBoard(page);
  await reading.run(2000, 1000);
  await expectSaved(page, 3);
  await expectWatched(page);
  await damage(page, { 'record-zero': { note: {} } }, { 'record-unknown': '{}' });
  await page.reload();
  await drawBoard(page);
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(page.getByText('2 saved calls could not be read.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await expect(page.getByText('could not be read.')).toBeHidden();
  await expectSaved(page, 1);
});
