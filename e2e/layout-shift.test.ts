import type { Page } from 'playwright/test';
import { expectNoSidewaysScroll, NARROW } from './accessible.ts';
import { detail, drawPart, fact, openCall, row, stopClock, watch } from './calls-kit.ts';
import { expect, hold, test } from './fixtures.ts';
import { accountSid } from './provider-kit.ts';
import { answered, attach, campaignField } from './webhooks-kit.ts';

declare global {
  interface Window {
    shifts: string[];
  }
}

type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
type LayoutShift = PerformanceEntry & { sources: Source[] };

/** Records every shift, also those right after an input. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
      for (const { node, previousRect, currentRect } of (list.getEntries() as LayoutShift[]).flatMap(
        ({ sources }) => sources,
      )) {
        const element = node instanceof Element ? node : node?.parentElement;
        const what = `${element?.tagName} “${node?.textContent?.slice(0, 40)}”`;
        window.shifts.push(`${what} ${place(previousRect)} → ${place(currentRect)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const takeShifts = async (page: Page) => {
  // Shifts are reported after the frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return page.evaluate(() => window.shifts.splice(0));
};

const expectNoShift = async (page: Page) => expect(await takeShifts(page)).toEqual([]);

const SIZES = [{ width: 1440, height: 900 }, NARROW];

test('moves nothing when areas load', { tag: '@release' }, async ({ page, signIn }) => {
  await recordShifts(page);
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  const areas = [
    ['/webhooks', campaignField(page)],
    ['/provider', accountSid(page)],
    ['/webhooks/bulk', page.getByRole('textbox', { name: 'Pairs' })],
  ] as const;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const [path, field] of areas) {
      await page.goto(path);
      await expect(field).toBeVisible();
      await expectNoShift(page);
    }
  }
});

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
    const lines = ['#call-ids', '[aria-pressed]', 'thead', '#calls-rows'].flatMap((selector) => {
      const found = document.querySelector(selector);
      return found ? [found.getBoundingClientRect().top] : [];
    });
    const apart = Math.max(...controls) - Math.min(...controls);
    return { apart, hidden: head ? head.scrollWidth - head.clientWidth : NaN, lines };
  });

const LIST = '/calls?label=Renewals%20of%20Monday%20morning';

test(
  'moves nothing when an answer comes or a call opens',
  { tag: '@release' },
  async ({ page, signIn, configure }) => {
    await configure({ api: { readTimeoutSeconds: 600 } });
    await recordShifts(page);
    const letGo = await hold(page, /\/call_status\?/);
    await signIn(LIST);
    await watch(page, 'nope-1 record-error-object');
    await expect(row(page, 'nope-1')).toContainText('First check');
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
    await expect(row(page, 'nope-1')).toContainText('Not found');
    await expect(row(page, 'record-error-object')).toContainText('Failed');
    expect(await inBothWidths()).toEqual(before);
    await openCall(page, 'nope-1');
    await expect(detail(page).getByRole('heading', { name: 'nope-1' })).toBeVisible();
    expect(await inBothWidths()).toEqual(before);

    for (const [at, size] of SIZES.entries()) {
      await page.setViewportSize(size);
      await page.goto(LIST);
      await expect(row(page, 'record-error-object')).toContainText('Failed');
      await expectNoShift(page);
      const answer = await hold(page, /call_status/);
      await page.goto(`/calls/sim-0s-failed-${at}`);
      await expect(detail(page)).toContainText('First check');
      await expectNoShift(page);
      answer();
      await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d/);
      await expect(detail(page).getByRole('list', { name: 'Status history' })).toBeVisible();
      await expectNoShift(page);
    }
  },
);

test('moves nothing when a notice comes', { tag: '@release' }, async ({ page, context, signIn }) => {
  await recordShifts(page);
  await signIn('/calls');
  await watch(page, 'nope-1');
  const notice = page.getByText('This browser is offline.');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of ['/calls', '/calls/nope-1']) {
      await page.goto(path);
      await expect(
        (path === '/calls' ? row(page, 'nope-1') : detail(page)).getByText('Not found', { exact: true }),
      ).toBeVisible();
      await takeShifts(page);
      for (const isOffline of [true, false]) {
        await context.setOffline(isOffline);
        await expect(notice).toBeVisible({ visible: isOffline });
        await expectNoShift(page);
      }
    }
  }
});

test('moves nothing when the session ends', { tag: '@release' }, async ({ page, signIn, configure }) => {
  await recordShifts(page);
  await page.clock.install();
  await configure({ session: { idleMinutes: 2 } });
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  const ended = page.getByText('Your session has ended.', { exact: true });
  const visits = [
    { size: { width: 1440, height: 900 }, paths: ['/calls', '/webhooks/bulk', '/provider', '/webhooks'] },
    { size: NARROW, paths: ['/provider'] },
    { size: { width: 320, height: 256 }, paths: ['/calls'] },
  ];
  for (const { size, paths } of visits) {
    await page.setViewportSize(size);
    for (const path of paths) {
      // A new session begins.
      await page.evaluate(() => localStorage.removeItem('auth.last-input'));
      await page.goto(path);
      await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
      await page.clock.runFor(1000);
      await takeShifts(page);
      await page.clock.fastForward(150_000);
      await expect(ended, `${path} at ${size.width} px`).toBeInViewport();
      await expectNoShift(page);
      await expectNoSidewaysScroll(page);
    }
  }
});

test('moves no row under the pointer', { tag: '@release' }, async ({ page, signIn }) => {
  await recordShifts(page);
  await page.clock.install();
  await signIn('/calls');
  const note = page.getByText('Order paused while you use the table');
  const ids = Array.from({ length: 10 }, (_, at) => `sim-0s-failed-${at}`);
  await stopClock(page);
  const letGo = await hold(page, /\/call_status\?/);
  await watch(page, ids.join(' '));
  const pointed = row(page, ids[1] ?? '');
  await drawPart(page, pointed);
  await pointed.hover();
  const before = await pointed.getAttribute('aria-rowindex');
  await page.evaluate(() => window.shifts.splice(0));
  letGo();
  for (const id of ids) await drawPart(page, row(page, id).getByText('Failed', { exact: true }));
  await expect(note).toBeVisible();
  await expect(pointed).toHaveAttribute('aria-rowindex', before ?? '');
  await page.clock.resume();
  // Filters come.
  expect((await takeShifts(page)).filter((shift) => !/^(?:B|BUTTON|undefined) /.test(shift))).toEqual([]);
  await test.step('has no room to say so beside a selection on a phone', async () => {
    await pointed.getByRole('checkbox').check();
    await expect(note).toBeVisible();
    await page.setViewportSize(NARROW);
    await expect(note).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await page.mouse.move(0, 0);
  await page.clock.runFor(500);
  await expect(note).toBeHidden();
  await expect(pointed).not.toHaveAttribute('aria-rowindex', before ?? '');
});

test('moves no filter when counts grow', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/calls');
  const completed = page.getByRole('button', { name: /^Completed / });
  const measureFilters = async () => {
    const places: number[][] = [];
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { x = NaN, width: own = NaN } = (await completed.boundingBox()) ?? {};
      places.push([Math.round(x), Math.round(own)]);
    }
    return places;
  };
  const grow = (count: number) =>
    watch(page, Array.from({ length: count }, (_, at) => `asks-0-completed-${count}-${at}`).join(' '));
  await grow(9);
  await expect(completed).toHaveText('Completed 9');
  const before = await measureFilters();
  await grow(2);
  await expect(completed).toHaveText('Completed 11');
  expect(await measureFilters()).toEqual(before);

  // A status that is new waits until the pointer leaves.
  await page.setViewportSize({ width: 1440, height: 844 });
  await completed.hover();
  await page.keyboard.press('a');
  await watch(page, 'asks-0-failed-1');
  await expect(row(page, 'asks-0-failed-1')).toContainText('Failed');
  const failed = page.getByRole('button', { name: 'Failed 1' });
  await expect(failed).toBeHidden();
  await page.mouse.move(0, 0);
  await expect(failed).toBeVisible();
});
