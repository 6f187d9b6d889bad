import type { Page } from 'playwright/test';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';

const pairsField = (page: Page) => page.getByRole('textbox', { name: 'Pairs' });
const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text });
const row = (page: Page, line: number) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(line), exact: true }) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const check = async (page: Page, text: string) => {
  await pairsField(page).fill(text);
  await button(page, 'Check pairs').click();
};

const LINES = 'campaign,webhook\ncmp-1,wh-1\ncmp-1,\ncmp-2,wh-2,wh-3\ncmp-1,wh-1\ncmp-3,wh-3';

test('lines are mended in their place, from one to the next, by keyboard alone', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await check(page, LINES);
  await button(page, 'Fix line 3').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Webhook ID of line 3' })).toBeFocused();
  await page.keyboard.type('wh-9');
  await expect(page.getByText('Save or cancel line 3 first')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 3)).toContainText('Ready');
  await expect(button(page, 'Fix line 4')).toBeFocused();
  await expect(button(page, 'Attach 3 pairs')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('given up');
  await page.keyboard.press('Escape');
  await expect(row(page, 4)).toContainText('cmp-2');
  await expect(button(page, 'Fix line 4')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Remove line').press('Enter');
  await expect(heading(page, 'Check 5 lines')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(heading(page, 'Check 6 lines')).toBeVisible();
});

test('what lies on the desk is still there after a visit elsewhere; changes by hand are given up only when asked', async ({
  page,
  signIn,
}) => {
  await signIn('/webhooks/bulk');
  await check(page, LINES);
  await button(page, 'Edit line 2').click();
  await page.getByRole('textbox', { name: 'Webhook ID of line 2' }).fill('wh-other');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Provider' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider');
  await page.goBack();
  await expect(row(page, 2)).toContainText('wh-other');
  await button(page, 'Discard').click();
  await button(page, 'Keep it').click();
  await expect(row(page, 2)).toContainText('wh-other');
  await button(page, 'Discard').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(pairsField(page)).toHaveValue(LINES);
  await expect(pairsField(page)).toBeFocused();
});

test('every webhook with every campaign, and the pairs of an earlier run, which are known by then', async ({
  page,
  signIn,
}) => {
  await signIn('/webhooks/bulk');
  await button(page, 'Every webhook × every campaign').click();
  await page.getByRole('textbox', { name: 'Campaign IDs' }).fill('cmp-1\ncmp-2');
  await page.getByRole('textbox', { name: 'Webhook IDs' }).fill('wh-1, wh-2, wh-3');
  await expect(page.getByText('2 campaigns × 3 webhooks = 6 pairs')).toBeVisible();
  await button(page, 'Check pairs').click();
  await button(page, 'Attach 6 pairs').click();
  await expect(heading(page, 'Finished: 6 of 6 attached')).toBeVisible();
  await button(page, 'New bulk run').click();
  await button(page, 'From an earlier run').click();
  await expect(page.getByText('No pairs chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Accepted 6' }).check();
  await button(page, 'Check pairs').click();
  await expect(page.getByText('6 pairs were last attached from this browser already.')).toBeVisible();
  await expect(row(page, 1)).toContainText(/Ready, attached at \d\d:\d\d:\d\d/);
  await button(page, 'Leave them out').click();
  await expect(page.getByText('Nothing to send')).toBeVisible();
  await page.getByText('Detach', { exact: true }).click();
  await expect(button(page, 'Detach 6 pairs')).toBeVisible();
});

test('where nothing can be kept, that is said before anything is sent', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await signIn('/webhooks/bulk');
  await check(page, 'cmp-1 wh-1');
  await expect(heading(page, 'This browser can’t keep the run')).toBeVisible();
  await button(page, 'Attach 1 pair anyway').click();
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
});

test('nothing to read is said at the field, and a run of another browser by name', async ({
  page,
  signIn,
}) => {
  await signIn('/webhooks/bulk');
  await button(page, 'Check pairs').click();
  await expect(pairsField(page)).toHaveAccessibleDescription(/Paste at least one pair\./);
  await expect(pairsField(page)).toBeFocused();
  await page.goto('/webhooks/bulk/no-such-run');
  await expect(heading(page, 'This run is not kept in this browser')).toBeVisible();
  await page.getByRole('link', { name: 'New run' }).click();
  await expect(pairsField(page)).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`input, check and an edited line are accessible, ${width} px wide`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn('/webhooks/bulk');
    await button(page, 'Check pairs').click();
    await expectAccessibleInBothSchemes(page);
    await check(page, LINES);
    await button(page, 'Fix line 3').click();
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  });
}
