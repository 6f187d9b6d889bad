import type { Browser, BrowserContext, CDPSession, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Round trips until a page is usable, with empty caches. */
const ROUND_TRIPS = {
  '/': 2,
  '/calls': 3,
  '/webhooks': 3,
  '/calls by silent sign-in': 9,
};

type Paused = { requestId: string; networkId: string; url: string };

/** A page without requests for this long is quiet. */
const QUIET_MS = 150;

/** Holds a page's requests and releases them together, one round trip each time, so that the count does not depend on speed. */
const holdAll = async (cdp: CDPSession, config: object) => {
  const held: Paused[] = [];
  const onTheWay = new Set<string>();
  let last = Date.now();
  const over = ({ requestId }: { requestId: string }) => {
    last = Date.now();
    onTheWay.delete(requestId);
  };
  cdp.on('Network.loadingFinished', over);
  cdp.on('Network.loadingFailed', over);
  cdp.on('Fetch.requestPaused', ({ requestId, networkId = requestId, request: { method, url } }) => {
    // From the page before.
    if (url.endsWith('/favicon.ico')) {
      void cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
      return;
    }
    over({ requestId: networkId });
    held.push({ requestId, networkId, url: `${method} ${url}` });
  });
  await cdp.send('Network.enable');
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  const body = Buffer.from(JSON.stringify(config)).toString('base64');
  const letGo = ({ requestId, url }: Paused) =>
    url.endsWith('/config.json')
      ? cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body })
      : cdp.send('Fetch.continueRequest', { requestId });
  return {
    isAsked: () => held.length > 0,
    isQuiet: () => onTheWay.size === 0 && Date.now() - last > QUIET_MS,
    /** Releases all held requests, and returns them. */
    release: async (): Promise<string[]> => {
      const released = held.splice(0);
      // Restart the quiet time, or a busy loop would keep events from coming in.
      last = Date.now();
      for (const { networkId } of released) onTheWay.add(networkId);
      await Promise.all(released.map((paused) => letGo(paused)));
      return released.map(({ url }) => url);
    },
  };
};

/** Waits until the page is idle, but not for long: with held requests it may never be. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 100 })));

/** Whether it has painted. Waits at most a second: no frame comes while a stylesheet loads. */
const isPainted = (page: Page) =>
  page.evaluate(async () => {
    const frame = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, 1000))]);
    return performance.getEntriesByName('first-contentful-paint').length > 0;
  });

type Kept = { storage: Awaited<ReturnType<BrowserContext['storageState']>>; tab: [string, string][] };

type Start = {
  path: string;
  baseURL: string;
  config: object;
  kept: Kept | undefined;
  useful: (page: Page) => ReturnType<Page['locator']>;
};

/** The requests until a page is usable, one list a round trip. */
const roundTrips = async (browser: Browser, { path, baseURL, config, kept, useful }: Start) => {
  const context = await browser.newContext({ baseURL, ...(kept && { storageState: kept.storage }) });
  const page = await context.newPage();
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, kept?.tab ?? []);
  const gate = await holdAll(await context.newCDPSession(page), config);
  const arrived = page.goto(path, { waitUntil: 'commit' });
  const until = (holds: () => boolean) => expect.poll(holds, { intervals: [20], timeout: 30_000 }).toBe(true);
  await until(gate.isAsked);
  const trips = [await gate.release()];
  await arrived;
  for (;;) {
    await until(gate.isQuiet);
    await untilIdle(page);
    if (!gate.isQuiet()) continue;
    if ((await useful(page).isVisible()) && (await isPainted(page))) break;
    const asked = await gate.release();
    if (asked.length > 0) trips.push(asked);
  }
  await context.close();
  return trips;
};

const SHOWS: Record<string, Start['useful']> = {
  '/': (page) => page.getByRole('button', { name: 'Sign in' }),
  '/calls': (page) => page.getByRole('textbox', { name: 'Find or watch calls' }),
  '/webhooks': (page) => page.getByLabel('Campaign ID', { exact: true }),
};

const listed = (trips: readonly string[][]): string =>
  trips.map((urls, at) => `${at + 1}. ${urls.join('\n   ')}`).join('\n');

/** Counts the round trips of one start, and lists them on failure. */
const expectRoundTrips = async (
  browser: Browser,
  name: keyof typeof ROUND_TRIPS,
  start: Omit<Start, 'path' | 'useful'>,
) => {
  const path = name.split(' ')[0] ?? name;
  const useful = SHOWS[path];
  if (!useful) throw new Error(`SHOWS has no ${path}`);
  const trips = await roundTrips(browser, { ...start, path, useful });
  test.info().annotations.push({ type: `round trips of ${name}`, description: listed(trips) });
  expect(trips.length, `The round trips of ${name} were\n${listed(trips)}\n`).toBeLessThanOrEqual(
    ROUND_TRIPS[name],
  );
};

test('starts signed out in few round trips', { tag: '@release' }, async ({ browser, baseURL, configure }) => {
  const config = await configure({ oidc: { tokenStorage: 'session' } });
  await expectRoundTrips(browser, '/', { baseURL: baseURL ?? '', config, kept: undefined });
});

/** What the browser has kept of a signed-in user. */
const keepSession = async (page: Page): Promise<Kept> => {
  // The frame is there before the tokens.
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
  await page.goto('/robots.txt');
  const tab = await page.evaluate(() => Object.entries({ ...sessionStorage }) as [string, string][]);
  return { storage: await page.context().storageState(), tab };
};

test(
  'starts each area in few round trips',
  { tag: '@release' },
  async ({ page, browser, baseURL, configure, signIn }) => {
    const config = await configure({ oidc: { tokenStorage: 'session' } });
    await signIn('/calls');
    const kept = await keepSession(page);
    const start = { baseURL: baseURL ?? '', config };
    for (const name of ['/calls', '/webhooks'] as const) {
      await expectRoundTrips(browser, name, { ...start, kept });
    }
    await expectRoundTrips(browser, '/calls by silent sign-in', { ...start, kept: { ...kept, tab: [] } });
  },
);
