import type { Page } from 'playwright/test';
import { detail, field, row, watch } from './calls-kit.ts';
import { expectNoSidewaysScroll, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const ids = (count: number, plan = 'sim-0s-completed') =>
  Array.from({ length: count }, (_, at) => `${plan}-${String(at).padStart(5, '0')}`);

const table = (page: Page) => page.getByRole('table', { name: /^Watched calls/ });
const link = (page: Page, id = '') => page.getByRole('link', { name: id, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const total = (page: Page, count: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: `All ${count}`, exact: true });

/** Pastes more than fifty calls. Returns the button of the preview. */
const paste = async (page: Page, pasted: readonly string[]) => {
  await field(page).focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document).dispatchEvent(event);
  }, pasted.join('\n'));
  const dialog = page.getByRole('dialog', { name: /^Watch [\d,]* ?calls?\?$/ });
  const button = dialog.getByRole('button', { name: `Watch ${pasted.length.toLocaleString('en')} calls` });
  await expect(button).toBeVisible();
  return button;
};

const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of watched calls' });
const turn = (page: Page, to: string) => pager(page).getByRole('button', { name: `${to} page` });

/** By ID, so that no answer moves a row. */
const watchPages = async (page: Page, all: readonly string[], first = all[0]) => {
  await (await paste(page, all)).click();
  await expect(total(page, String(all.length))).toBeVisible();
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(row(page, first ?? '')).toHaveAttribute('aria-rowindex', '2');
};

test('shows a hundred calls a page', async ({ page, signIn, configure }) => {
  // Few answers come meanwhile.
  await configure({ api: { maxRequestsPerSecond: 4 } });
  await signIn('/calls');
  const all = ids(250);
  await watchPages(page, all);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '251');
  await expect(pager(page)).toContainText('1–100 of 250');
  await expect(link(page, all[99])).toBeAttached();
  await expect(link(page, all[100])).not.toBeAttached();
  await turn(page, 'Next').click();
  await expect(pager(page)).toContainText('101–200 of 250');
  await expect(row(page, all[100] ?? '')).toHaveAttribute('aria-rowindex', '102');
  await expect(link(page, all[100])).toBeInViewport();
  await turn(page, 'Last').click();
  await expect(pager(page)).toContainText('201–250 of 250');
  await expect(turn(page, 'Last')).toBeFocused();
  await expect(turn(page, 'Next')).toBeDisabled();
  await turn(page, 'Previous').click();
  await turn(page, 'First').click();
  await expect(pager(page)).toContainText('1–100 of 250');
  await test.step('the browser finds a row out of view', async () => {
    await expect(link(page, all[98])).not.toBeInViewport();
    // As the browser's own search does. It stops between the two parts of a long ID.
    const found = await page.evaluate((text) => {
      getSelection()?.removeAllRanges();
      (Reflect.get(window, 'find') as (text: string) => boolean).call(window, text);
      return getSelection()?.anchorNode?.parentElement?.closest('tr')?.textContent;
    }, '-00098');
    expect(found).toContain(all[98]);
  });
  await test.step('keys turn the page at its ends', async () => {
    await link(page, all[0]).focus();
    await page.keyboard.press('PageDown');
    await expect(link(page, all[0])).not.toBeFocused();
    await expect(page.locator('#calls-rows a:focus')).toBeInViewport();
    await link(page, all[99]).focus();
    await page.keyboard.press('PageDown');
    await expect(link(page, all[100])).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(link(page, all[99])).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link(page, all[100])).toBeFocused();
  });
  await test.step('all pages are selected', async () => {
    await page.getByRole('checkbox', { name: 'Select all 250' }).click();
    await expect(bar(page)).toContainText('250 selected');
    await field(page).fill('0019');
    await expect(pager(page)).toBeHidden();
    await expect(table(page)).toHaveAttribute('aria-rowcount', '12');
    await expect(bar(page)).toContainText('250 selected, 239 not shown');
    await field(page).fill('');
    await expect(pager(page)).toContainText('1–100 of 250');
  });
  await test.step('an address opens the page of its call', async () => {
    await page.goto(`/calls/${all[199]}?sort=id`);
    await expect(pager(page)).toContainText('101–200 of 250');
    await expect(link(page, all[199])).toBeInViewport();
    await expect(link(page, all[199])).not.toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(detail(page).getByRole('heading', { name: all[200] ?? '' })).toBeVisible();
    await expect(pager(page)).toContainText('201–250 of 250');
    await expect(link(page, all[200])).toBeFocused();
    await turn(page, 'First').click();
    await detail(page).getByRole('button', { name: 'Close' }).click();
    await expect(link(page, all[200])).toBeFocused();
  });
});

