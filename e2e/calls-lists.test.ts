import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { detail, field, row, share, watch } from './calls-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';

const lists = (page: Page) => page.getByRole('button', { name: /^List(s$|: )/ });
const menu = (page: Page) => page.getByRole('group', { name: 'Lists' });
const inMenu = (page: Page, name: string | RegExp) => menu(page).getByRole('button', { name });
const shown = (page: Page) => page.locator('#calls-rows a');

test('keeps calls in lists, each at its own address', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed sim-900s-completed-1');
  await expect(shown(page)).toHaveCount(2);
  await lists(page).click();
  await inMenu(page, 'New list…').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Renewals Mon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No calls in “Renewals Mon”' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page, undefined, page.getByRole('main'));
  await expect(page).toHaveURL('/calls?list=Renewals+Mon');
  await watch(page, 'sim-900s-completed-2 sim-900s-completed-3');
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^All / })).toHaveText(/2/);
  const { name } = await download(page, () => share(page, 'Export CSV'));
  expect(name).toMatch(/^calls-Renewals Mon-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
  // Selected calls of a list that is left are no longer selected.
  await row(page, 'sim-900s-completed-2').getByRole('checkbox').click();
  await lists(page).click();
  await expect(inMenu(page, /^Renewals Mon/)).toContainText('2, 2 going');
  await expectAccessible(page, undefined, menu(page));
  await inMenu(page, /^Calls/).click();
  await expect(page).toHaveURL('/calls');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await page.goBack();
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Selected calls' })).toBeHidden();

  await page.goto('/calls/sim-900s-completed-2');
  await expect(page).toHaveURL('/calls/sim-900s-completed-2?list=Renewals+Mon');
  await expect(detail(page).getByText('Renewals Mon')).toBeVisible();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(page.getByRole('heading', { name: 'No calls in “Renewals Mon”' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
});

test('keeps an empty list until it is deleted', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'asks-0-completed sim-900s-completed-1');
  await lists(page).click();
  await inMenu(page, 'New list…').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Renewals');
  await page.keyboard.press('Enter');
  await page.goto('/calls');
  await expect(shown(page)).toHaveCount(2);
  await lists(page).click();
  await inMenu(page, /^Renewals/).click();
  await expect(page.getByRole('heading', { name: 'No calls in “Renewals”' })).toBeVisible();
  await lists(page).click();
  await expectAccessible(page, undefined, menu(page));
  await inMenu(page, 'Delete list').click();
  await expect(shown(page)).toHaveCount(2);
  await expect(lists(page)).toBeFocused();
  await lists(page).click();
  await expect(inMenu(page, /^Renewals/)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await lists(page).click();
  await expect(inMenu(page, /^Renewals/)).toBeVisible();
});

test('comes back to the list and filter shown last', async ({ page, signIn }) => {
  const rail = page.getByRole('navigation', { name: 'Main' });
  const leave = async () => {
    await rail.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
  };
  await signIn('/calls?list=Follow-up');
  await watch(page, 'asks-0-completed asks-0-failed');
  await page.goto('/calls/asks-0-completed?list=Follow-up&show=failed');
  await expect(detail(page)).toBeVisible();
  await leave();
  await rail.getByRole('link', { name: 'Calls' }).click();
  await expect(page).toHaveURL('/calls?list=Follow-up&show=failed');
  await expect(shown(page)).toHaveText(['asks-0-failed']);
  await leave();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page).toHaveURL('/calls?list=Follow-up&show=failed');
  await rail.getByRole('link', { name: 'Calls' }).click();
  await expect(page).toHaveURL('/calls');
});

