import type { Page } from 'playwright/test';
import { begin, heading, lines, pairsField, webhooks } from './bulk-kit.ts';
import { expectOnce, holdWrites, lineStates, sentByAll, states } from './sending-kit.ts';
import { detail, drawPart, openCall, watchRunning } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

// What computers and browsers do to a page: sleep, freeze it, set the clock back, fill the disk.

const HOUR = 3_600_000;

/** The wall clock jumps while timers and the monotonic clock stop, as when a computer sleeps. */
const jump = async (page: Page, ms: number) => {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + ms);
};

/** The computer wakes up: the page is shown again. */
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test(
  'resumes after a night’s sleep or a clock set back',
  { tag: '@release' },
  async ({ page, context, signIn, serviceLog }) => {
    await page.clock.install();
    const sent = sentByAll(context);
    const gate = await holdWrites(context);
    await signIn('/calls');
    const reading = await watchRunning(page);
    await test.step('works after the clock is set back', async () => {
      await jump(page, -24 * HOUR);
      await wake(page);
      const count = reading.ids.length;
      await reading.run(21_000, 1000);
      expect(reading.ids.length - count).toBeGreaterThanOrEqual(3);
      expect(reading.ids.length - count).toBeLessThanOrEqual(5);
      await openCall(page, 'sim-1s-running');
      await expect(
        detail(page)
          .getByText(/\d s ago/)
          .first(),
      ).toBeVisible();
      await expect(page.getByText(/ -\d|in 2[34] h|in 1 d|NaN/)).toHaveCount(0);
      await expect(page.getByText('Your session has ended.')).toBeHidden();
      await jump(page, 24 * HOUR);
    });

    const before = (await serviceLog()).at(-1)?.tokenId;
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Webhooks/ })
      .click();
    await page.getByRole('link', { name: 'Bulk' }).click();
    await drawPart(page, pairsField(page));
    const all = webhooks(8);
    await begin(page, lines(all));
    await expect.poll(() => sent.length).toBe(4);

    await jump(page, 8 * HOUR);
    await wake(page);
    // Connections do not outlive a night.
    await gate.drop(4);
    await gate.open();
    await drawPart(page, heading(page, /^Finished: 4 of 8 attached/));
    await expect.poll(() => lineStates(page)).toEqual(states([4, 'Unknown'], [4, 'Accepted']));
    expect(sent.toSorted()).toEqual(all);
    expectOnce(await serviceLog(), { attached: all.slice(4), unknown: all.slice(0, 4) });

    await reading.run(100, 100);
    const asked = reading.ids.length;
    await reading.run(7000, 1000);
    expect(reading.ids.length - asked).toBeGreaterThanOrEqual(1);
    expect(reading.ids.length - asked).toBeLessThanOrEqual(2);
    const last = (await serviceLog()).at(-1);
    expect(last?.answer).toBe(200);
    expect(last?.tokenId).not.toBe(before);
  },
);
