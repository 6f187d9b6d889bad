import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';
import { detail, field, openCall, row, watch } from './calls-kit.ts';
import { download } from './files-kit.ts';

const IDS = ['sim-0s-completed-1', 'sim-0s-completed-2', 'sim-0s-completed-3', 'sim-0s-completed-4'] as const;
const [FIRST, SECOND, THIRD] = IDS;

const link = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const shown = (page: Page) => page.locator('#calls-rows a');

/** The control before the rows. */
const lastHead = (page: Page) => page.getByRole('columnheader').last().getByRole('button');

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
  await test.step('the rows are one tab stop', async () => {
    await lastHead(page).focus();
    await page.keyboard.press('Tab');
    await expect(link(page, FIRST)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(lastHead(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(link(page, THIRD)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(link(page, SECOND)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('#calls-rows').locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(link(page, SECOND)).toBeFocused();
  });
  await test.step('from nowhere to the rows', async () => {
    await page.getByRole('heading', { name: 'Calls', exact: true }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link(page, FIRST)).toBeFocused();
  });
  await test.step('from the filter to the rows', async () => {
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.insertText(THIRD);
    await expect(shown(page)).toHaveText([THIRD]);
    await page.keyboard.press('ArrowDown');
    await expect(link(page, THIRD)).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect(shown(page)).toHaveCount(4);
  });
  await openCall(page, SECOND);
  await expect(detail(page).getByRole('heading', { name: SECOND })).toBeVisible();
  await expect(link(page, SECOND)).toBeFocused();
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
    await expect(detail(page)).toBeHidden();
    await expect(bar(page)).toContainText('1 selected');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar(page)).toContainText('4 selected');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
  });
  // Before the panel is drawn.
  await link(page, SECOND).evaluate((opened: HTMLElement) => {
    opened.click();
    opened.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  await expect(detail(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(detail(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link(page, SECOND)).toBeFocused();
  await detail(page).getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.press('Escape');
  await expect(link(page, SECOND)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(link(page, SECOND)).toBeFocused();
  await test.step('closes a call to its own row, however fast', async () => {
    await openCall(page, FIRST);
    await expect(detail(page).getByRole('heading', { name: FIRST })).toBeVisible();
    await link(page, FIRST).focus();
    await page.evaluate(() => {
      for (const key of ['ArrowDown', 'Escape'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await expect(detail(page)).toBeHidden();
    await expect(link(page, SECOND)).toBeFocused();
  });
  await test.step('notes the open call, not one that is selected', async () => {
    const open = page.getByRole('dialog', { name: `Note for ${THIRD}` });
    await row(page, FIRST).getByRole('checkbox').check();
    await openCall(page, THIRD);
    await expect(detail(page).getByRole('heading', { name: THIRD })).toBeVisible();
    for (const focus of [link(page, THIRD), detail(page).getByRole('button', { name: 'Check now' })]) {
      await focus.focus();
      await page.keyboard.press('n');
      await expect(open).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await link(page, FIRST).focus();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: `Note for ${FIRST}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await detail(page).getByRole('button', { name: 'Close detail' }).click();
    await row(page, SECOND).getByRole('checkbox').check();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Note for 2 calls' })).toBeVisible();
  });
});

test('acts on the focused call by keys', async ({ page, signIn, context }) => {
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
  await link(page, ids[0]).focus();
  await page.keyboard.press('n');
  // While the dialog loads, no key works.
  await page.keyboard.press('a');
  letGo();
  const dialog = page.getByRole('dialog', { name: `Note for ${ids[0]}` });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await page.keyboard.press('Enter');
  await expect(row(page, ids[0])).toContainText('ask Ana');
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('n');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await expect(row(page, ids[0])).toContainText('ask Ana again');
  await expect(link(page, ids[0])).toBeFocused();
  await page.keyboard.press('t');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`Call ID: ${ids[0]}`);
  const { text } = await download(page, () => page.keyboard.press('e'));
  await expect(page.getByText(`${ids[0]} exported`)).toBeVisible();
  expect(text).toContain(ids[0]);
  expect(text).not.toContain(ids[1]);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading', { name: ids[0] })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(detail(page).getByRole('heading', { name: ids[1] })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(detail(page).getByRole('heading', { name: ids[0] })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(link(page, ids[0])).toBeFocused();
  await page.getByRole('heading', { name: 'Calls', exact: true }).click();
  await download(page, () => page.keyboard.press('e'));
  await expect(page.getByText(/^\d calls exported/)).toBeVisible();
  await page.keyboard.press('a');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('nte');
  await expect(field(page)).toHaveValue('nte');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field(page)).not.toBeFocused();
  await page.evaluate((id) => navigator.clipboard.writeText(id), ids[0]);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page)).toHaveValue(ids[0]);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('record-iso');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(link(page, 'record-iso')).toBeFocused();
  await expect(detail(page).getByRole('heading', { name: 'record-iso' })).toBeVisible();

  await test.step('and keeps the focus where the next act is', async () => {
    await page.keyboard.press('Escape');
    await watch(page, 'sim-0s-failed-1 sim-0s-failed-2 nope-1');
    await expect(row(page, 'nope-1')).toContainText('Not found');
    const calls = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Calls/ });
    await calls.focus();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    const filters = page.getByRole('group', { name: 'Show only' });
    await filters.getByRole('button', { name: 'New failures' }).focus();
    await page.keyboard.press('Enter');
    await expect(shown(page)).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await expect(shown(page).first()).toBeFocused();
    const mark = page.getByRole('button', { name: 'Mark as seen' });
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No new failures' })).toBeVisible();
    await expect(mark).toBeFocused();
    await page.getByRole('button', { name: 'Show all' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
    await openCall(page, 'nope-1');
    const retry = detail(page).getByRole('button', { name: 'Keep trying' });
    await retry.focus();
    await page.keyboard.press('Enter');
    await expect(retry).toBeHidden();
    await expect(detail(page)).toBeFocused();
  });
});