test('offers to move calls that are in other lists', async ({ page, signIn }) => {
  const [first, second] = ['sim-900s-completed-1', 'sim-900s-completed-2'] as const;
  const [third, fourth] = ['sim-900s-completed-3', 'sim-900s-completed-4'] as const;
  const press = (text: string, name: string) =>
    page.getByText(text, { exact: true }).locator('..').getByRole('button', { name }).click();
  await signIn('/calls');
  await watch(page, `${first} ${second}`);
  await expect(shown(page)).toHaveCount(2);
  await page.goto('/calls?list=Follow-up');
  await field(page).fill(`${first} ${third}`);
  await expect(page.getByText('2 IDs found, 1 new, 1 already watched, 1 call is in “Calls”')).toBeVisible();
  await field(page).press('Enter');
  await expect(detail(page)).toContainText(third);
  await press('1 call is in “Calls”', 'Move to “Follow-up”');
  await expect(shown(page)).toHaveCount(2);
  await press('Moved 1 call to “Follow-up”', 'Undo');
  await expect(shown(page)).toHaveText([third]);

  await page.goto('/calls?list=Tuesday');
  await field(page).fill(`${first} ${third} ${fourth}`);
  await field(page).press('Enter');
  await expect(detail(page)).toContainText(fourth);
  await press('2 calls are in other lists', 'Move to “Tuesday”');
  await expect(shown(page)).toHaveCount(3);
  await press('Moved 2 calls to “Tuesday”', 'Undo');
  await expect(shown(page)).toHaveText([fourth]);
  await page.goto('/calls?list=Follow-up');
  await expect(shown(page)).toHaveText([third]);

  await test.step('also if none is new, and stays in its list', async () => {
    await watch(page, `${first} ${second}`);
    await expect(page).toHaveURL('/calls?list=Follow-up');
    await press('2 calls are in “Calls”', 'Move to “Follow-up”');
    await expect(shown(page)).toHaveCount(3);
  });

  await test.step('and says which were moved again since', async () => {
    await row(page, first).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Move to list…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tuesday' }).click();
    await expect(shown(page)).toHaveCount(2);
    await press('Moved 2 calls to “Follow-up”', 'Undo');
    await expect(
      page.getByText('Undone for 1 of 2 calls. 1 call stayed: moved or removed since.'),
    ).toBeVisible();
    await expect(shown(page)).toHaveText([third]);
  });
});

test('renames a list', async ({ page, signIn }) => {
  await signIn('/calls?list=Follow-up');
  await watch(page, 'asks-0-completed asks-0-failed');
  await expect(shown(page)).toHaveCount(2);
  await page.goto('/calls?list=Follow-up&show=failed');
  await lists(page).click();
  await inMenu(page, 'Rename list…').click();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('Follow-up');
  await name.fill('calls');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/There is a list with this name already\./);
  await expectAccessible(page, undefined, page.getByRole('dialog'));
  await name.fill('Renewals');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/calls?list=Renewals&show=failed');
  await expect(shown(page)).toHaveText(['asks-0-failed']);
  await expect(lists(page)).toHaveText('Renewals');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page).toHaveURL('/calls?list=Follow-up&show=failed');
  await expect(shown(page)).toHaveText(['asks-0-failed']);

  await test.step('whose name is found in another case', async () => {
    await page.goto('/calls');
    await lists(page).click();
    await inMenu(page, 'New list…').click();
    await name.fill('follow-UP');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/calls?list=Follow-up');
    await page.goto('/calls?list=Follow-up&show=failed');
  });

  await test.step('and is renamed by a command', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Rename list');
    await page.keyboard.press('Enter');
    await name.fill('Renewals');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/calls?list=Renewals&show=failed');
    await lists(page).click();
    await expect(inMenu(page, /^Follow-up/)).toBeHidden();
  });

  await test.step('which an older rename leaves alone', async () => {
    await inMenu(page, 'Rename list…').click();
    await name.fill('Autumn');
    await page.keyboard.press('Enter');
    const older = page.getByText('Renamed the list “Follow-up” to “Renewals”', { exact: true }).locator('..');
    await older.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The list “Renewals” is gone: renamed or deleted since.')).toBeVisible();
    await expect(page).toHaveURL('/calls?list=Autumn&show=failed');
  });
});

test('marks the failures shown as seen, and no others', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-failed-1');
  await expect(row(page, 'sim-0s-failed-1')).toContainText('Failed');
  await page.goto('/calls?list=Renewals');
  await watch(page, 'sim-0s-failed-2 sim-0s-failed-3');
  const newFailures = page.getByRole('button', { name: /^New failures/ });
  await expect(newFailures).toHaveText('New failures 2');
  await newFailures.click();
  await page.getByRole('searchbox', { name: /^Filter by/ }).fill('failed-2');
  await expect(shown(page)).toHaveText(['sim-0s-failed-2']);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByText('1 failure marked as seen')).toBeVisible();
  await expect(newFailures).toHaveText('New failures 1');
  await page.goto('/calls');
  await expect(newFailures).toHaveText('New failures 1');
});
