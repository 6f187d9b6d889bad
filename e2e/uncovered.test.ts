import { expectFits, expectMenuFits, NARROW } from './accessible.ts';
import { field, row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

test('opens a row by a press anywhere in it', { tag: '@story' }, async ({ page, signIn }) => {
  const ids = ['nope-1', 'fail-500'];
  await signIn('/calls');
  await watch(page, ids.join(' '));
  await expect(row(page, 'fail-500')).toContainText('error 500');
  await expect(row(page, 'nope-1')).toContainText('Not found');
  for (const id of ids) {
    await row(page, id).getByRole('cell').nth(4).click();
    await expect(page).toHaveURL(new RegExp(`/calls/${id}$`));
    await expect(row(page, id).getByRole('link')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/calls$/);
  }
  await row(page, 'nope-1').getByRole('checkbox').click();
  await expect(row(page, 'nope-1').getByRole('checkbox')).toBeChecked();
  const words = row(page, 'fail-500').getByText('something broke on our side');
  const { x = 0, y = 0, width = 0 } = (await words.boundingBox()) ?? {};
  // In the first line, if there are more.
  await page.mouse.move(x + width - 2, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 8, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toContain('rror 500');
  await expect(page).toHaveURL(/\/calls$/);
  await page.setViewportSize(NARROW);
  await row(page, 'nope-1').getByText('Not found').click();
  await expect(page).toHaveURL(/\/calls\/nope-1$/);
});

test(
  'covers no control, and keeps menus in the window',
  { tag: ['@story', '@release'] },
  async ({ page, signIn, configure }) => {
    // Few answers come meanwhile.
    await configure({ api: { maxRequestsPerSecond: 1 } });
    await signIn('/calls');
    await field(page).fill(Array.from({ length: 60 }, (_, at) => `sim-600s-completed-${at}`).join(' '));
    await field(page).press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Watch 60 calls' })).toBeVisible();
    await expectFits(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Watch 60 calls' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectMenuFits(page, /^Account:/, 'Sign out');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await expectFits(page);
    await page.keyboard.press('Escape');

    const more = page.getByRole('button', { name: /^More/ });
    const entry = page.getByRole('button', { name: 'Clear the board' });
    await more.click();
    await expect(entry).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(NARROW);
    await expect(entry).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(entry).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize(NARROW);
    const box = await more.evaluate((opener: HTMLButtonElement) => {
      opener.click();
      const { left, right } = document.querySelector(':popover-open')!.getBoundingClientRect();
      return { left, right };
    });
    expect(box.left).toBeGreaterThanOrEqual(8);
    expect(box.right).toBeLessThanOrEqual(NARROW.width - 8);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
    await more.click();
    await expect(entry).toBeVisible();
    await more.click();
    await expect(entry).toBeHidden();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await more.click();
    await expect(entry).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
    await expect(more).toBeFocused();
  },
);
