import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { begin, button, heading, key, lines, webhooks } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import {
  crash,
  expectOnce,
  fillDisk,
  holdWrites,
  lineStates,
  openBare,
  sentByAll,
  states,
} from './sending-kit.ts';

/** A run of so many that has 4 answers, and 4 lines on their way. */
const runToTheMiddle = async (page: Page, context: BrowserContext, count: number) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  const all = webhooks(count);
  await begin(page, lines(all));
  await gate.release(4);
  await expect(key(page, 'Accepted 4')).toBeVisible();
  await expect.poll(() => sent.length).toBe(8);
  return { sent, gate, all };
};

const STOPPED = 'Stopped: this browser’s storage failed';

test('stops and exports a run when storage fails', async ({ page, signIn, context, serviceLog }) => {
  await signIn('/webhooks/bulk');
  const { sent, gate, all } = await runToTheMiddle(page, context, 16);
  await fillDisk(page);
  await gate.release(4);
  await expect(heading(page, STOPPED)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Nothing more is sent. Export the results, then reload the page.',
  );
  await expect.poll(() => lineStates(page)).toEqual(states([8, 'Accepted'], [8, 'Waiting']));
  await expectAccessible(page);
  const known = await download(page, () => button(page, 'Export results').click());
  expect(known.text.match(/,accepted,200,/g)).toHaveLength(8);
  expect(known.text.match(/,queued,/g)).toHaveLength(8);

  await test.step('no other tab can send it meanwhile', async () => {
    const tab = await context.newPage();
    await tab.goto(page.url());
    await expect(tab.getByText('Another tab is sending this run.')).toBeVisible();
    await tab.close();
  });
  expect(sent).toHaveLength(8);
  const path = new URL(page.url()).pathname;
  await crash(page);

  const after = await openBare(context);
  await after.goto(path);
  await expect(heading(after, 'Paused: 16 pairs')).toBeVisible();
  await expect.poll(() => lineStates(after)).toEqual(states([4, 'Accepted'], [4, 'Unknown'], [8, 'Waiting']));
  await gate.open();
  await button(after, 'Resume').click();
  await expect(heading(after, 'Finished: 12 of 16 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(all.toSorted());
  expectOnce(await serviceLog(), { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
});

test('goes on when the connection to storage is lost once', async ({ page, signIn, context }) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  await begin(page, lines(webhooks(12)));
  await expect.poll(() => sent.length).toBe(4);
  await page.evaluate(() => {
    const original = Reflect.get(IDBDatabase.prototype, 'transaction');
    const lost: IDBDatabase[] = [];
    IDBDatabase.prototype.transaction = function (...given) {
      if (lost.length === 0) lost.push(this);
      if (!lost.includes(this)) return Reflect.apply(original, this, given);
      throw new DOMException('Connection to Indexed Database server lost. Refresh the page', 'UnknownError');
    };
  });
  await gate.open();
  await expect(heading(page, 'Finished: 12 of 12 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(webhooks(12).toSorted());
});

test('stops a run when storage is cleared', async ({ page, signIn, context }) => {
  await signIn('/webhooks/bulk');
  const { sent, gate } = await runToTheMiddle(page, context, 12);
  await page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((one) => one.name?.startsWith('log-'))?.name ?? '';
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).addEventListener('success', resolve);
    });
  });
  await gate.open();
  await expect(heading(page, STOPPED)).toBeVisible();
  await expect(button(page, 'Export results')).toBeVisible();
  await expect(button(page, /^(Resume|Retry)/)).toHaveCount(0);
  expect(sent).toHaveLength(8);
});
