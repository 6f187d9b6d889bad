import type { Locator, Page } from 'playwright/test';
import { expect, type Sent } from './fixtures.ts';

export const field = (page: Page) => page.getByRole('textbox', { name: 'Find or watch calls' });
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

export const reads = (wire: readonly Sent[], id?: string) =>
  wire.filter(
    ({ path, query }) => path === '/api/v3/call_status' && (id === undefined || query[0]?.[1] === id),
  );

/** Presses an item of the menu "Share" in the head of the board. */
export const share = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await page.getByRole('group', { name: 'Share' }).getByRole('button', { name: item }).click();
};

/** Stops the clock a second from now. Then only `runFor` moves it, however slow the machine is. */
export const stopClock = async (page: Page) => {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
};

/** Runs the stopped clock until a part is drawn: React shows a late part a moment after it loads. */
export const drawPart = (page: Page, part: Locator) =>
  expect(async () => {
    await page.clock.runFor(100);
    await expect(part).toBeVisible({ timeout: 200 });
  }).toPass();

export const drawBoard = (page: Page) => drawPart(page, page.locator('#calls-rows'));

/** Hides or shows a page. In a headless browser every page is visible. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** How many tabs hold the `poll` lock, and how many wait for it. */
export const turns = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[]) => locks.filter(({ name }) => name?.startsWith('poll-')).length;
    return `${count(held)} asking, ${count(pending)} waiting`;
  });

/** Delays the opening of the watched calls' database on the page's next load until the result is called. */
export const holdStorage = async (page: Page) => {
  await page.addInitScript(() => {
    const open = Reflect.get(IDBFactory.prototype, 'open');
    const waiting = new Set<IDBOpenDBRequest>();
    let isHeld = true;
    Object.assign(window, {
      letGo: () => {
        isHeld = false;
        for (const request of waiting) request.dispatchEvent(new Event('success'));
      },
    });
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version);
      request.addEventListener('success', (event) => {
        if (!isHeld || !name.startsWith('calls-')) return;
        event.stopImmediatePropagation();
        waiting.add(request);
      });
      return request;
    };
  });
  return () => page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)());
};

export type Reading = {
  /** Call IDs in the order of the requests. */
  ids: string[];
  /** Runs the clock in steps, in milliseconds. Each step waits for the answers to its requests. */
  run: (totalMs: number, stepMs: number) => Promise<void>;
};

/** Counts the page's reads and keeps their answers to wait for. */
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

/** Waits until the page has handled all answers. Returns how many reads it began. */
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

/** Records a page's reads from now on. Don't reload the page after the first of them. */
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
        // Playwright reports a request a little after it is sent.
        if (ids.length < begun) await expect.poll(() => ids.length, { intervals: [5, 20] }).toBe(begun);
      }
    },
  };
};

/** Watches calls, with the clock stopped after their first check. */
export const watchStopped = async (page: Page, ids: string): Promise<Reading> => {
  const reading = await readingOf(page);
  await stopClock(page);
  await watch(page, ids);
  await drawBoard(page);
  await reading.run(500, 500);
  return reading;
};

/** Watches a call that never ends, with the clock stopped after its first check. */
export const watchRunning = async (page: Page): Promise<Reading> => {
  const reading = await watchStopped(page, 'sim-1s-running');
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  return reading;
};
