import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { detail, row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

const lists = (page: Page) => page.getByRole('button', { name: /^List(s$|: )/ });
const inMenu = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Lists' }).getByRole('button', { name });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const shown = (page: Page) => page.locator('#calls-rows a');

const createList = async (page: Page, name: string) => {
  await lists(page).click();
  await inMenu(page, 'New list…').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `No calls in “${name}”` })).toBeVisible();
};

test('keeps calls in lists, each at its own address', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed sim-900s-completed-1');
  await expect(shown(page)).toHaveCount(2);
  await createList(page, 'Renewals Mon');
  await expectAccessible(page);
  await expect(page).toHaveURL('/calls?list=Renewals+Mon');
  await watch(page, 'sim-900s-completed-2 sim-900s-completed-3');
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^All / })).toHaveText(/2/);

  await lists(page).click();
  await expect(inMenu(page, /^Renewals Mon/)).toContainText('2, 2 going');
  await expectAccessible(page);
  await inMenu(page, /^Calls/).click();
  await expect(page).toHaveURL('/calls');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await page.goto('/calls/sim-900s-completed-2');
  await expect(page).toHaveURL('/calls/sim-900s-completed-2?list=Renewals+Mon');
  await expect(detail(page).getByText('Renewals Mon')).toBeVisible();
});

test('moves selected calls to another list', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-900s-completed-1 sim-900s-completed-2 sim-900s-completed-3');
  await row(page, 'sim-900s-completed-1').getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: 'Move to list…' }).click();
  await page.getByRole('textbox', { name: 'New list' }).fill('Late');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(shown(page)).toHaveText(['sim-900s-completed-2', 'sim-900s-completed-3']);
  await expect(bar(page)).toBeHidden();
  await expect(page.locator('#calls-rows a:focus')).toHaveCount(1);

  await row(page, 'sim-900s-completed-2').getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: 'Move to list…' }).click();
  await expect(page.getByRole('button', { name: 'Late' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shown(page)).toHaveText(['sim-900s-completed-3']);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(shown(page)).toHaveCount(2);
});

test('a link adds its calls to its list', async ({ page, signIn }) => {
  await signIn('/calls?id=sim-900s-completed-1&id=sim-900s-completed-2&list=Late');
  const dialog = page.getByRole('dialog', { name: 'Watch 2 calls?' });
  await expect(dialog).toContainText('to the list “Late”');
  await dialog.getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(page).toHaveURL('/calls?list=Late');
  await expect(shown(page)).toHaveCount(2);
  // Selected calls of a list that is left are no longer selected.
  await row(page, 'sim-900s-completed-1').getByRole('checkbox').click();
  await lists(page).click();
  await inMenu(page, /^Calls/).click();
  await expect(page.getByRole('heading', { name: 'No calls in “Calls”' })).toBeVisible();
  await page.goBack();
  await expect(shown(page)).toHaveCount(2);
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.getByRole('heading', { name: 'No calls in “Late”' })).toBeVisible();
});
