import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { begin, button, heading, key, lines, look, now, webhooks } from './bulk-kit.ts';
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

const STOPPED =
  'This browser’s storage took no more, and no line is sent that can’t be written down first. Make room, then try again.';

/** What a browser put into local storage last and had not brought to the disk, when it was killed. */
const loseLateMarks = (page: Page) =>
  page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('console.run-')) localStorage.removeItem(name);
  });

/** A run of so many that has 4 answers, and 4 lines on their way. */
const runToTheMiddle = async (page: Page, context: BrowserContext, count: number) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  const all = webhooks(count);
  await begin(page, lines(all));
  await gate.release(4);
  await expect(key(page, 'Attached 4')).toBeVisible();
  await expect.poll(() => sent.length).toBe(8);
  return { sent, gate, all };
};

test('storage fails in the middle and the tab dies: no line goes twice', async ({
  page,
  signIn,
  context,
  serviceLog,
}) => {
  await signIn('/webhooks/bulk');
  const { sent, gate, all } = await runToTheMiddle(page, context, 20);
  await fillDisk(page);
  await gate.release(4);
  await expect(key(page, 'Attached 8')).toBeVisible();
  // Time enough for whatever might still leave: the answers were all that was waited for.
  await expect(page.getByText(/^8 of 20/)).toBeVisible();
  const path = new URL(page.url()).pathname;
  await crash(page);

  const bare = await openBare(context);
  await loseLateMarks(bare);
  await bare.goto(path);
  await expect(heading(bare, 'Paused: 20 pairs')).toBeVisible();
  await gate.open();
  await button(bare, 'Resume').click();
  await expect(heading(bare, /^Finished: \d+ of 20 attached/)).toBeVisible();
  expect(sent.toSorted()).toEqual(all.toSorted());
  await expect
    .poll(() => lineStates(bare))
    .toEqual(states([4, 'Attached'], [4, 'Unknown'], [12, 'Attached']));
  expectOnce(await serviceLog(), { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
});

test('storage fails in the middle: the run pauses before it sends what it can’t write down, says why, exports what is known, asks before its tab is closed, and goes on once there is room', async ({
  page,
  signIn,
  context,
  serviceLog,
}) => {
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await signIn('/webhooks/bulk');
  const { sent, gate, all } = await runToTheMiddle(page, context, 16);
  const makeRoom = await fillDisk(page);
  await gate.release(4);
  await expect(heading(page, 'Paused: 16 pairs')).toBeVisible();
  await expect(now(page)).toHaveText(`8 of 16. ${STOPPED}`);
  await expect(
    page.getByText('What came back last is not written down yet: keep this tab open'),
  ).toBeVisible();
  await expect.poll(() => lineStates(page)).toEqual(states([8, 'Attached'], [8, 'Waiting']));
  await look(page);
  await button(page, 'Export what is known').click();
  const known = await download(page, () => page.getByRole('button', { name: 'As CSV' }).click());
  expect(known.text.match(/,accepted,200,/g)).toHaveLength(8);
  expect(known.text.match(/,queued,/g)).toHaveLength(8);

  await button(page, 'Retry').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'What came back last is known to this tab alone: keep it open until it is written down',
  );
  expect(sent).toHaveLength(8);
  // Something would be lost with it.
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);

  await makeRoom();
  await gate.open();
  await button(page, 'Retry').click();
  await expect(heading(page, 'Finished: 16 of 16 attached')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(sent.toSorted()).toEqual(all.toSorted());
  const tab = await context.newPage();
  await tab.goto(page.url());
  await expect.poll(() => lineStates(tab)).toEqual(states([16, 'Attached']));
  expectOnce(await serviceLog(), { attached: all, unknown: [] });
});

test('the browser loses its connection to the storage once: nobody is asked, and nothing stops', async ({
  page,
  signIn,
  context,
}) => {
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

test('a run whose storage was cleared goes on nowhere: it says so, and what is known is exported', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('/webhooks/bulk');
  const { sent, gate } = await runToTheMiddle(page, context, 12);
  await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).addEventListener('success', resolve);
    });
  });
  await gate.open();
  await expect(key(page, 'Attached 8')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This run is not in this browser’s storage any more',
  );
  await expect(button(page, 'Export what is known')).toBeVisible();
  await button(page, 'Retry').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('nothing was sent');
  expect(sent).toHaveLength(8);
});
