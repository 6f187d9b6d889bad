import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';
import { detail, field, openCall, reads, row, watch } from './calls-kit.ts';
import { download } from './files-kit.ts';

const IDS = ['sim-0s-completed-1', 'sim-0s-completed-2', 'sim-0s-completed-3', 'sim-0s-completed-4'] as const;
const [FIRST, SECOND, THIRD, LAST] = IDS;

const link = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const shown = (page: Page) => page.locator('#calls-rows a');

/** The control before the table. */
const lastChip = (page: Page) => page.getByRole('group', { name: 'Show only' }).getByRole('button').last();

const watchFour = async (page: Page) => {
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).toContainText('Completed');
  await expect(page.getByRole('group', { name: 'Show only' }).getByRole('button')).toHaveText([
    'All 4',
    'Completed 4',
  ]);
  // Not one of the rows, which move as answers come.
  await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(shown(page)).toHaveText(IDS);
};

test('moves between table, bar and panel by keys', { tag: '@story' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await watchFour(page);
  await test.step('the table is one tab stop', async () => {
    await lastChip(page).focus();
    await page.keyboard.press('Tab');
    await expect(link(page, FIRST)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(lastChip(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect(link(page, THIRD)).toBeFocused();
    await page.keyboard.press('k');
    await expect(link(page, SECOND)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('#calls-rows').locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(link(page, SECOND)).toBeFocused();
  });
  await test.step('from the first row to the head', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('checkbox', { name: 'Select all 4' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Call ID' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(shown(page)).toHaveText(IDS.toReversed());
    await page.keyboard.press('ArrowDown');
    await expect(link(page, LAST)).toBeFocused();
  });
  for (const key of ['ArrowDown', 'j']) {
    await page.getByRole('heading', { name: 'Calls', exact: true }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press(key);
    await expect(link(page, LAST)).toBeFocused();
  }
  await test.step('from the filter to the rows', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.insertText(THIRD);
    await expect(shown(page)).toHaveText([THIRD]);
    await page.keyboard.press('ArrowDown');
    await expect(link(page, THIRD)).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect(shown(page)).toHaveCount(4);
  });
  await test.step('commands sort and filter', async () => {
    for (const command of ['sort call id', 'show only completed']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Commands and keys' }).getByRole('combobox').fill(command);
      await page.keyboard.press('Enter');
      await expect(shown(page)).toHaveText(IDS);
    }
    await expect(page.getByRole('button', { name: 'Completed 4' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+k');
    // Not all commands of the group "Calls".
    await page.getByRole('combobox', { name: 'Command or call ID' }).fill('all');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      'All',
      'All runs',
      /^Select all shown/,
    ]);
    for (const key of ['Enter', 'F6']) {
      await page.getByRole('combobox', { name: 'Command or call ID' }).fill(key === 'F6' ? 'panel' : 'open');
      await expect(page.getByRole('option').locator('kbd')).toHaveText([key]);
    }
    await page.keyboard.press('Escape');
  });
  await openCall(page, SECOND);
  await expect(detail(page).getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(link(page, SECOND)).toBeFocused();
  await test.step('the last row is not opened', async () => {
    await page.keyboard.press('End');
    await expect(link(page, LAST)).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/calls/${SECOND}`));
    await expect(detail(page).getByRole('heading', { name: SECOND })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(link(page, FIRST)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(link(page, SECOND)).toBeFocused();
  });
  await test.step('Tab goes through the bar into the panel', async () => {
    await page.keyboard.press('Space');
    await expect(bar(page)).toContainText('1 selected');
    await page.keyboard.press('Tab');
    for (const action of await bar(page).getByRole('button').all()) {
      await expect(action).toBeFocused();
      await page.keyboard.press('Tab');
    }
    await expect(detail(page).getByRole('button').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page, SECOND)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
  });
  for (const key of ['ArrowRight', 'F6']) {
    await expect(link(page, SECOND)).toBeFocused();
    await page.keyboard.press(key);
    await expect(detail(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(detail(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
  }
  await expect(link(page, SECOND)).toBeFocused();
  await detail(page).getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.press('Escape');
  await expect(link(page, SECOND)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(link(page, SECOND)).toBeFocused();
});

test('acts on the focused call by keys', async ({ page, signIn, wire, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const letGo = await hold(page, /\/assets\/TextDialog-/);
  await signIn('/calls');
  await watch(page, 'record-unknown sim-0s-completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  // In an order that no answer changes.
  await page.getByRole('button', { name: 'Call ID' }).click();
  const ids = ['record-unknown', 'sim-0s-completed'] as const;
  await expect(shown(page)).toHaveText(ids);
  await page.keyboard.press('j');
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('n');
  // While the dialog loads, no key runs a command.
  await page.keyboard.press('a');
  letGo();
  const dialog = page.getByRole('dialog', { name: 'Note for 1 call' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await page.keyboard.press('Enter');
  await expect(row(page, ids[0])).toContainText('ask Ana');
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('t');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Call ID: ${ids[0]}`);
  const { text } = await download(page, () => page.keyboard.press('e'));
  await expect(page.getByText('1 call exported')).toBeVisible();
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
  await openCall(page, ids[0]);
  await expect(detail(page).getByRole('heading', { name: ids[0] })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('a');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('jkrc');
  await expect(field(page)).toHaveValue('jkrc');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page)).toHaveValue(/record-unknown$/);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('record-iso');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
  await expect(link(page, 'record-iso')).toBeFocused();
  await expect(detail(page).getByRole('heading', { name: 'record-iso' })).toBeVisible();
});
