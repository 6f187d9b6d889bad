import type { Page } from 'playwright/test';
import { detail, field, row, watch } from './calls-kit.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

const ids = (count: number, plan = 'sim-0s-completed') =>
  Array.from({ length: count }, (_, at) => `${plan}-${String(at).padStart(5, '0')}`);

const table = (page: Page) => page.getByRole('table', { name: /^Watched calls/ });
const region = (page: Page) => page.getByRole('region', { name: 'Watched calls', exact: true });
const link = (page: Page, id = '') => page.getByRole('link', { name: id, exact: true });
const box = (page: Page, id: string) => page.getByRole('checkbox', { name: `Select ${id}` });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter by ID, status or error' });
const total = (page: Page, count: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: `All ${count}`, exact: true });

/** Pastes as the keyboard does; more than fifty are shown in a dialog first. */
const pasteMany = async (page: Page, pasted: readonly string[]) => {
  await field(page).focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document).dispatchEvent(event);
  }, pasted.join('\n'));
  await page
    .getByRole('dialog', { name: 'Check the calls to watch' })
    .getByRole('button', { name: `Watch ${pasted.length.toLocaleString('en')} calls` })
    .click();
};

/** The IDs of the rows that are drawn. */
const shown = (page: Page) =>
  page.locator('#calls-rows a').evaluateAll((links) => links.map((each) => each.getAttribute('title') ?? ''));

const nodes = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });

/** Scrolls in steps, a frame each, and counts the places where no row stands. */
const blanksWhileScrolling = (page: Page, steps: readonly number[]) =>
  region(page).evaluate(async (element, each) => {
    const { top, bottom, left } = element.getBoundingClientRect();
    const head = element.querySelector('thead')?.offsetHeight ?? 0;
    let blanks = 0;
    for (const step of each) {
      element.scrollTop += step;
      await new Promise(requestAnimationFrame);
      for (let y = top + head + 4; y < bottom - 4; y += 16) {
        if (!document.elementFromPoint(left + 200, y)?.closest('[aria-rowindex]')) blanks += 1;
      }
    }
    return blanks;
  }, steps);