test('pages fit a phone', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/calls');
  const failed = ids(110, 'sim-0s-failed').slice(100);
  // Checked first, shown last.
  await watchPages(page, [...failed, ...ids(100)], ids(1)[0]);
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
  await turn(page, 'Last').click();
  const last = row(page, failed[9] ?? '');
  await expect(last).toContainText('carrier');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.99 });
});

test('keeps IDs, times and errors in a narrow window', { tag: '@release' }, async ({ page, signIn }) => {
  const uuid = '0b1c2d3e-8b17-436c-9f02-5d6e7f8091a2';
  await signIn('/calls');
  // One by one: IDs of different kinds are checked first.
  for (const id of [uuid, 'nope-1', 'fail-500', 'sample-long', 'record-iso', 'record-iso-local'])
    await watch(page, id);
  await page.goto('/calls');
  await test.step('a failed check is named once', async () => {
    await expect(row(page, 'fail-500')).toHaveText(/^Check failedfail-500–+\d+ s agoerror 500/);
    await expect(row(page, 'nope-1')).toHaveText(/^Not foundnope-1–*[\d:]+$/);
  });
  await test.step('times of other days are whole', async () => {
    const local = row(page, 'record-iso-local');
    await expect(local).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      const cut = await local
        .getByRole('cell')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      expect(cut, `at ${width} px`).toBe(0);
    }
  });
  const expectWholeUuid = async (widths: readonly number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      const part = link(page, uuid).locator('span');
      expect(await part.evaluate((span) => span.scrollWidth - span.clientWidth), `${width} px`).toBe(0);
    }
  };
  await expectWholeUuid([1440, 1024, 720, 512, 390]);
  await page.setViewportSize({ width: 1440, height: 768 });
  const error = row(page, 'fail-500').getByText('something broke on our side');
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(heading('Ended')).toBeVisible();
  const expectReadable = async () => {
    for (const width of [1024, 900, 721]) {
      await page.setViewportSize({ width, height: 768 });
      await expect(error).toBeVisible();
      expect((await error.boundingBox())?.width).toBeGreaterThan(100);
    }
  };
  await expectReadable();
  // Also beside a note.
  await page.setViewportSize({ width: 1440, height: 768 });
  await link(page, 'nope-1').click();
  await detail(page).getByRole('textbox', { name: 'Note' }).fill('mistyped');
  await expectWholeUuid([1440, 1024]);
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expectWholeUuid([720, 1024, 1440]);
  await expect(heading('Note')).toBeVisible();
  await expectReadable();
  await expect(heading('Ended')).toBeHidden();

  // 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(page.getByRole('row').first()).toBeInViewport({ ratio: 0.8 });
  await row(page, 'fail-500').scrollIntoViewIfNeeded();
  await expect(row(page, 'fail-500')).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();

  // The head that orders the rows is shown.
  await page.setViewportSize({ width: 1700, height: 768 });
  await heading('Ended').getByRole('button').click();
  await page.setViewportSize({ width: 1280, height: 768 });
  await expect(heading('Ended')).toBeVisible();
  await expect(heading('Started')).toBeHidden();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (area: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: area })
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect([await outlineOf('Calls'), await outlineOf('Provider')]).toEqual(['solid', 'none']);
});

test('grows with the font size of the browser', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'nope-1');
  const measure = () =>
    row(page, 'nope-1').evaluate((element) => [
      element.getBoundingClientRect().height,
      Number.parseFloat(getComputedStyle(element).fontSize),
    ]);
  expect(await measure()).toEqual([32, 13]);
  // Of the root element, as the browser sets it.
  await page.evaluate(() => (document.documentElement.style.fontSize = '20px'));
  expect(await measure()).toEqual([40, 16.25]);
});
