import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, row, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const region = (page: Page) => page.getByRole('application', { name: 'Timeline of calls' });
const equivalent = (page: Page) => page.getByRole('table', { name: /^The calls in view/ });
const spoken = (page: Page) => page.getByRole('status', { name: 'Lane' });
const rowIds = (page: Page) => equivalent(page).getByRole('rowheader').allTextContents();

const showTimeline = async (page: Page) => {
  await page.getByRole('radio', { name: 'Timeline', exact: true }).check();
  await expect(region(page)).toBeVisible();
};

/** By ID. */
const MIXED = ['nope', 'record-error-object', 'record-unknown', 'sim-0s-completed'] as const;

/** Four calls, all answered: an answer may give a call another lane. */
const watchMixed = async (page: Page) => {
  await watch(page, MIXED.join(' '));
  await expect(row(page, 'nope')).toContainText('Not found');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await expect(row(page, 'record-error-object')).toContainText('Failed');
};

/** In the one order that no answer changes. */
const sortById = async (page: Page) => {
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(page.locator('#calls-rows a')).toHaveText(MIXED);
};

/** The colour of the picture's first pixel. */
const ground = (page: Page) =>
  region(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
    });

test('the timeline says the same as the table, is accessible and follows the theme; the keyboard moves between calls, in time and nearer, and opens a call; the pointer names a call, opens it, and drags; its own table follows the scroll', async ({
  page,
  signIn,
}) => {
  await signIn('/calls');
  await watchMixed(page);
  await sortById(page);
  await showTimeline(page);
  await expect.poll(() => rowIds(page)).toEqual(MIXED);
  await expect(equivalent(page).getByRole('row', { name: /^nope Not found/ })).toHaveCount(1);
  await expect(equivalent(page).getByRole('row', { name: /^record-unknown on_hold/ })).toHaveCount(1);
  await expect(equivalent(page)).toHaveAttribute('aria-rowcount', '5');
  await expect(page.getByText(/^4 calls from .+ to .+, \d running$/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expect.poll(() => ground(page)).toEqual([255, 255, 255, 255]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await ground(page))[0]).toBeLessThan(60);
  await page.emulateMedia({ colorScheme: 'light' });

  await region(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(spoken(page)).toContainText(`${MIXED[0]}, `);
  await page.keyboard.press('ArrowDown');
  await expect(spoken(page)).toContainText(`${MIXED[1]}, `);
  await page.keyboard.press('End');
  await expect(spoken(page)).toContainText(`${MIXED[3]}, `);
  await page.keyboard.press('Home');
  await expect(spoken(page)).toContainText(`${MIXED[0]}, `);
  const fitAll = page.getByRole('radio', { name: 'Fit all' });
  // Two of the four are a year old, and would press the others into a few pixels.
  await expect(page.getByRole('radio', { name: 'Last 15 min' })).toBeChecked();
  await page.keyboard.press('0');
  await expect(fitAll).toBeChecked();
  for (const key of ['ArrowLeft', '+', '-', 'ArrowRight']) {
    await page.keyboard.press(key);
    await expect(fitAll).not.toBeChecked();
    await page.keyboard.press('0');
    await expect(fitAll).toBeChecked();
  }
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading', { name: MIXED[0] })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(region(page)).toBeFocused();

  const [, second] = MIXED;
  let [x, y] = [0, 0];
  // Without the detail there is more room, and the lanes are drawn anew.
  await expect(async () => {
    const box = await region(page).boundingBox();
    [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 28 + 16 + 8];
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    await expect(page.locator('#calls-timeline-line').getByText(second, { exact: true })).toBeVisible({
      timeout: 300,
    });
  }).toPass();
  await page.mouse.down();
  await page.mouse.move(x - 80, y, { steps: 4 });
  await page.mouse.up();
  await expect(fitAll).not.toBeChecked();
  await expect(detail(page)).toBeHidden();
  await page.mouse.click(x, y);
  await expect(detail(page).getByRole('heading', { name: second })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();

  // Only what is in view is there.
  const more = Array.from({ length: 44 }, (_, index) => `sim-0s-completed-${index}`);
  await watch(page, more.join(' '));
  await page.setViewportSize({ width: 1440, height: 600 });
  await expect(equivalent(page)).toHaveAttribute('aria-rowcount', '49');
  await expect.poll(async () => (await rowIds(page)).length).toBeGreaterThan(5);
  const first = await rowIds(page);
  expect(first.length).toBeLessThan(48);
  await region(page).focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await rowIds(page)).includes(first[0] ?? '')).toBe(false);
  await expect(equivalent(page).getByRole('row').last()).toHaveAttribute('aria-rowindex', '49');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a touch chooses a call, a button opens it', async ({ page, signIn }) => {
    await signIn('/calls');
    await watchMixed(page);
    await showTimeline(page);
    await expect.poll(() => rowIds(page)).toHaveLength(4);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const [first = ''] = await rowIds(page);
    await region(page).tap({ position: { x: 200, y: 28 + 8 } });
    await expect(page.locator('#calls-timeline-line').getByText(first, { exact: true })).toBeVisible();
    await expect(detail(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  });
});
