import type { Page } from 'playwright/test';
import { expect, signInAtServer, storage, test, signOut } from './fixtures.ts';
import {
  detail,
  field,
  occupyStorage,
  openCall,
  reads,
  readingOf,
  row,
  runToNextCheck,
  stopClock,
  watch,
} from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const rowsKept = (page: Page, count: number) =>
  expect.poll(async () => (await storage(page)).split('\n').length - 3).toBe(count);

/** The three calls of one test stand with their last answers. */
const expectWatched = async (page: Page) => {
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-zero')).toContainText('In progress');
};

test('statuses and what was seen survive a reload, a closed page and a crash; what has ended is not asked again', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'asks-1-completed asks-0-failed record-unknown');
  await reading.run(500, 500);
  await openCall(page, 'record-unknown');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await openCall(page, 'asks-1-completed');
  await reading.run(6000, 6000);
  const log = (each: Page) =>
    detail(each).getByRole('list', { name: 'Status history' }).getByRole('listitem');
  await expect(log(page)).toContainText([/In progress/, /Completed/]);
  const seen = await log(page).allTextContents();
  const expectAll = async (each: Page) => {
    await expect(row(each, 'asks-0-failed')).toContainText('Failed');
    await expect(row(each, 'record-unknown')).toContainText('on_hold');
    await expect(row(each, 'record-unknown')).toContainText('Paused');
    await expect(log(each)).toHaveText(seen);
    await each.clock.runFor(30_000);
  };
  const asked = [...reading.ids];
  await page.reload();
  await expectAll(page);
  expect(reading.ids).toEqual(asked);

  // Closed at once after an answer and a change.
  await watch(page, 'asks-0-failed-b');
  await page.clock.runFor(100);
  await expect(row(page, 'asks-0-failed-b')).toContainText('Failed');
  await openCall(page, 'asks-1-completed');
  await page.close();
  const next = await context.newPage();
  const later = await readingOf(next);
  await next.goto('/calls/asks-1-completed');
  await expect(row(next, 'asks-0-failed-b')).toContainText('Failed');
  await expectAll(next);
  expect(later.ids).toEqual([]);

  // Two seconds after the last change nothing is lost, however the page ends.
  await watch(next, 'asks-0-completed');
  await later.run(2000, 1000);
  await expect(row(next, 'asks-0-completed')).toContainText('Completed');
  await later.run(2000, 1000);
  await rowsKept(next, 5);
  const crashed = next.waitForEvent('crash');
  void next.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await next.close();
  const last = await context.newPage();
  const latest = await readingOf(last);
  await last.goto('/calls/asks-1-completed');
  await expect(row(last, 'asks-0-completed')).toContainText('Completed');
  await expectAll(last);
  expect(latest.ids).toEqual([]);
});

test('calls come back after a reload with the pause and the chosen time; "Clear the board" can be taken back; sign-out forgets by choice', async ({
  page,
  signIn,
  person,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed record-unknown record-zero');
  await expectWatched(page);
  await page.getByLabel('Check every').selectOption('Every 30 s');
  await openCall(page, 'record-unknown');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(page, 'record-unknown')).toContainText('Paused');
  const before = reads(wire, 'record-unknown').length;
  await page.reload();
  await expectWatched(page);
  await expect(page.getByLabel('Check every')).toHaveValue('30');
  await expect(page.getByText('1 of 3 being checked, about 2 checks a minute, 1 paused')).toBeVisible();
  expect(reads(wire, 'record-unknown')).toHaveLength(before);
  await page.getByRole('button', { name: 'Resume checks' }).click();
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await expectWatched(page);
  await rowsKept(page, 3);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await rowsKept(page, 0);
  await expect.poll(() => storage(page)).not.toMatch(/asks-0|record-|watching/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectWatched(page);
  await rowsKept(page, 3);

  await signOut(page);
  await signIn('/calls', { name: `${person} Other` });
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await signOut(page);
  await signIn('/calls');
  await expectWatched(page);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Forget calls at sign-out' }).click();
  await signOut(page);
  // When the other person looked last is kept.
  await expect.poll(() => storage(page)).not.toMatch(/asks-0|record-|watching/);
  expect((await storage(page)).match(/lookedAt/g)).toHaveLength(1);
});

test('without a database the board works, and says that nothing is kept; refused storage keeps nothing from working', async ({
  page,
  signIn,
  person,
}) => {
  const refusing = await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await signIn('/calls');
  await stopClock(page);
  await watch(page, 'asks-0-completed asks-1-failed');
  await page.clock.runFor(500);
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(row(page, 'asks-1-failed')).toContainText('In progress');
  await expect(page.getByText('Not kept: this browser refuses storage')).toBeVisible();
  await runToNextCheck(page);
  await expect(row(page, 'asks-1-failed')).toContainText('Failed');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();

  await refusing.dispose();
  await page.clock.resume();
  await page.context().clearCookies();
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
  await watch(page, 'sample-ended record-unknown');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
});

test('until what is kept has been read, the board is not called empty', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await rowsKept(page, 2);
  // In its time a database that is silent for long counts as refused.
  await stopClock(page);
  const other = await context.newPage();
  await other.goto('/config.json');
  const letGo = await occupyStorage(other);
  await page.reload();
  await expect(field(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeHidden();
  await letGo();
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
});
