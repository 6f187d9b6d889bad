import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { REMOVE, writes } from './webhooks-kit.ts';
import {
  area,
  button,
  check,
  dialog,
  doneBy,
  expectSums,
  heading,
  keys,
  lines,
  now,
  progress,
  row,
  sentIds,
  target,
  targets,
  watchedWrites,
  watchWrites,
  webhooks,
} from './bulk-kit.ts';
import { holdWrites } from './sending-kit.ts';

const titled = (page: Page, text: RegExp) => expect(page).toHaveTitle(text);
test(
  'sends each pair once, in order, within limits',
  { tag: '@story' },
  async ({ page, signIn, configure, wire, serviceLog }) => {
    await configure({ api: { maxConcurrentWrites: 2, maxRequestsPerSecond: 4 } });
    await watchWrites(page);
    await signIn('/webhooks/bulk');
    const ids = ['slow-50 a', 'slow-50+b&c=d', 'slow-50-ü/?#', 'slow-50-%41', ...webhooks(5, 'slow-50')];
    await check(page, ids.map((id, at) => `cmp ${at + 1}\t${id}`).join('\n'));
    await page.getByRole('radio', { name: 'Detach' }).check();
    await button(page, 'Detach 9 pairs').click();
    await dialog(page, 'Detach 9 pairs?').getByRole('button', { name: 'Detach 9 pairs' }).dblclick();
    await expect(heading(page, 'Finished: 0 of 9 detached, 9 accepted with a message')).toBeVisible();
    await titled(page, /^Finished: 0 of 9 detached, 9 accepted with a message · Telephony/);
    await expect(page.getByText('9 pairs with a message: “webhook was not attached”')).toBeVisible();
    await expect(row(page, 1)).toContainText('“webhook was not attached”');
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '9 of 9: 9 accepted with a message');

    expect(targets(wire)).toEqual(ids.map((id, at) => target(`cmp ${at + 1}`, id, REMOVE)));
    for (const { body, headers } of writes(wire)) {
      expect(body).toBeNull();
      expect(headers['content-type']).toBeUndefined();
      expect(headers['authorization']).toMatch(/^Bearer ./);
    }
    expect(doneBy(await serviceLog()).toSorted()).toEqual(ids.map((id) => `${id} detached 200`).toSorted());
    const { begun, most } = await watchedWrites(page);
    expect(most).toBe(2);
    // 4 at once, 4 a second later, the last after another second. A request leaves a moment after it may.
    expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(1200);
  },
);

/** The lock is granted only when the test calls `giveTurn`, however long that takes. */
const holdLocks = (page: Page) =>
  page.evaluate(() => {
    const request: unknown = Reflect.get(LockManager.prototype, 'request');
    const opened = new Promise((resolve) => Object.assign(window, { giveTurn: resolve }));
    LockManager.prototype.request = async function held(this: LockManager, ...given: unknown[]) {
      await opened;
      return typeof request === 'function' ? Reflect.apply(request, this, given) : undefined;
    };
    // The console waits a second for it.
    Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  });

