import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import { reads, row, share, watch } from './calls-kit.ts';

const IDS = ['sim-900s-completed-1', 'sim-900s-completed-2', 'sim-900s-completed-3'] as const;
const [FIRST, SECOND, THIRD] = IDS;

const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Watches three calls and selects the first two. */
const selectTwo = async (page: Page) => {
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).toContainText('queued');
  for (const id of [FIRST, SECOND]) await row(page, id).getByRole('checkbox').click();
  await expect(bar(page)).toContainText('2 selected');
};

test.beforeEach(async ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('gives selected calls one note', async ({ page, signIn }) => {
  await signIn('/calls');
  await selectTwo(page);
  await action(page, 'Note…').click();
  const dialog = page.getByRole('dialog', { name: 'Note for 2 calls' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('ask Ana');
  await expect(row(page, THIRD)).not.toContainText('ask Ana');
});

test('checks and pauses selected calls', async ({ page, signIn, wire }) => {
  await page.clock.install();
  await signIn('/calls');
  await selectTwo(page);
  const before = reads(wire, THIRD).length;
  const count = reads(wire, FIRST).length;
  await action(page, 'Check now').click();
  for (const id of [FIRST, SECOND]) await expect.poll(() => reads(wire, id).length).toBeGreaterThan(count);
  expect(reads(wire, THIRD)).toHaveLength(before);
  await action(page, 'Pause or resume').click();
  for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('Paused');
  await expect(row(page, THIRD)).not.toContainText('Paused');
  await action(page, 'Pause or resume').click();
  await expect(row(page, FIRST)).not.toContainText('Paused');
});

test('copies selected calls as a link and a ticket', async ({ page, signIn }) => {
  await signIn('/calls');
  await selectTwo(page);
  await share(page, 'Copy link');
  await expect(page.getByText('Link with 2 calls copied')).toBeVisible();
  expect(new URL(await copied(page)).searchParams.getAll('id').toSorted()).toEqual([FIRST, SECOND]);
  await share(page, 'Copy for a ticket');
  await expect(page.getByText('Details of 2 calls copied')).toBeVisible();
  const text = await copied(page);
  expect(text).toMatch(/^2 calls\nqueued: 2\n/);
  for (const id of [FIRST, SECOND]) expect(text).toContain(`\n${id}: queued`);
  expect(text).not.toContain(THIRD);
});

test('the menu acts on the selection and says so', async ({ page, signIn }) => {
  await signIn('/calls');
  await selectTwo(page);
  const menu = page.getByRole('button', { name: 'More: 2 selected' });
  await menu.click();
  await expect(page.getByRole('button', { name: 'Clear the board' })).toBeHidden();
  await page.keyboard.press('Escape');
  const { text } = await download(page, () => share(page, 'Export CSV'));
  expect(text).toContain(FIRST);
  expect(text).not.toContain(THIRD);
  await menu.click();
  await page.getByRole('button', { name: 'Stop watching 2 selected' }).click();
  await expect(row(page, FIRST)).toBeHidden();
  await expect(row(page, THIRD)).toBeVisible();
  await page.getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('button', { name: 'Clear the board' })).toBeVisible();
});
