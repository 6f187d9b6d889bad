import type { BrowserContext, CDPSession, Page } from 'playwright';
import { signIn, type Lab } from './lab.ts';
import type { PageSetup } from './page/main.ts';
import type { Cap, LoggedRead } from './page/service.ts';

export type ScreenSetup = {
  checkSeconds: number;
  api?: { maxConcurrentReads?: number; maxRequestsPerSecond?: number };
  page: Pick<PageSetup, 'faked' | 'probes' | 'logs'> & { cap?: Cap };
  viewport?: { width: number; height: number };
  /** Another tab of this one's browser. */
  context?: BrowserContext;
};

/** A board in a browser, ours or the rival's. */
export type Screen = {
  page: Page;
  context: BrowserContext;
  cdp: CDPSession;
  /** Epoch milliseconds from which the times in call IDs count. */
  zero: number;
  /** Puts the list where {@link Screen.paste} takes it from: the browser's clipboard. */
  copy: (ids: readonly string[]) => Promise<void>;
  /** Watches the calls that were copied, as a person would, and waits until the board counts so many in all. */
  paste: (total: number) => Promise<void>;
  /** Both at once, on top of what is watched. */
  add: (ids: readonly string[]) => Promise<void>;
  /** The reads since the last time, in the order in which they were answered. */
  takeReads: () => Promise<LoggedRead[]>;
  /** Lets faked milliseconds go by, at most for `capMs` of real time; the result is how many went by. */
  runFor: (ms: number, capMs?: number) => Promise<number>;
  /** What the screen's tally says, `All` included. */
  tally: () => Promise<Record<string, number>>;
  close: () => Promise<void>;
};

const SEED = 20_240_501;

let people = 0;

const prepare = async (lab: Lab, { page: wanted, viewport, context: given }: ScreenSetup) => {
  const context =
    given ??
    (await lab.browser.newContext({
      viewport: viewport ?? { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      // Faked time outruns the screen: an animation would only cost frames.
      reducedMotion: wanted.faked ? 'reduce' : 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    }));
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`page error: ${error.message}\n`));
  const zero = Date.now();
  const setup: PageSetup = { origin: lab.origin, seed: SEED, zero, ...wanted };
  await page.addInitScript((value) => {
    window.benchSetup = value;
  }, setup);
  await page.addInitScript({ path: lab.pageScript });
  const cdp = await context.newCDPSession(page);
  return { context, page, cdp, zero };
};

const common = ({ page, context, cdp, zero }: Awaited<ReturnType<typeof prepare>>) => ({
  page,
  context,
  cdp,
  zero,
  takeReads: () => page.evaluate(() => window.bench.service.take()),
  runFor: (ms: number, capMs?: number) =>
    page.evaluate(async ([time, cap]) => (await window.bench.clock?.runFor(time, cap)) ?? 0, [
      ms,
      capMs,
    ] as const),
  tally: () => page.evaluate(() => window.bench.readTally()),
});

/** Time goes by as it really does while `work` is done: what a person does needs some. */
const flowing = async (page: Page, work: () => Promise<void>): Promise<void> => {
  await page.evaluate(() => window.bench.clock?.flow());
  await work();
  await page.evaluate(() => window.bench.clock?.stop());
};

/** Waits until the tally counts so many calls in all. */
export const untilWatched = async (page: Page, count: number): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const all = await page.evaluate(() => window.bench.readTally()['All'] ?? 0);
    if (all >= count) return;
    if (tries > 1200) throw new Error(`${all} of ${count} calls came onto the board`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Pastes the copied list into the board's field, and confirms where the board wants to be sure. */
export const pasteCalls = async (page: Page, total: number): Promise<void> => {
  const field = page.getByLabel('Call IDs to watch');
  await field.click();
  await page.keyboard.press('ControlOrMeta+V');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Watch [\d,]+ calls?$/ });
  const isAsked = await confirm.waitFor({ timeout: 1500 }).then(
    () => true,
    () => false,
  );
  if (isAsked) await confirm.click();
  else await field.press('Enter');
  await untilWatched(page, total);
};

const adding = ({ page, copy, paste }: Pick<Screen, 'page' | 'copy' | 'paste'>) => ({
  add: async (ids: readonly string[]): Promise<void> => {
    const before = await page.evaluate(() => window.bench.readTally()['All'] ?? 0);
    await copy(ids);
    await paste(before + ids.length);
  },
});

/** The console's call board. */
export const openBoard = async (lab: Lab, setup: ScreenSetup): Promise<Screen> => {
  const prepared = await prepare(lab, setup);
  const { page, context } = prepared;
  if (!setup.context) {
    people += 1;
    const shipped = await signIn(lab, context, `Bench ${people}`);
    const config = {
      ...shipped,
      api: { ...shipped['api'], ...setup.api, baseUrl: '' },
      calls: { ...shipped['calls'], checkSeconds: setup.checkSeconds },
    };
    await context.route('**/config.json', (route) => route.fulfill({ json: config }));
    await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${lab.origin}/robots.txt`);
    await page.evaluate(
      (owner) => localStorage.setItem('auth.signed-in', owner),
      JSON.stringify([shipped.oidc.authority, shipped.oidc.clientId]),
    );
  }
  await page.goto(`${lab.origin}/calls`);
  await page.getByLabel('Call IDs to watch').waitFor();
  const hands = {
    copy: (ids: readonly string[]) =>
      page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n')),
    paste: (total: number) => flowing(page, () => pasteCalls(page, total)),
  };
  return {
    ...common(prepared),
    ...hands,
    ...adding({ page, ...hands }),
    close: () => (setup.context ? page.close() : context.close()),
  };
};

/** The board of `useQueries`; `intervalMs` is its `refetchInterval`. */
export const openRival = async (lab: Lab, setup: ScreenSetup & { intervalMs: number }): Promise<Screen> => {
  const prepared = await prepare(lab, setup);
  const { page, context } = prepared;
  const query = new URLSearchParams({ service: lab.origin, interval: String(setup.intervalMs) });
  await page.goto(`${lab.origin}/rival/index.html?${query.toString()}`);
  await page.getByRole('table').waitFor({ state: 'attached' });
  let copied: readonly string[] = [];
  const hands = {
    copy: (ids: readonly string[]) => {
      copied = ids;
      return Promise.resolve();
    },
    paste: (total: number) =>
      flowing(page, async () => {
        await page.evaluate((detail) => dispatchEvent(new CustomEvent('watch', { detail })), copied);
        await untilWatched(page, total);
      }),
  };
  return {
    ...common(prepared),
    ...hands,
    ...adding({ page, ...hands }),
    close: () => context.close(),
  };
};
