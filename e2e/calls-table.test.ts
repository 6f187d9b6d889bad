import type { Page } from 'playwright/test';
import { detail, drawBoard, field, nodes, readingOf, row, stopClock, watch } from './calls-kit.ts';
import { expectNoSidewaysScroll, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const ids = (count: number, plan = 'sim-0s-completed') =>
  Array.from({ length: count }, (_, at) => `${plan}-${String(at).padStart(5, '0')}`);

const table = (page: Page) => page.getByRole('table', { name: /^Watched calls/ });
const region = (page: Page) => page.getByRole('region', { name: 'Watched calls', exact: true });
const link = (page: Page, id = '') => page.getByRole('link', { name: id, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter by ID, status, error or note' });
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

/** Scrolls one step a frame, and counts the places without a row. */
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

test('reaches every row of three hundred', async ({ page, signIn, configure }) => {
  // Answers keep coming, and leave time to draw the table.
  await configure({ api: { maxRequestsPerSecond: 4 } });
  await signIn('/calls');
  const all = [...ids(200, 'asks-3-completed'), ...ids(300, 'sim-0s-failed').slice(200)];
  // The last ones are checked first.
  const preview = await paste(page, all.toReversed());
  expect(await nodes(page)).toBeLessThanOrEqual(1500);
  await preview.click();
  await expect(total(page, '300')).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '301');
  // By ID the order does not depend on answers.
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(row(page, all[0] ?? '')).toHaveAttribute('aria-rowindex', '2');

  const there = Array.from({ length: 8 }, () => 900);
  expect(await blanksWhileScrolling(page, [...there, ...there.map(() => -350)])).toBe(0);
  await region(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(link(page, all[150])).toBeInViewport();
  expect(await nodes(page)).toBeLessThanOrEqual(1500);

  await region(page).focus();
  await page.keyboard.press('End');
  await expect(link(page, all[299])).toBeFocused();
  await expect(row(page, all[299] ?? '')).toHaveAttribute('aria-rowindex', '301');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  await expect(link(page, all[299])).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(link(page, all[0])).toBeFocused();

  // The focused row stays in the document while the table scrolls.
  await region(page).evaluate((element) => element.scrollTo(0, 5000));
  await expect(link(page, all[161])).toBeInViewport();
  await expect(link(page, all[0])).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(link(page, all[1])).toBeFocused();
  await expect(link(page, all[1])).toBeInViewport();

  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('300 selected');
  await filter(page).fill('0019');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '12');
  await expect(bar(page)).toContainText('300 selected, 289 not shown');
  await filter(page).fill('');

  await test.step('also rows of two and three lines on a phone', async () => {
    await page.setViewportSize(NARROW);
    await region(page).focus();
    await page.keyboard.press('End');
    const last = row(page, all[299] ?? '');
    await expect(last).toContainText('carrier');
    await expect(last).toBeInViewport({ ratio: 0.99 });
    expect(await blanksWhileScrolling(page, [-900, -900, -900, 350, 350])).toBe(0);
    await expectNoSidewaysScroll(page);
  });

  await test.step('the row of the call of an address is in view', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/calls/${all[250]}?sort=id`);
    await expect(link(page, all[250])).toBeInViewport();
    await expect(link(page, all[250])).not.toBeFocused();
  });
});

test('keeps a row’s place while others move', async ({ page, signIn, configure }) => {
  await configure({ api: { maxRequestsPerSecond: 1000 } });
  await page.clock.install();
  await signIn('/calls');
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(
    page,
    [...ids(40, 'sim-1s-running'), ...ids(5), 'asks-1-completed-a', 'asks-1-completed-b'].join(' '),
  );
  await drawBoard(page);
  await reading.run(1500, 500);
  // By status, ended calls come first.
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  const inState = (label: string, count: number) =>
    page
      .getByRole('group', { name: 'Show only' })
      .getByRole('button', { name: `${label} ${count}`, exact: true });
  await expect(inState('Completed', 5)).toBeVisible();
  await expect(inState('In progress', 42)).toBeVisible();
  const watched = row(page, 'sim-1s-running-00020');
  await region(page).evaluate((element) => element.scrollTo(0, 490));
  await reading.run(200, 200);
  // Rendered only after the table has noticed the scroll.
  await expect(row(page, 'sim-1s-running-00028')).toBeAttached();
  const place = async () => Math.round((await watched.boundingBox())?.y ?? 0);
  const before = await place();
  await expect(watched).toHaveAttribute('aria-rowindex', '27');

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
  await expect(watched).toHaveAttribute('aria-rowindex', '22');
  expect(await place()).toBe(before);

  await reading.run(6000, 3000);
  await reading.run(500, 500);
  await expect(inState('Completed', 2)).toBeVisible();
  await expect(watched).toHaveAttribute('aria-rowindex', '24');
  expect(await place()).toBe(before);
  // Not because nothing could move it.
  await region(page).evaluate((element) => element.scrollTo(0, 0));
  await reading.run(200, 200);
  await expect(row(page, 'asks-1-completed-a')).toBeInViewport();
});

test('keeps the error in a narrow window', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sample-long fail-500 nope');
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
  await link(page, 'nope').click();
  await detail(page).getByRole('textbox', { name: 'Note' }).fill('mistyped');
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expect(heading('Note')).toBeVisible();
  await expectReadable();
  await expect(heading('Ended')).toBeHidden();

  // 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(page.getByRole('row').first()).toBeInViewport({ ratio: 0.8 });
  await row(page, 'fail-500').scrollIntoViewIfNeeded();
  await expect(row(page, 'fail-500')).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (area: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: area })
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect([await outlineOf('Calls'), await outlineOf('Provider')]).toEqual(['solid', 'none']);
});

test('grows with the font size of the browser', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'nope');
  const measure = () =>
    row(page, 'nope').evaluate((element) => [
      element.getBoundingClientRect().height,
      Number.parseFloat(getComputedStyle(element).fontSize),
    ]);
  expect(await measure()).toEqual([32, 13]);
  // Of the root element, as the browser sets it.
  await page.evaluate(() => (document.documentElement.style.fontSize = '20px'));
  expect(await measure()).toEqual([40, 16.25]);
});

test('shows times of other days whole', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-iso-local record-iso');
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
