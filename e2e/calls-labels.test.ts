import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { detail, row, share, watch } from './calls-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';

const labels = (page: Page) => page.getByRole('button', { name: /^Label(s$|: )/ });
const menu = (page: Page) => page.getByRole('group', { name: 'Labels' });
const inMenu = (page: Page, name: RegExp) => menu(page).getByRole('button', { name });
const shown = (page: Page) => page.locator('#calls-rows a');
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const select = async (page: Page, ...ids: string[]) => {
  for (const id of ids) await row(page, id).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Label…' }).click();
};

test('labels the selected and the added calls', async ({ page, signIn }) => {
  const [first, second, third] = ['sim-0s-failed-1', 'sim-0s-failed-2', 'sim-900s-completed-3'] as const;
  await signIn('/calls');
  await watch(page, `${first} ${second} ${third}`);
  await expect(row(page, first)).toContainText('Failed');
  await expect(labels(page)).toBeHidden();
  await select(page, first, second);
  await dialog(page, 'Label 2 calls').getByRole('textbox', { name: 'Label' }).fill('VIP, Renewals');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 labels added: 2 calls')).toBeVisible();

  await labels(page).click();
  await expect(inMenu(page, /^VIP/)).toContainText('2, 2 new failures');
  await expect(menu(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, undefined, menu(page));
  await inMenu(page, /^VIP/).click();
  await expect(page).toHaveURL('/calls?label=VIP');
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'All 2', exact: true })).toBeVisible();
  const { name } = await download(page, () => share(page, 'Hand over as CSV'));
  expect(name).toMatch(/^calls-VIP-\d{4}-\d\d-\d\dT\d{6}\.csv$/);

  await test.step('suggests labels, and removes them', async () => {
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await select(page, first);
    const one = dialog(page, `Label ${first}`);
    await expectAccessible(page, undefined, one);
    await expect(one.getByRole('checkbox', { name: 'VIP' })).toBeChecked();
    await one.getByRole('checkbox', { name: 'VIP' }).uncheck();
    await one.getByRole('button', { name: 'Save' }).click();
    await expect(shown(page)).toHaveText([second]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(shown(page)).toHaveCount(2);
  });

  await test.step('knows a label in another case', async () => {
    await page.goto('/calls');
    await select(page, third);
    await expect(dialog(page, `Label ${third}`).getByRole('textbox', { name: 'New label' })).toBeFocused();
    await page.keyboard.type('vip');
    await page.keyboard.press('Enter');
    await labels(page).click();
    await expect(inMenu(page, /^vip/i)).toHaveCount(1);
    await expect(inMenu(page, /^VIP/)).toContainText('3');
  });

  await test.step('shows a label, adds to it, and comes back to it', async () => {
    const [fourth, fifth, sixth] = ['asks-0-completed', 'asks-0-failed', 'asks-0-failed-3'] as const;
    await page.keyboard.press('Escape');
    await watch(page, `${fourth} ${fifth}`);
    await expect(row(page, fifth)).toContainText('Failed');
    await page.goto('/calls?label=Late');
    await expect(page.getByRole('heading', { name: 'No calls labelled “Late”' })).toBeVisible();
    await test.step('labels what is added meanwhile', async () => {
      await watch(page, sixth);
      await expect(detail(page)).toContainText('Late');
      await expect(shown(page)).toHaveText([sixth]);
      await watch(page, `${fourth} ${sixth}`);
      await expect(shown(page)).toHaveCount(2);
      await watch(page, 'asks-0-failed-4');
      await expect(row(page, 'asks-0-failed-4')).toContainText('Failed');
    });
    await test.step('marks one failure or all shown as seen', async () => {
      const newFailures = page.getByRole('button', { name: /^New failures/ });
      await expect(newFailures).toHaveText('New failures 2');
      await newFailures.click();
      await row(page, sixth).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Mark 1 as seen' }).click();
      await expect(shown(page)).toHaveText(['asks-0-failed-4']);
      await page.goto(`/calls/${sixth}?label=Late`);
      await page.getByRole('button', { name: 'Mark as new' }).click();
      await expect(newFailures).toHaveText('New failures 2');
      await newFailures.click();
      await page.getByText('Mark as seen', { exact: true }).click();
      await expect(page.getByText('2 failures marked as seen')).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await labels(page).click();
      await inMenu(page, /^All calls/).click();
      await expect(shown(page)).toHaveCount(7);
      await expect(newFailures).toHaveText('New failures 3');
    });
    await test.step('comes back to the label and filter shown last', async () => {
      const rail = page.getByRole('navigation', { name: 'Main' });
      await page.goto('/calls?label=Late&show=completed');
      await expect(shown(page)).toHaveText([fourth]);
      await rail.getByRole('link', { name: 'Webhooks' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
      await rail.getByRole('link', { name: 'Calls' }).click();
      await expect(page).toHaveURL('/calls?label=Late&show=completed');
      await expect(shown(page)).toHaveText([fourth]);
      await rail.getByRole('link', { name: 'Calls' }).click();
      await expect(page).toHaveURL('/calls');
    });
  });
});
