import type { Page } from 'playwright/test';
import { expect, type Sent } from './fixtures.ts';

export const field = (page: Page) => page.getByLabel('Call IDs to watch');
export const detail = (page: Page) => page.getByRole('complementary', { name: 'Call detail' });
export const row = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
export const fact = (page: Page, label: string) =>
  detail(page)
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${label}") + dd`));

export const watch = async (page: Page, ids: string) => {
  await field(page).fill(ids);
  await field(page).press('Enter');
};
export const openCall = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true }).click();

/** The reads of one call, or of all. */
export const reads = (wire: readonly Sent[], id?: string) =>
  wire.filter(
    ({ path, query }) => path === '/api/v3/call_status' && (id === undefined || query[0]?.[1] === id),
  );

/**
 * Lets the console's time go on until every call that is checked every 5 s is due once and none twice; what is then shown
 * is to be waited for before the next step.
 */
export const runToNextCheck = (page: Page) => page.clock.runFor(6000);

/** Stops the console's time, a second from now: from then on only `runFor` moves it, however slow the machine is. */
export const stopClock = async (page: Page) => {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
};

/** Lets the console's time go on until the rows are drawn: React shows a part that is loaded late a moment later. */
export const drawBoard = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(100);
    await expect(page.locator('#calls-rows')).toBeVisible({ timeout: 200 });
  }).toPass();

/** Says to a page that it is hidden, or shown again: the pages of a headless browser are all shown. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/**
 * The service behind the console's own origin, by a proxy: the browser adds no requests of its own there, which would
 * count. Goes with `baseUrl` "".
 */
export const proxyService = (page: Page) =>
  page.route(/\/api\/v3\//, (route) => {
    const url = new URL(route.request().url());
    url.port = String(Number(url.port) + 2);
    return route.continue({ url: url.href });
  });

/** How many tabs hold the turn to ask, and how many wait for it. */
export const turns = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[]) => locks.filter(({ name }) => name?.startsWith('poll-')).length;
    return `${count(held)} asking, ${count(pending)} waiting`;
  });

/** Keeps the database of the watched calls busy, so that nobody else reads it, until the result is called. */
export const occupyStorage = async (page: Page) => {
  await page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find((each) => each.name?.startsWith('calls-'))?.name ?? '';
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const store = opening.result.transaction('entries', 'readwrite').objectStore('entries');
    const hold = () => {
      if (Reflect.get(window, 'letGo')) opening.result.close();
      else store.count().addEventListener('success', hold);
    };
    hold();
  });
  return () => page.evaluate(() => void Object.assign(window, { letGo: true }));
};

/** How many elements and texts the page is made of. */
export const nodes = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });

export type Reading = {
  /** The calls in the order in which a page asked for them. */
  ids: string[];
  /** Lets the console's time go on by steps, in milliseconds; each waits for the answers to what was asked in it. */
  run: (totalMs: number, stepMs: number) => Promise<void>;
};

/** Counts the reads that the page begins, and keeps their answers to wait for. */
const countReads = () => {
  const send = window.fetch;
  const begun = { count: 0, answers: new Set<Promise<unknown>>() };
  Object.assign(window, {
    begun,
    fetch: (...sent: Parameters<typeof fetch>) => {
      const answer = send(...sent);
      const url = sent[0] instanceof Request ? sent[0].url : String(sent[0]);
      if (!url.includes('/call_status?')) return answer;
      const whole = answer.then((response) => response.clone().text());
      begun.count += 1;
      begun.answers.add(whole);
      const forget = () => begun.answers.delete(whole);
      whole.then(forget, forget);
      return answer;
    },
  });
};

/** Waits until the page has dealt with all answers. Gives how many reads it began. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const { begun } = window as unknown as { begun: { count: number; answers: Set<Promise<unknown>> } };
    const task = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
    await task();
    while (begun.answers.size > 0) {
      await Promise.allSettled(begun.answers);
      await task();
    }
    return begun.count;
  });

/** The reads that leave a page from now on. It is not to be loaded anew after the first of them. */
export const readingOf = async (page: Page): Promise<Reading> => {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().includes('/call_status?')) return;
    ids.push(new URL(request.url()).searchParams.get('callId') ?? '');
  });
  await page.addInitScript(countReads);
  await page.evaluate(countReads);
  return {
    ids,
    run: async (totalMs, stepMs) => {
      for (let at = 0; at < totalMs; at += stepMs) {
        await page.clock.runFor(Math.min(stepMs, totalMs - at));
        const begun = await settle(page);
        // What has left the page is told a little later.
        if (ids.length < begun) await expect.poll(() => ids.length, { intervals: [5, 20] }).toBe(begun);
      }
    },
  };
};

/** Watches a call that goes on for ever, by a clock that stands, and was checked once. */
export const watchRunning = async (page: Page): Promise<Reading> => {
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, 'sim-1s-running');
  await reading.run(500, 500);
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  return reading;
};
