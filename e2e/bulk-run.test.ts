import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { entries, REMOVE, writes } from './webhooks-kit.ts';
import {
  act,
  area,
  begin,
  button,
  check,
  dialog,
  doneBy,
  expectSums,
  heading,
  key,
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
/** Counts what is fetched from the authorization server. */
const countTokens = (page: Page) => {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/token') && request.method() === 'POST') count += 1;
  });
  return () => count;
};

test(
  'sends each pair once, in order, within limits',
  { tag: '@story' },
  async ({ page, signIn, configure, wire, serviceLog }) => {
    await configure({ api: { maxConcurrentWrites: 2, maxRequestsPerSecond: 8 } });
    await watchWrites(page);
    await signIn('/webhooks/bulk');
    const ids = ['slow-50 a', 'slow-50+b&c=d', 'slow-50-ü/?#', 'slow-50-%41', ...webhooks(13, 'slow-50')];
    await check(page, ids.map((id, at) => `cmp ${at + 1}\t${id}`).join('\n'));
    await page.getByRole('radio', { name: 'Detach' }).check();
    await button(page, 'Detach 17 pairs').click();
    await dialog(page, 'Detach 17 pairs?').getByRole('button', { name: 'Detach 17 pairs' }).dblclick();
    await expect(heading(page, 'Finished: 17 of 17 detached')).toBeVisible();
    await titled(page, /^Finished: 17 of 17 detached · Telephony/);
    await expect(now(page)).toHaveText(/^Took \d:\d\d\.$/);
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '17 of 17: 17 accepted');
    await expect(entries(page)).toHaveText([/Detached 17 of 17 pairs/]);

    expect(targets(wire)).toEqual(ids.map((id, at) => target(`cmp ${at + 1}`, id, REMOVE)));
    for (const { body, headers } of writes(wire)) {
      expect(body).toBeNull();
      expect(headers['content-type']).toBeUndefined();
      expect(headers['authorization']).toMatch(/^Bearer ./);
    }
    expect(doneBy(await serviceLog()).toSorted()).toEqual(ids.map((id) => `${id} detached 200`).toSorted());
    const { begun, most } = await watchedWrites(page);
    expect(most).toBe(2);
    // 8 at once, 8 a second later, the last after another second. A request leaves a moment after it may.
    expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(1200);
  },
);

test(
  'shows in every area how far a run is',
  { tag: '@story' },
  async ({ page, signIn, wire, serviceLog }) => {
    const tokens = countTokens(page);
    const gate = await holdWrites(page);
    await signIn('/webhooks/bulk');
    const ids = [...webhooks(2, 'fail-401-once'), ...webhooks(6)];
    await begin(page, lines(ids));
    await expect(heading(page, 'Attaching 8 pairs')).toBeVisible();
    const before = tokens();
    await expect.poll(() => gate.held()).toBe(4);
    await area(page, /^Calls/).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
    await titled(page, /^Calls · /);
    await expect(area(page, /^Webhooks ?, bulk run 0 percent sent$/)).toBeVisible();
    await gate.release(4);
    // Two get 401, and are sent again with one new token.
    await expect(area(page, /^Webhooks ?, bulk run 25 percent sent$/)).toBeVisible();
    await gate.open();
    // Hovered, the message stays for as long as it takes.
    await page.getByText('Finished: 8 of 8 attached').hover();
    await expect(area(page, /^Webhooks$/)).toBeVisible();
    await page.getByRole('button', { name: 'Open run' }).click();
    await expect(heading(page, 'Finished: 8 of 8 attached')).toBeVisible();
    await expect(entries(page).first()).toHaveText(/Attached 8 of 8 pairs/);
    await expectSums(page, 8);
    expect(tokens()).toBe(before + 1);
    expect(sentIds(wire).toSorted()).toEqual([...ids, ...ids.slice(0, 2)].toSorted());
    expect(doneBy(await serviceLog()).filter((done) => done.endsWith('attached 200'))).toHaveLength(8);
  },
);

