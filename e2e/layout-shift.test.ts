import type { Page } from 'playwright/test';
import { detail, row, watch } from './calls-kit.ts';
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

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`moves nothing when areas load, ${name}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport);
    await recordShifts(page);
    await signIn('/provider');
    await expect(accountSid(page)).toBeVisible();
    await expectNoShift(page);
    await page.goto('/webhooks');
    await expect(campaignField(page)).toBeVisible();
    await attach(page, 'wh-1');
    await answered(page, 'Attached');
    await page.goto('/webhooks');
    await expect(campaignField(page)).toBeVisible();
    await expectNoShift(page);
    await page.goto('/webhooks/bulk');
    await expect(page.getByRole('textbox', { name: 'Pairs' })).toBeVisible();
    await expectNoShift(page);
  });

  test(`moves nothing when a status comes, ${name}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport);
    await recordShifts(page);
    await signIn('/calls');
    await watch(page, 'sample-ended record-unknown');
    await expect(row(page, 'record-unknown')).toContainText('on_hold');
    await page.reload();
    await expect(row(page, 'record-unknown')).toContainText('on_hold');
    await expectNoShift(page);
    const letGo = await hold(page, /call_status/);
    await page.goto('/calls/sim-0s-completed');
    await expect(detail(page)).toContainText('sim-0s-completed');
    await expectNoShift(page);
    letGo();
    await expect(detail(page)).toContainText('Completed');
    await expectNoShift(page);
  });
}
