import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { begin, button, heading, key, lines, now, webhooks } from './bulk-kit.ts';
import { expectOnce, holdWrites, lineStates, sentByAll, states } from './sending-kit.ts';

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

test('sends nothing more from a page that is left', async ({ page, signIn, context, serviceLog }) => {
  page.on('dialog', (question) => void question.accept());
  const sent = sentByAll(context);
  const gate = await holdWrites(page);
  await signIn('/webhooks/bulk');
  const all = webhooks(16);
  await begin(page, lines(all));
  await expect.poll(() => gate.held()).toBe(4);
  const letNextPageCome = await holdNextPage(page);
  const asksForPage = page.waitForRequest((request) => request.isNavigationRequest());
  const reloading = page.reload();
  await asksForPage;
  // A browser may break off what a page had sent before the next one has come.
  await gate.drop(4);
  // Anything it wrote would be there by then.
  await page.request.get('/config.json');
  await expect.poll(() => gate.held()).toBe(0);
  letNextPageCome();
  await reloading;
  await expect(heading(page, 'Paused: 16 pairs')).toBeVisible();
  await expect(now(page)).toContainText('4 pairs got no answer: outcome unknown.');
  await expect(key(page, 'Unknown 4')).toBeVisible();
  await expect.poll(() => lineStates(page)).toEqual(states([4, 'Unknown'], [12, 'Waiting']));
  expect(sent).toEqual(all.slice(0, 4));
  await gate.open();
  await button(page, 'Resume').click();
  await expect(heading(page, 'Finished: 12 of 16 attached')).toBeVisible();
  expectOnce(await serviceLog(), { attached: all.slice(4), unknown: all.slice(0, 4) });
});

test('waits for the sign-in server', async ({ page, signIn, context, configure, serviceLog }) => {
  const { oidc } = await configure({ oidc: { scope: 'openid profile offline_access' } });
  await signIn('/webhooks/bulk');
  const host = new URL(oidc.authority).host;
  await context.route(`${oidc.authority}/**`, (route) => route.abort());
  // The service takes these only with another token.
  const all = webhooks(12, 'fail-401-once');
  await begin(page, lines(all));
  await expect(now(page)).toHaveText(
    `0 of 12. The sign-in server ${host} doesn’t answer. The run continues when it does, or when you sign in again.`,
  );
  await expect(key(page, 'Refused 0')).toBeVisible();
  await expect(key(page, 'Waiting 12')).toBeVisible();
  await expect.poll(() => lineStates(page)).toEqual(states([12, 'Waiting']));
  await expectAccessible(page);
  const log = await serviceLog();
  expect(log.filter(({ did }) => did === 'attached')).toEqual([]);
  expect(log.length).toBeLessThanOrEqual(4);
  await context.unroute(`${oidc.authority}/**`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(heading(page, 'Finished: 12 of 12 attached')).toBeVisible();
  expectOnce(await serviceLog(), { attached: all, unknown: [] });
});
