import type { Page } from 'playwright/test';
import { expect, storage, test } from './fixtures.ts';
import { openBare } from './sending-kit.ts';
import { detail, drawBoard, openCall, row, watchStopped } from './calls-kit.ts';

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

/** Damages the entry of a call in the database of the watched calls, as a fault would. */
const damage = (page: Page, id: string) =>
  page.evaluate(async (damagedId) => {
    const done = (request: IDBRequest) =>
      new Promise<void>((resolve, reject) => {
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error));
      });
    const known = await indexedDB.databases();
    const opening = indexedDB.open(known.find(({ name }) => name?.startsWith('calls-'))?.name ?? '');
    await done(opening);
    const db = opening.result;
    await done(
      db.transaction('entries', 'readwrite').objectStore('entries').put({ id: damagedId, note: {} }),
    );
    db.close();
  }, id);

test('keeps calls and their histories', async ({ page, signIn, context }) => {
  await signIn('/calls');
  const reading = await watchStopped(page, 'asks-1-completed asks-0-failed record-ended-unknown');
  await openCall(page, 'asks-1-completed');
  await reading.run(6000, 6000);
  const log = detail(page).getByRole('list', { name: 'Status history' }).getByRole('listitem');
  await expect(log).toContainText([/In progress/, /Completed/]);
  const seen = await log.allTextContents();
  const asked = [...reading.ids];
  // Within two seconds of an answer.
  await reading.run(2000, 1000);
  await expectSaved(page, 3);
  await page.reload();
  await drawBoard(page);
  await expect(row(page, 'asks-0-failed')).toContainText('Failed');
  await expect(row(page, 'record-ended-unknown')).toContainText('archived');
  await expect(log).toHaveText(seen);
  // Ended calls are not checked again.
  await reading.run(30_000, 30_000);
  expect(reading.ids).toEqual(asked);

  await test.step('also what changes just before the page closes', async () => {
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await page.close();
    const next = await openBare(context);
    await damage(next, 'record-ended-unknown');
    await next.goto('/calls');
    await drawBoard(next);
    await expect(row(next, 'asks-0-failed')).toContainText('Failed');
    await expect(row(next, 'asks-1-completed')).toBeHidden();
    await expect(next.getByText('1 saved call could not be read.')).toBeVisible();
    await next.getByRole('button', { name: 'Delete it' }).click();
    await expect(next.getByText('could not be read.')).toBeHidden();
    await expectSaved(next, 1);
  });
});
