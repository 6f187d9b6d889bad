import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawBoard, readingOf, row, share, stopClock, watch } from './calls-kit.ts';

const IDS = ['sim-900s-completed-1', 'sim-900s-completed-2', 'sim-900s-completed-3'] as const;
const [FIRST, SECOND, THIRD] = IDS;

const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const selectTwo = async (page: Page) => {
  for (const id of IDS) await expect(row(page, id)).toContainText('queued');
  for (const id of [FIRST, SECOND]) await row(page, id).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('2 selected');
};

test.beforeEach(async ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('notes, checks and pauses selected calls', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  const reading = await readingOf(page);
  // No call is checked by itself meanwhile.
  await stopClock(page);
  await watch(page, IDS.join(' '));
  await drawBoard(page);
  await reading.run(1000, 500);
  await selectTwo(page);
  await action(page, 'Check now').click();
  await expect.poll(() => reading.ids.toSorted()).toEqual([FIRST, FIRST, SECOND, SECOND, THIRD]);
  await action(page, 'Pause or resume').click();
  for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('Paused');
  await expect(row(page, THIRD)).not.toContainText('Paused');
  await action(page, 'Pause or resume').click();
  await expect(row(page, FIRST)).not.toContainText('Paused');

  await page.clock.resume();
  await action(page, 'Note…').click();
  const dialog = page.getByRole('dialog', { name: 'Note for 2 calls' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('ask Ana');
  await expect(row(page, THIRD)).not.toContainText('ask Ana');
});

test('shares and stops watching selected calls', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, IDS.join(' '));
  await selectTwo(page);
  await expectAccessibleInBothSchemes(page);
  await share(page, 'Copy link');
  await expect(page.getByText('Link with 2 calls copied')).toBeVisible();
  expect(new URL(await copied(page)).searchParams.getAll('id').toSorted()).toEqual([FIRST, SECOND]);
  await share(page, 'Copy for a ticket');
  await expect(page.getByText('Details of 2 calls copied')).toBeVisible();
  const text = await copied(page);
  expect(text).toMatch(/^2 calls\nqueued: 2\n/);
  for (const id of [FIRST, SECOND]) expect(text).toContain(`\n${id}: queued`);
  expect(text).not.toContain(THIRD);

  await action(page, 'Stop watching').click();
  await expect(row(page, FIRST)).toBeHidden();
  await expect(row(page, THIRD)).toBeVisible();
});
