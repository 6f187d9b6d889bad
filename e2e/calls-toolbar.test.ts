import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';
import { detail, field, openCall, row, watch } from './calls-kit.ts';

const add = (page: Page) => page.getByRole('button', { name: 'Watch calls', exact: true });
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const link = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true });

/** Where lines of the board are, how far apart the controls of its head are, and how much of it is out of sight. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const middle = (element: Element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    };
    const head = document.querySelector('h1')?.parentElement;
    const controls = [...(head?.querySelectorAll('button, input, select') ?? [])]
      .filter((control) => control.checkVisibility())
      .map(middle);
    const lines = ['#call-filter', '[aria-pressed]', 'thead', '#calls-rows'].flatMap((selector) => {
      const found = document.querySelector(selector);
      return found ? [found.getBoundingClientRect().top] : [];
    });
    const apart = Math.max(...controls) - Math.min(...controls);
    return { apart, hidden: head ? head.scrollWidth - head.clientWidth : NaN, lines };
  });

test('nothing moves when an answer comes or a call opens', async ({ page, signIn }) => {
  const letGo = await hold(page, /\/call_status\?/);
  await signIn('/calls?list=Renewals%20of%20Monday%20morning');
  await watch(page, 'nope fail-500');
  await expect(row(page, 'nope')).toContainText('First check');
  const inBothWidths = async () => {
    const found: unknown[] = [];
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const { apart, hidden, lines } = await measure(page);
      expect(apart, `at ${width} px`).toBeLessThan(1);
      expect(hidden, `at ${width} px`).toBe(0);
      found.push(lines);
    }
    return found;
  };
  const before = await inBothWidths();
  letGo();
  await expect(row(page, 'nope')).toContainText('Not found');
  await expect(row(page, 'fail-500')).toContainText('Error 500');
  expect(await inBothWidths()).toEqual(before);
  await openCall(page, 'nope');
  await expect(detail(page).getByRole('heading', { name: 'nope' })).toBeVisible();
  expect(await inBothWidths()).toEqual(before);
});

test('adds calls in a popover that closes', { tag: '@story' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(link(page, 'sample-ended')).toBeFocused();
  await expect(field(page)).toBeHidden();
  await page.keyboard.press('a');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('record-iso');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(link(page, 'sample-ended')).toBeFocused();
  await add(page).click();
  await expect(field(page)).toHaveValue('record-iso');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
  await expect(link(page, 'record-iso')).toBeFocused();
  await expect(detail(page).getByRole('heading', { name: 'record-iso' })).toBeVisible();
});

test('shows the columns that were chosen', async ({ page, signIn }) => {
  await signIn('/calls?sort=ended');
  await watch(page, 'record-iso nope');
  await expect(row(page, 'record-iso')).toContainText(/21 Nov( 2026)?, \d\d:\d\d:\d\d/);
  await expect(heading(page, 'Ended')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(6);
  for (const name of ['Ended', 'Error']) await dialog.getByRole('checkbox', { name }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(row(page, 'nope').getByText('Service answered 404')).toBeHidden();
  for (const name of ['Ended', 'Error']) await expect(heading(page, name)).toBeHidden();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('shows the checkboxes, and adds by a tap', async ({ page, signIn }) => {
    await signIn('/calls');
    await watch(page, 'sample-ended record-iso');
    await expect(row(page, 'record-iso')).toContainText('Completed');
    const box = page.getByRole('checkbox', { name: 'Select record-iso' });
    await expect(box).toHaveCSS('opacity', '1');
    await box.tap();
    await expect(page.getByRole('group', { name: 'Selected calls' })).toContainText('1 selected');
    for (const control of await page.locator('h1 ~ * button:visible').all())
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await add(page).tap();
    await expect(field(page)).toBeInViewport();
  });
});