test('ten thousand calls: every row can be reached, and the page stays small', async ({
  page,
  signIn,
  context,
}) => {
  // Reading a page with so much in it takes its time, above all beside other tests.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  const all = ids(10_000, 'sim-900s-completed');
  await pasteMany(page, all);
  await expect(total(page, '10,000')).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '10001');
  // By ID the order is known whatever the service has answered so far.
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(row(page, all[0] ?? '')).toHaveAttribute('aria-rowindex', '2');
  expect(await nodes(page)).toBeLessThanOrEqual(1500);

  const there = Array.from({ length: 40 }, () => 900);
  expect(await blanksWhileScrolling(page, [...there, ...there.map(() => -350)])).toBe(0);
  await region(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(link(page, all[5000])).toBeInViewport();
  expect(await nodes(page)).toBeLessThanOrEqual(1500);
  await expectAccessible(page);

  await region(page).focus();
  await page.keyboard.press('End');
  await expect(link(page, all[9999])).toBeFocused();
  await expect(row(page, all[9999] ?? '')).toHaveAttribute('aria-rowindex', '10001');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  await expect(link(page, all[9999])).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(link(page, all[0])).toBeFocused();

  // The row with the keyboard stays there, wherever the table is scrolled to.
  await region(page).evaluate((element) => element.scrollTo(0, 100_000));
  await expect(link(page, all[3130])).toBeInViewport();
  await expect(link(page, all[0])).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(link(page, all[1])).toBeFocused();
  await expect(link(page, all[1])).toBeInViewport();

  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('10,000 selected');
  expect(await nodes(page)).toBeLessThanOrEqual(1500);
  await bar(page).getByRole('button', { name: 'Copy IDs' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(all.join('\n'));
  await filter(page).fill('0999');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '12');
  await expect(bar(page)).toContainText('10,000 selected, 9,989 not shown');
  await filter(page).press('Escape');
  await expect(filter(page)).toHaveValue('');
  await bar(page).getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(total(page, '10,000')).toBeVisible();
});

test('calls are selected by keyboard and mouse, and dealt with together', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  const six = ids(6);
  await watch(page, six.join(' '));
  await expect(row(page, six[5] ?? '')).toContainText('Completed');
  await page.getByRole('button', { name: 'Call ID' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(link(page, six[0])).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, six[0] ?? '')).toBeChecked();
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+End');
  await expect(bar(page)).toContainText('5 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('4 selected');
  await expect(page.getByRole('checkbox', { name: 'Select all shown' })).toHaveJSProperty(
    'indeterminate',
    true,
  );
  await page.keyboard.press('c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe([six[0], six[2], six[3], six[4]].join('\n'));
  await expectAccessible(page);

  // Sorted the other way round, the same calls are selected.
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(table(page).getByRole('checkbox', { checked: true })).toHaveCount(4);
  await expect(box(page, six[1] ?? '')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(page).toHaveURL(/\/calls$/);

  await link(page, six[4]).click({ modifiers: ['ControlOrMeta'] });
  await link(page, six[2]).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await expect(detail(page)).toBeHidden();
  await box(page, six[3] ?? '').click();
  await expect(bar(page)).toContainText('2 selected');
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export JSON' }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join('');
  expect(text).toContain(six[2]);
  expect(text).not.toContain(six[3]);
  await bar(page).getByRole('button', { name: 'Stop watching' }).click();
  await expect(total(page, '4')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(total(page, '6')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await expect(bar(page)).toContainText('6 selected');
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toBeHidden();
  await expect(page.locator('#calls-rows a:focus')).toHaveCount(1);
});

test('every column sorts both ways; text narrows the table down', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-unknown record-error-object sim-0s-completed nope-1 sim-0s-failed');
  await expect(row(page, 'nope-1')).toContainText('Not found');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  const columns = ['Status', 'Call ID', 'Started', 'Ended', 'Duration', 'Checked', 'Next check', 'Error'];
  for (const name of columns) {
    const head = page.getByRole('columnheader', { name, exact: true });
    const button = head.getByRole('button', { name, exact: true });
    const before = await head.getAttribute('aria-sort');
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', before === 'descending' ? 'ascending' : /ending$/);
    const first = await head.getAttribute('aria-sort');
    const one = await shown(page);
    expect(one).toHaveLength(5);
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', first === 'descending' ? 'ascending' : 'descending');
    expect(await shown(page)).not.toEqual(one);
    await expect(page.locator('th[aria-sort]')).toHaveCount(1);
  }
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
  expect(await shown(page)).toEqual([
    'sim-0s-completed',
    'record-error-object',
    'sim-0s-failed',
    'nope-1',
    'record-unknown',
  ]);

  const find = async (text: string) => {
    await filter(page).fill(text);
    await expect(filter(page)).toHaveValue(text);
    return (await shown(page)).toSorted();
  };
  expect(await find('NOPE')).toEqual(['nope-1']);
  expect(await find('on_hold')).toEqual(['record-unknown']);
  expect(await find('404')).toEqual(['nope-1']);
  expect(await find('failed')).toEqual(['record-error-object', 'sim-0s-failed']);
  await filter(page).fill('nothing has this');
  await expect(page.getByRole('heading', { name: 'No calls found' })).toBeVisible();
  await filter(page).press('Escape');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '6');
});

test('on a phone, rows of two and of three lines', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/calls');
  const some = ids(400).map((id, at) => (at % 3 === 0 ? id.replace('completed', 'failed') : id));
  await pasteMany(page, some);
  await expect(total(page, '400')).toBeVisible();
  await expect
    .poll(() => page.locator('#calls-rows tr').filter({ hasText: 'carrier' }).count())
    .toBeGreaterThan(3);
  expect(await blanksWhileScrolling(page, [...Array.from({ length: 20 }, () => 900), -350, -350, -350])).toBe(
    0,
  );
  await region(page).focus();
  await page.keyboard.press('End');
  await expect(page.locator('#calls-rows tr').last()).toBeInViewport({ ratio: 0.99 });
  await expect(page.locator('#calls-rows tr').last()).toHaveAttribute('aria-rowindex', '401');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