test(
  'pauses, resumes and cancels a run',
  { tag: '@story' },
  async ({ page, signIn, configure, wire, serviceLog }) => {
    await configure({ api: { maxConcurrentWrites: 2, maxRequestsPerSecond: 1000 } });
    const gate = await holdWrites(page);
    await signIn('/webhooks/bulk');
    const ids = webhooks(8);
    await check(page, lines(ids).join('\n'));
    await button(page, 'Attach 8 pairs').dblclick();
    await expect(heading(page, 'Attaching 8 pairs')).toBeVisible();
    await titled(page, /^Attaching 8 pairs · Telephony/);
    await expect(now(page)).toHaveText(/^0 of 8\. 0:\d\d so far\.$/);
    await expect(page.getByText('Closing this tab pauses the run; it can be resumed here')).toBeVisible();
    await expect(entries(page)).toHaveText([/Attaching 8 pairs0 sent/]);
    await expect(row(page, 2)).toContainText('Sending');
    await expect(row(page, 3)).toContainText('Waiting');
    await button(page, 'Pause').click();
    await expect(heading(page, 'Pausing: 8 pairs')).toBeVisible();
    await expect(now(page)).toHaveText('0 of 8. Pausing, 2 answers to come.');
    await gate.release(2);
    await expect(heading(page, 'Paused: 8 pairs')).toBeVisible();
    await expect(now(page)).toHaveText(/^2 of 8\. Paused at \d\d:\d\d:\d\d\. Nothing is being sent\.$/);
    await titled(page, /^Paused: 8 pairs · /);
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '2 of 8: 2 accepted');
    await expect(keys(page)).toHaveText(['All 8', 'Accepted 2', 'Refused 0', 'Unknown 0', 'Waiting 6']);
    await expect(entries(page)).toHaveText([/Attach 8 pairs, paused2 sent/]);
    expect(sentIds(wire)).toEqual(ids.slice(0, 2));

    await button(page, 'Resume').dblclick();
    await expect(heading(page, 'Attaching 8 pairs')).toBeVisible();
    await gate.release(2);
    await expect(progress(page)).toHaveAttribute('aria-valuenow', '4');
    await expect.poll(() => sentIds(wire)).toEqual(ids.slice(0, 6));
    await button(page, 'Stop run…').click();
    const asked = dialog(page, 'Stop this run?');
    await expect(asked).toContainText('2 pairs won’t be sent. You can send them later.');
    await expect(asked).toContainText('Requests on their way still get their answers.');
    await asked.getByRole('button', { name: 'Stop run' }).click();
    await expect(now(page)).toHaveText('4 of 8. Stopping, 2 answers to come.');
    await gate.open();
    await expect(heading(page, 'Stopped: 6 of 8 attached')).toBeVisible();
    await expect(now(page)).toHaveText(/2 not sent\.$/);
    await expect(row(page, 8)).toContainText('Not sent');
    await expectSums(page, 8);
    expect(sentIds(wire)).toEqual(ids.slice(0, 6));

    await act(page, 'Send 2 not sent');
    await expect(heading(page, 'Check 2 lines')).toBeVisible();
    await button(page, 'Attach 2 pairs').dblclick();
    await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
    expect(targets(wire)).toEqual(ids.map((id) => target('cmp-1', id)));
    expect(doneBy(await serviceLog()).toSorted()).toEqual(ids.map((id) => `${id} attached 200`));
  },
);

test('waits as long as a 429 asks', async ({ page, signIn, configure, wire }) => {
  await page.clock.install();
  await configure({ api: { maxConcurrentWrites: 1, maxRequestsPerSecond: 1000 } });
  await signIn('/webhooks/bulk');
  const turnedAway = 'once-fail-429-60s';
  await begin(page, lines(['wh-1', turnedAway, 'wh-2']));
  await expect(now(page)).toHaveText(
    /^1 of 3\. The service asked for a pause\. Continues in (1:00|0:\d\d)\.$/,
  );
  await expect(row(page, 2)).toContainText('Answered 429, will be sent again');
  await expectAccessible(page);
  await page.clock.fastForward(20_000);
  await expect(now(page)).toHaveText(/^1 of 3\. The service asked for a pause\. Continues in 0:[0-3]\d\.$/);
  expect(sentIds(wire)).toEqual(['wh-1', turnedAway]);
  await page.clock.fastForward(40_000);
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1', turnedAway, turnedAway, 'wh-2']);
});

test('pauses after ten failures alike in a row', async ({ page, signIn, configure, wire }) => {
  await configure({ api: { maxConcurrentWrites: 1, maxRequestsPerSecond: 1000 } });
  await signIn('/webhooks/bulk');
  const ids = [...webhooks(11, 'fail-403'), 'wh-1'];
  await begin(page, lines(ids));
  await expect(heading(page, 'Paused after 10 answers of 403 in a row')).toBeVisible();
  await titled(page, /^Paused after 10 answers of 403 in a row · /);
  await expect(now(page)).toHaveText(/^10 of 12\. Paused at \d\d:\d\d:\d\d\. Nothing is being sent\.$/);
  expect(sentIds(wire)).toEqual(ids.slice(0, 10));
  await key(page, 'Waiting 2').click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await button(page, 'Resume').click();
  await expect(heading(page, 'Finished: 1 of 12 attached')).toBeVisible();
  await expectSums(page, 12);
  expect(sentIds(wire)).toEqual(ids);
});
