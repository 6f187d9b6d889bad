import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { detail, openCall, row, watch } from './calls-kit.ts';

const IDS = ['sim-0s-completed-1', 'sim-0s-completed-2', 'sim-0s-completed-3', 'sim-0s-completed-4'] as const;
const [FIRST, SECOND, THIRD, LAST] = IDS;

const link = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });

/** The control before the table. */
const lastChip = (page: Page) => page.getByRole('group', { name: 'Show only' }).getByRole('button').last();

const watchFour = async (page: Page) => {
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).toContainText('Completed');
  await expect(page.getByRole('group', { name: 'Show only' }).getByRole('button')).toHaveText([
    'All 4',
    'Completed 4',
  ]);
  await expect(link(page, FIRST)).toBeFocused();
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(page.locator('#calls-rows a')).toHaveText(IDS);
};

test('moves within the table by keys', { tag: '@story' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await watchFour(page);
  await test.step('it is one tab stop', async () => {
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
    await expect(page.getByRole('checkbox', { name: 'Select all shown' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Call ID' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#calls-rows a')).toHaveText(IDS.toReversed());
    await page.keyboard.press('ArrowDown');
    await expect(link(page, LAST)).toBeFocused();
  });
  await test.step('from the filter to the rows', async () => {
    await page.keyboard.press('/');
    await page.keyboard.insertText(THIRD);
    await expect(page.locator('#calls-rows a')).toHaveText([THIRD]);
    await page.keyboard.press('ArrowDown');
    await expect(link(page, THIRD)).toBeFocused();
  });
});

test('moves between table, bar and panel by keys', { tag: '@story' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await watchFour(page);
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

test('sorts the table by a command', async ({ page, signIn }) => {
  await signIn('/calls');
  await watchFour(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands and keys' }).getByRole('combobox').fill('sort call id');
  await page.keyboard.press('Enter');
  await expect(page.locator('#calls-rows a')).toHaveText([...IDS].toReversed());
});
