import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { begin, button, check, heading, key, keys, lines, now, webhooks } from './bulk-kit.ts';
import { crash, expectOnce, holdWrites, lineStates, openBare, sentByAll, states } from './sending-kit.ts';

/** Keeps a page from being replaced by the next one until the result is called, as a slow server does. */
const holdNextPage = async (page: Page): Promise<() => void> => {
  let go: () => void = () => undefined;
  const through = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(
    (url) => url.pathname.startsWith('/webhooks/bulk/'),
    async (route) => {
      await through;
      await route.continue();
    },
  );
  return go;
};

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
    await tab.goto('/webhooks/bulk');
    await test.step('which begins none beside it', async () => {
      await check(tab, 'cmp-1,other-1\ncmp-1,other-2');
      await expect(tab.getByText('Another run is under way.')).toBeVisible();
      await expect(button(tab, 'Attach 2 pairs')).toBeHidden();
      await tab.getByRole('link', { name: 'Open run' }).click();
      await expect(heading(tab, 'Attaching 12 pairs')).toBeVisible();
      await expect(tab.getByText('0 of 12. Another tab is sending this run.')).toBeVisible();
      await expect(tab.getByText('Closing that tab pauses the run')).toBeVisible();
    });
    await button(tab, 'Pause').click();
    await expect(page.getByText('4 answers to come.')).toBeVisible();
    await gate.release(4);
    for (const each of [page, tab]) {
      await expect(heading(each, /^Attaching paused at \d+ of 12$/)).toBeVisible();
      await expect(key(each, 'Accepted 4')).toBeVisible();
    }
    await tab.getByRole('link', { name: 'Bulk', exact: true }).click();
    await expect(button(tab, 'Attach 2 pairs')).toBeEnabled();
    await tab.goBack();
    expect(sent).toHaveLength(4);

    // The tab becomes the one that sends, and is closed.
    await button(tab, 'Resume attaching').click();
    await expect(page.getByText('4 of 12. Another tab is sending this run.')).toBeVisible();
    await expect.poll(() => sent.length).toBe(8);
    await tab.close({ runBeforeUnload: false });
    await expect(heading(page, /^Attaching paused at \d+ of 12$/)).toBeVisible();
    await expect(now(page)).toContainText('4 pairs got no answer: outcome unknown.');
    await expect
      .poll(() => lineStates(page))
      .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Waiting']));
    expect(sent).toHaveLength(8);

    await gate.open();
    await button(page, 'Resume attaching').click();
    await expect(heading(page, 'Finished: 8 of 12 attached')).toBeVisible();
    expect(sent.toSorted()).toEqual(all.toSorted());
    expectOnce(await serviceLog(), { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
  },
);

test('asks before a run is left, and sends no more after a crash', async ({
  page,
  signIn,
  context,
  serviceLog,
}) => {
  const asked: string[] = [];
  let stays = true;
  page.on('dialog', (question) => {
    asked.push(question.type());
    void (stays ? question.dismiss() : question.accept());
  });
  const sent = sentByAll(context);
  const gate = await holdWrites(page);
  await signIn('/webhooks/bulk');
  const all = webhooks(16);
  await begin(page, lines(all));
  await expect.poll(() => gate.held()).toBe(4);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  // A click shows that the user stays: the run goes on at once.
  await heading(page, 'Attaching 16 pairs').click();
  await gate.release(2);
  await expect.poll(() => sent.length).toBe(6);
  await expect.poll(() => gate.held()).toBe(4);

  stays = false;
  const letNextPageCome = await holdNextPage(page);
  const asksForPage = page.waitForRequest((request) => request.isNavigationRequest());
  const reloading = page.reload();
  await asksForPage;
  expect(asked).toHaveLength(2);
  // A browser may break off what a page had sent before the next one has come.
  await gate.drop(4);
  // Anything it wrote would be there by then.
  await page.request.get('/config.json');
  await expect.poll(() => gate.held()).toBe(0);
  letNextPageCome();
  await reloading;
  await expect(heading(page, /^Attaching paused at \d+ of 16$/)).toBeVisible();
  await expect(now(page)).toContainText('4 pairs got no answer: outcome unknown.');
  await expect.poll(() => lineStates(page)).toEqual(states([2, 'Accepted'], [4, 'Unknown'], [10, 'Waiting']));
  expect(sent).toEqual(all.slice(0, 6));
  await gate.open();
  await button(page, 'Resume attaching').click();
  await expect(heading(page, 'Finished: 12 of 16 attached')).toBeVisible();
  expectOnce(await serviceLog(), { attached: all.toSpliced(2, 4), unknown: all.slice(2, 6) });

  await test.step('nor after a crash', async () => {
    await button(page, 'New bulk run').click();
    const slow = ['a', 'b', 'c', 'd'].map((name) => `slow-60000-${name}`);
    const others = ['new-1', 'new-2', 'new-3', 'new-4', ...slow, 'new-9', 'new-10', 'new-11', 'new-12'];
    await begin(page, lines(others));
    const url = page.url();
    await expect.poll(() => sent.length).toBe(24);
    await expect(key(page, 'Accepted 4')).toBeVisible();
    await crash(page);

    const bare = await openBare(context);
    await bare.goto('/webhooks/bulk');
    await expect(bare.getByText(/^Run of 12 pairs paused at \d\d:\d\d:\d\d$/)).toBeVisible();
    await bare.getByRole('link', { name: 'Open run' }).click();
    await expect(bare).toHaveURL(url);
    await expect(heading(bare, /^Attaching paused at \d+ of 12$/)).toBeVisible();
    await expect(
      bare.getByText(/^The tab that sent this run was closed or reloaded at about \d/),
    ).toContainText('4 pairs got no answer: outcome unknown.');
    await expect(keys(bare)).toHaveText(['All 12', 'Accepted 4', 'Refused 0', 'Unknown 4', 'Waiting 4']);
    await expect
      .poll(() => lineStates(bare))
      .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Waiting']));
    expect(sent).toHaveLength(24);
    await button(bare, 'Resume attaching').click();
    await expect(heading(bare, 'Finished: 8 of 12 attached')).toBeVisible();
    await expect
      .poll(() => lineStates(bare))
      .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [4, 'Accepted']));
    expect(sent.slice(24).toSorted()).toEqual(others.slice(8).toSorted());
    // The service did each once, the unknown ones too.
    expectOnce(await serviceLog(), {
      attached: [...all.toSpliced(2, 4), ...others],
      unknown: all.slice(2, 6),
    });
  });
});
