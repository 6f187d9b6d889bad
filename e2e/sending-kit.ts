import type { BrowserContext, Page, Route } from 'playwright/test';
import { backFromServer, expect, type ServiceLogEntry } from './fixtures.ts';
import { ADD, REMOVE } from './webhooks-kit.ts';

const isWrite = (url: URL): boolean => url.pathname === ADD || url.pathname === REMOVE;
const webhookOf = (url: string): string => new URL(url).searchParams.get('webhookId') ?? '';

/** The webhook IDs that all pages send from now on, in order. */
export const sentByAll = (context: BrowserContext): readonly string[] => {
  const ids: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && isWrite(new URL(request.url()))) ids.push(webhookOf(request.url()));
  });
  return ids;
};

/** Writes wait for their answer for so long, and a test on a slow machine holds them for as long as it needs. */
const allowLongWaits = (context: BrowserContext) =>
  context.route('/config.json', async (route) => {
    const response = await route.fetch();
    const shipped = (await response.json()) as { api: object };
    await route.fulfill({ json: { ...shipped, api: { ...shipped.api, writeTimeoutSeconds: 600 } } });
  });

/** Holds the writes of a page or of all pages, so that a test can stop a run in the middle. */
export const holdWrites = async (sender: Page | BrowserContext) => {
  await allowLongWaits('context' in sender ? sender.context() : sender);
  let held: Route[] = [];
  let isOpen = false;
  await sender.route(isWrite, async (route) => {
    const page = route.request().frame().page();
    // A closed page takes its requests with it.
    page.once('close', () => (held = held.filter((one) => one !== route)));
    if (isOpen) await route.continue();
    else held.push(route);
  });
  const next = async (): Promise<Route | undefined> => {
    await expect.poll(() => held.length, { intervals: [20] }).toBeGreaterThan(0);
    return held.shift();
  };
  return {
    held: () => held.length,
    /** Releases this many. Later ones are held. */
    release: async (count: number) => {
      for (let at = 0; at < count; at += 1) await (await next())?.continue();
    },
    /** Resets this many connections. */
    drop: async (count: number) => {
      for (let at = 0; at < count; at += 1) await (await next())?.abort('connectionreset');
    },
    /** Releases all requests, also later ones. */
    open: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
};

/** The state shown for each line of a run: `5 Unknown`. */
export const lineStates = async (page: Page): Promise<string[]> => {
  const names = await page
    .getByRole('button', { name: /, details of line \d+$/ })
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? ''));
  return names
    .map((name) => /^(.+), details of line (\d+)$/.exec(name) ?? [])
    .toSorted((a, b) => Number(a[2]) - Number(b[2]))
    .map(([, word, line]) => `${line} ${word}`);
};

/** Expected states from counts: `states([4, 'Accepted'], [2, 'Waiting'])`. */
export const states = (...parts: readonly (readonly [count: number, word: string])[]): string[] =>
  parts
    .flatMap(([count, word]) => Array.from({ length: count }, () => word))
    .map((word, index) => `${index + 1} ${word}`);

/** The service attached each of these once, the unknown ones at most once, and nothing else. */
export const expectOnce = (
  log: readonly ServiceLogEntry[],
  { attached, unknown }: { attached: readonly string[]; unknown: readonly string[] },
) => {
  const done = log
    .filter(({ did }) => did === 'attached')
    .map(({ query }) => Object.fromEntries(query)['webhookId'] ?? '');
  expect(done).toHaveLength(new Set(done).size);
  expect(done.filter((webhookId) => !unknown.includes(webhookId)).toSorted()).toEqual(attached.toSorted());
};

/** Crashes a tab, which can save nothing. */
export const crash = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
};

/** Opens a page of the console's origin without the console. */
export const openBare = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto('/config.json');
  return page;
};

/** Makes writes to IndexedDB fail until the result is called. */
export const fillDisk = async (page: Page, error = 'QuotaExceededError'): Promise<() => Promise<void>> => {
  await page.evaluate((name) => {
    const put = Reflect.get(IDBObjectStore.prototype, 'put');
    Object.assign(window, {
      makeRoom: () => {
        IDBObjectStore.prototype.put = put;
      },
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('It can’t be written.', name);
    };
  }, error);
  return () => page.evaluate(() => Reflect.apply(Reflect.get(window, 'makeRoom'), undefined, []));
};

/** Signs out without waiting for pending answers. */
export const signOutDuringRun = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Pause and sign out' }).click();
  const back = backFromServer(page);
  // A second click at the same place would count as a double click.
  await page.getByRole('button', { name: 'Sign out now' }).press('Enter');
  await back;
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
};
