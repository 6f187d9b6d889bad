import type { Page } from 'playwright/test';
import { NARROW } from './accessible.ts';
import { detail, fact, row, watch } from './calls-kit.ts';
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

const expectNoShift = async (page: Page) => {
  // Shifts are reported after the frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.evaluate(() => window.shifts.splice(0))).toEqual([]);
};

const SIZES = [{ width: 1440, height: 900 }, NARROW];

test('moves nothing when areas load', async ({ page, signIn }) => {
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

test('moves nothing when a status comes', async ({ page, signIn }) => {
  await recordShifts(page);
  await signIn('/calls');
  await watch(page, 'sample-ended record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    await page.goto('/calls');
    await expect(row(page, 'record-unknown')).toContainText('on_hold');
    await expectNoShift(page);
    const letGo = await hold(page, /call_status/);
    await page.goto(`/calls/sim-0s-completed-${at}`);
    await expect(detail(page)).toContainText('First check');
    await expectNoShift(page);
    letGo();
    await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d/);
    await expect(detail(page).getByRole('list', { name: 'Status history' })).toBeVisible();
    await expectNoShift(page);
  }
});
