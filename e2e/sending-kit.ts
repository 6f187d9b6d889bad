import type { BrowserContext, Page, Route } from 'playwright/test';
import { expect, type ServiceLogEntry } from './fixtures.ts';
import { ADD, REMOVE } from './webhooks-kit.ts';

const isWrite = (url: URL): boolean => url.pathname === ADD || url.pathname === REMOVE;
const webhookOf = (url: string): string => new URL(url).searchParams.get('webhookId') ?? '';

/** The webhook IDs of all that any page of the browser sends from now on, in order. */
export const sentByAll = (context: BrowserContext): readonly string[] => {
  const ids: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && isWrite(new URL(request.url()))) ids.push(webhookOf(request.url()));
  });
  return ids;
};

/** Holds what a page, or any page of the browser, sends to the service, so that a test can look at a run in its middle. */
export const holdWrites = async (sender: Page | BrowserContext) => {
  let held: Route[] = [];
  let isOpen = false;
  await sender.route(isWrite, async (route) => {
    const page = route.request().frame().page();
    // What a page had sent ends with it.
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
    /** Lets so many go on, each as soon as it is held; those that come later are held as before. */
    release: async (count: number) => {
      for (let at = 0; at < count; at += 1) await (await next())?.continue();
    },
    /** Breaks the connections of so many. */
    drop: async (count: number) => {
      for (let at = 0; at < count; at += 1) await (await next())?.abort('connectionreset');
    },
    /** Lets go all that is held, and holds nothing more. */
    open: async () => {
      isOpen = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
};

/** What is shown of each line of a run, by its number: `5 Unknown`. */
export const lineStates = async (page: Page): Promise<string[]> => {
  const names = await page
    .getByRole('button', { name: /, details of line \d+$/ })
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? ''));
  return names
    .map((name) => /^(.+), details of line (\d+)$/.exec(name) ?? [])
    .toSorted((a, b) => Number(a[2]) - Number(b[2]))
    .map(([, word, line]) => `${line} ${word}`);
};

/** The same from numbers and words: `states([4, 'Accepted'], [2, 'Waiting'])`. */
export const states = (...parts: readonly (readonly [count: number, word: string])[]): string[] =>
  parts
    .flatMap(([count, word]) => Array.from({ length: count }, () => word))
    .map((word, index) => `${index + 1} ${word}`);

/** The service attached each of these once, of the unknown ones some perhaps, also once, and nothing else. */
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

/** A tab ends without a chance to write anything down. */
export const crash = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
};

/** A page of the console's origin without the console. */
export const openBare = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto('/config.json');
  return page;
};

/** From now on this browser's disk takes nothing from the console; the result gives it room again. */
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

/** Signs out without waiting for the answers on their way. */
export const signOutDuringRun = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Pause and sign out' }).click();
  // A second click at the same place would count as a double click.
  await page.getByRole('button', { name: 'Sign out now' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
};
