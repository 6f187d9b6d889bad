import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { begin, button, check, heading, key, keys, lines, now, webhooks } from './bulk-kit.ts';
import { crash, expectOnce, holdWrites, lineStates, openBare, sentByAll, states } from './sending-kit.ts';

/** What storage has of each request: its webhook and its outcome. */
const storedRows = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((each) => each.name?.startsWith('log-'))?.name ?? '';
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('rows').objectStore('rows').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return (all.result as { webhookId: string; outcome: string }[]).map(
      ({ webhookId, outcome }) => `${webhookId} ${outcome}`,
    );
  });

/** From now on nothing can be written to the disk, until `letGo` is set. */
const holdDisk = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((each) => each.name?.startsWith('log-'))?.name ?? '';
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const rows = opening.result.transaction('rows', 'readwrite').objectStore('rows');
    const hold = () => {
      if (!Reflect.has(window, 'letGo')) rows.count().addEventListener('success', hold);
    };
    await new Promise((resolve) => rows.count().addEventListener('success', resolve));
    hold();
  });

test('begins no run beside that of another tab', { tag: '@story' }, async ({ page, signIn, context }) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  await begin(page, lines(webhooks(20)));
  await gate.release(4);
  const tab = await context.newPage();
  await tab.goto('/webhooks/bulk');
  await check(tab, 'cmp-1,other-1\ncmp-1,other-2');
  await button(tab, 'Attach 2 pairs').click();
  await expect(tab.getByText('Nothing was sent')).toBeVisible();
  await tab.getByRole('link', { name: 'All runs' }).click();
  await tab.getByRole('table').getByRole('link').click();
  await expect(heading(tab, 'Attaching 20 pairs')).toBeVisible();
  await expect(tab.getByText('4 of 20. Another tab is sending this run.')).toBeVisible();
  await expect(tab.getByText('Closing that tab pauses the run; it can be resumed here')).toBeVisible();
  await tab.getByRole('link', { name: 'Provider' }).click();
  const nav = tab.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: /^Webhooks.*bulk run 20 percent sent/ })).toBeVisible();
  await gate.release(4);
  await expect(nav.getByRole('link', { name: /^Webhooks.*bulk run 40 percent sent/ })).toBeVisible();
  await expect.poll(() => sent.toSorted()).toEqual(webhooks(12).toSorted());
});

test(
  'pauses and resumes a run from another tab',
  { tag: '@story' },
  async ({ page, signIn, context, serviceLog }) => {
    const sent = sentByAll(context);
    const gate = await holdWrites(context);
    await signIn('/webhooks/bulk');
    const all = webhooks(12);
    await begin(page, lines(all));
    await expect.poll(() => sent.length).toBe(4);
    const tab = await context.newPage();
    await tab.goto(page.url());
    await button(tab, 'Pause').click();
    await expect(page.getByText('0 of 12. Pausing, 4 answers to come.')).toBeVisible();
    await gate.release(4);
    for (const each of [page, tab]) {
      await expect(heading(each, 'Paused: 12 pairs')).toBeVisible();
      await expect(key(each, 'Accepted 4')).toBeVisible();
    }
    expect(sent).toHaveLength(4);

    // The tab becomes the one that sends, and is closed.
    await button(tab, 'Resume').click();
    await expect(page.getByText('4 of 12. Another tab is sending this run.')).toBeVisible();
    await expect.poll(() => sent.length).toBe(8);
    await tab.close({ runBeforeUnload: false });
    await expect(heading(page, 'Paused: 12 pairs')).toBeVisible();
    await expect(now(page)).toContainText('4 pairs got no answer: outcome unknown.');
    await expect
      .poll(() => lineStates(page))
      .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Waiting']));
    expect(sent).toHaveLength(8);

    await gate.open();
    await button(page, 'Resume').click();
    await expect(heading(page, 'Finished: 8 of 12 attached')).toBeVisible();
    expect(sent.toSorted()).toEqual(all.toSorted());
    expectOnce(await serviceLog(), { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
  },
);

test('asks before closing a tab that sends', async ({ page, signIn, context }) => {
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  const sent = sentByAll(context);
  await page.clock.install();
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  await begin(page, lines(webhooks(8)));
  await expect.poll(() => sent.length).toBe(4);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  // A click shows that the user stays: the run goes on at once.
  await heading(page, 'Attaching 8 pairs').click();
  await gate.release(2);
  await expect.poll(() => sent.length).toBe(6);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toHaveLength(2);
  // Without a click it goes on a little later.
  await page.clock.fastForward(6000);
  await gate.open();
  await expect(heading(page, 'Finished: 8 of 8 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(webhooks(8));

  // Once the end is stored, there is no question.
  await expect
    .poll(async () => {
      if (!page.isClosed()) await page.close({ runBeforeUnload: true });
      return page.isClosed();
    })
    .toBe(true);
});

test('sends no more than the disk has taken', async ({ page, signIn, context }) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  await begin(page, lines(webhooks(8)));
  await expect.poll(() => sent.length).toBe(4);
  const bare = await openBare(context);
  expect((await storedRows(bare)).toSorted()).toEqual(webhooks(4).map((id) => `${id} sending`));
  await holdDisk(bare);
  await gate.open();
  await expect(key(page, 'Accepted 4')).toBeVisible();
  await expect(now(page)).toHaveText(/^4 of 8/);
  expect(sent).toHaveLength(4);
  await bare.evaluate(() => Object.assign(window, { letGo: true }));
  await expect(heading(page, 'Finished: 8 of 8 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(webhooks(8));
});

test('sends only the rest after a crash', async ({ page, signIn, context, serviceLog }) => {
  const sent = sentByAll(context);
  await signIn('/webhooks/bulk');
  const slow = ['a', 'b', 'c', 'd'].map((name) => `slow-20000-${name}`);
  const all = ['new-1', 'new-2', 'new-3', 'new-4', ...slow, 'new-9', 'new-10', 'new-11', 'new-12'];
  await begin(page, lines(all));
  const url = page.url();
  await expect.poll(() => sent.length).toBe(8);
  await expect(key(page, 'Accepted 4')).toBeVisible();
  await crash(page);

  const bare = await openBare(context);
  await bare.goto('/webhooks/bulk');
  await expect(bare.getByText(/^Run of 12 pairs paused at \d\d:\d\d:\d\d$/)).toBeVisible();
  await bare.getByRole('link', { name: 'Open run' }).click();
  await expect(bare).toHaveURL(url);
  await expect(heading(bare, 'Paused: 12 pairs')).toBeVisible();
  await expect(bare.getByText(/^8 of 12\. The tab that sent this run was closed at about \d/)).toContainText(
    '4 pairs got no answer: outcome unknown.',
  );
  await expect(keys(bare)).toHaveText(['All 12', 'Accepted 4', 'Refused 0', 'Unknown 4', 'Waiting 4']);
  await expect.poll(() => lineStates(bare)).toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Waiting']));
  expect(sent).toHaveLength(8);
  await button(bare, 'Resume').click();
  await expect(heading(bare, 'Finished: 8 of 12 attached')).toBeVisible();
  await expect.poll(() => lineStates(bare)).toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Accepted']));
  expect(sent.slice(8).toSorted()).toEqual(all.slice(8).toSorted());
  // The service did each once, the unknown ones too.
  expectOnce(await serviceLog(), { attached: all, unknown: [] });
});