test(
  'shows in every area how far a run is, pauses and stops it',
  { tag: '@story' },
  async ({ page, signIn, configure, wire, serviceLog }) => {
    await configure({
      api: { maxConcurrentWrites: 2, maxRequestsPerSecond: 1000, writeTimeoutSeconds: 600 },
    });
    const gate = await holdWrites(page);
    await signIn('/webhooks/bulk');
    await test.step('in every area', async () => {
      const early = webhooks(8, 'early');
      await check(page, lines(early).join('\n'));
      await holdLocks(page);
      await button(page, 'Attach 8 pairs').click();
      await area(page, /^Calls/).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
      await page.evaluate(() => Reflect.get(window, 'giveTurn')());
      await expect.poll(() => gate.held()).toBe(2);
      await expect(area(page, /^Webhooks ?, bulk run 0 percent sent$/)).toBeVisible();
      // A run that begins later does not take the user away.
      await titled(page, /^Calls · /);
      await gate.release(2);
      await expect(area(page, /^Webhooks ?, bulk run 25 percent sent$/)).toBeVisible();
      await gate.release(6);
      // Hovered, the message stays for as long as it takes.
      await page.getByText('Finished: 8 of 8 attached').hover();
      await expect(area(page, /^Webhooks$/)).toBeVisible();
      await page.getByRole('button', { name: 'Open run' }).click();
      await expect(heading(page, 'Finished: 8 of 8 attached')).toBeVisible();
      expect(sentIds(wire).toSorted()).toEqual(early);
      await button(page, 'New bulk run').click();
    });

    const ids = webhooks(9);
    const sentNow = () => sentIds(wire).slice(8);
    await check(page, lines(ids).join('\n'));
    await page.getByLabel('Send the first 5, then pause').check();
    await button(page, 'Attach 9 pairs').dblclick();
    await expect(heading(page, 'Attaching 9 pairs')).toBeVisible();
    await titled(page, /^Attaching 9 pairs · Telephony/);
    await expect(now(page)).toHaveText(/^0 of 9\. 0:\d\d so far\.$/);
    await expect(page.getByText('Closing this tab pauses the run')).toBeVisible();
    await expect(row(page, 2)).toContainText('Sending');
    await expect(row(page, 3)).toContainText('Waiting');
    // Each request leaves once its line is stored.
    await expect.poll(() => gate.held()).toBe(2);
    await button(page, 'Pause').click();
    await expect(heading(page, 'Attaching pauses at 0 of 9')).toBeVisible();
    await expect(now(page)).toHaveText('2 answers to come.');
    await gate.release(2);
    await expect(heading(page, 'Attaching paused at 2 of 9')).toBeVisible();
    await expect(now(page)).toHaveText(/^Nothing is sent since \d\d:\d\d:\d\d\.$/);
    await titled(page, /^Attaching paused at \d+ of 9 · /);
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '2 of 9: 2 accepted');
    await expect(keys(page)).toHaveText(['All 9', 'Accepted 2', 'Refused 0', 'Unknown 0', 'Waiting 7']);
    expect(sentNow()).toEqual(ids.slice(0, 2));

    await button(page, 'Resume attaching').dblclick();
    await expect(heading(page, 'Attaching 9 pairs')).toBeVisible();
    await gate.release(3);
    await expect(heading(page, 'Attaching paused at 5 of 9')).toBeVisible();
    await expect(now(page)).toHaveText('Check the results, then resume or stop.');
    expect(sentNow()).toEqual(ids.slice(0, 5));
    await button(page, 'Resume attaching').click();
    await expect.poll(sentNow).toEqual(ids.slice(0, 7));
    await button(page, 'Stop run…').click();
    const asked = dialog(page, 'Stop this run?');
    await expect(asked).toContainText('2 pairs won’t be sent.');
    await expect(asked).toContainText('2 answers to come.');
    await gate.release(1);
    await expect(asked).toContainText('1 answer to come.');
    expect(sentNow(), 'while the question is open').toEqual(ids.slice(0, 7));
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(sentNow).toEqual(ids.slice(0, 8));
    await button(page, 'Stop run…').click();
    await asked.getByRole('button', { name: 'Stop run' }).click();
    await expect(heading(page, 'Attaching stops at 6 of 9')).toBeVisible();
    await expect(now(page)).toHaveText('2 answers to come.');
    await gate.open();
    await expect(heading(page, 'Stopped: 8 of 9 attached')).toBeVisible();
    await expect(row(page, 9)).toContainText('Not sent');
    await expectSums(page, 9);
    expect(sentNow()).toEqual(ids.slice(0, 8));

    await button(page, 'Send 1 not sent').click();
    await expect(heading(page, 'Check 1 line')).toBeVisible();
    await button(page, 'Attach 1 pair').dblclick();
    await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
    expect(targets(wire).slice(8)).toEqual(ids.map((id) => target('cmp-1', id)));
    expect(
      doneBy(await serviceLog())
        .slice(8)
        .toSorted(),
    ).toEqual(ids.map((id) => `${id} attached 200`));
  },
);
