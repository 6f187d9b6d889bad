import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { addPageScript, DESK, prepareConsole, tellErrors, type Lab } from './lab.ts';
import type { PageSetup } from './page/main.ts';
import type { LoggedRead } from './page/service.ts';

export type ScreenSetup = {
  checkSeconds: number;
  api?: { maxConcurrentReads?: number; maxRequestsPerSecond?: number };
  page?: Partial<Pick<PageSetup, 'faked' | 'probes' | 'logs' | 'cap'>>;
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

/** A tab with the page's part of the bench in it. */
const openTab = async (lab: Lab, { page: wanted = {}, viewport, context: given }: ScreenSetup) => {
  const context =
    given ??
    (await lab.browser.newContext({
      ...DESK,
      ...(viewport && { viewport }),
      // Faked time outruns the screen: an animation would only cost frames.
      reducedMotion: wanted.faked ? 'reduce' : 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    }));
  const page = await context.newPage();
  tellErrors(page);
  const zero = Date.now();
  await addPageScript(lab, page, { seed: SEED, zero, ...wanted });
  return { context, page, zero };
};

type Hands = Pick<Screen, 'copy' | 'paste' | 'close'>;

const screenOf = async (
  { page, context, zero }: Awaited<ReturnType<typeof openTab>>,
  { copy, paste, close }: Hands,
): Promise<Screen> => {
  const tally = () => page.evaluate(() => window.bench.readTally());
  /** Time goes by as it really does meanwhile: what a person does needs some. */
  const pasteInTime = async (total: number): Promise<void> => {
    await page.evaluate(() => window.bench.clock?.flow());
    await paste(total);
    await page.evaluate(() => window.bench.clock?.stop());
  };
  return {
    page,
    context,
    cdp: await context.newCDPSession(page),
    zero,
    copy,
    paste: pasteInTime,
    add: async (ids) => {
      const before = (await tally())['All'] ?? 0;
      await copy(ids);
      await pasteInTime(before + ids.length);
    },
    takeReads: () => page.evaluate(() => window.bench.service.take()),
    runFor: (ms, capMs) =>
      page.evaluate(async ([time, cap]) => (await window.bench.clock?.runFor(time, cap)) ?? 0, [
        ms,
        capMs,
      ] as const),
    tally,
    close,
  };
};

/** Waits until the tally counts so many calls in all. */
const untilWatched = async (page: Page, count: number): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const all = await page.evaluate(() => window.bench.readTally()['All'] ?? 0);
    if (all >= count) return;
    if (tries > 1200) throw new Error(`${all} of ${count} calls came onto the board`);
    await wait(50);
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

/** The console's call board. */
export const openBoard = async (lab: Lab, setup: ScreenSetup): Promise<Screen> => {
  const tab = await openTab(lab, setup);
  const { page, context } = tab;
  if (!setup.context) {
    people += 1;
    await prepareConsole(lab, context, {
      name: `Bench ${people}`,
      change: (shipped) => ({
        ...shipped,
        api: { ...shipped.api, ...setup.api, baseUrl: '' },
        calls: { ...shipped['calls'], checkSeconds: setup.checkSeconds },
      }),
    });
  }
  await page.goto(`${lab.origin}/calls`);
  await page.getByLabel('Call IDs to watch').waitFor();
  return screenOf(tab, {
    copy: (ids) => page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n')),
    paste: (total) => pasteCalls(page, total),
    close: () => (setup.context ? page.close() : context.close()),
  });
};

/** The board of `useQueries`; `intervalMs` is its `refetchInterval`. */
export const openRival = async (lab: Lab, setup: ScreenSetup & { intervalMs: number }): Promise<Screen> => {
  const tab = await openTab(lab, setup);
  const { page, context } = tab;
  const query = new URLSearchParams({ service: lab.origin, interval: String(setup.intervalMs) });
  await page.goto(`${lab.origin}/rival/index.html?${query.toString()}`);
  await page.getByRole('table').waitFor({ state: 'attached' });
  let copied: readonly string[] = [];
  return screenOf(tab, {
    copy: async (ids) => {
      copied = ids;
    },
    paste: async (total) => {
      await page.evaluate((detail) => dispatchEvent(new CustomEvent('watch', { detail })), copied);
      await untilWatched(page, total);
    },
    close: () => context.close(),
  });
};
