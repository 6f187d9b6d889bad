import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { DESK, signedInMark, signIn, tellErrors, type Lab } from './lab.ts';
import { watchPaints, type Paints } from './page/paints.ts';
import { BLANK, type Stage } from './stage.ts';

declare global {
  interface Window {
    paints: Paints;
  }
}

/** The browser's storage after a sign-in. */
type Kept = Awaited<ReturnType<BrowserContext['storageState']>> & { tab: [string, string][] };

export type SideName = 'floor' | 'console' | 'before';

export type Side = { name: SideName; stage: Stage; kept: Kept };

/**
 * `tokens`: the tab has tokens, as after a reload. `silent`: the server has a session, and is asked in a frame.
 */
export type SessionState = 'tokens' | 'silent' | 'signed-out';

/** The keys in session storage under which the console and the floor's library keep tokens. */
const TOKENS = /^(?:auth\.tokens$|oidc\.user:)/;

const readTab = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() => Object.entries({ ...sessionStorage }) as [string, string][]);

/** Signs in once. Every visit starts with the storage of this one. */
export const prepareSide = async (lab: Lab, name: SideName, stage: Stage): Promise<Side> => {
  const context = await lab.browser.newContext();
  await signIn(stage, context, 'Load +3600s');
  const page = await context.newPage();
  await page.goto(`${stage.origin}${BLANK}`);
  await page.evaluate((owner) => {
    localStorage.setItem('auth.signed-in', owner);
    localStorage.setItem('floor.signed-in', '1');
  }, signedInMark(stage));
  await page.goto(`${stage.origin}/calls`);
  await page
    .getByLabel(/^(?:Call IDs to watch|Find or watch calls)$/)
    .first()
    .waitFor();
  await page.goto(`${stage.origin}${BLANK}`);
  const kept = { ...(await context.storageState()), tab: await readTab(page) };
  await context.close();
  if (!kept.tab.some(([key]) => TOKENS.test(key))) throw new Error(`${name} keeps no tokens for the tab`);
  return { name, stage, kept };
};

/** Lighthouse's phone, with its network and processor. */
const MOBILE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};

export type VisitSetup = {
  state: SessionState;
  /** A slow network and a small screen. Else a desktop at full speed. */
  mobile?: boolean;
  /** How many times slower the processor is. */
  slower?: number;
  /** Of a desk's screen. */
  viewport?: { width: number; height: number };
  /** Records when a call's end is painted. */
  looksForStatus?: boolean;
};

export type Visit = {
  page: Page;
  cdp: CDPSession;
  /** Navigates without waiting. */
  go: (path: string) => Promise<void>;
  /** Waits until there was no request for a while. */
  untilQuiet: () => Promise<void>;
  close: () => Promise<void>;
};

const QUIET_MS = 500;
const LOUD_MS = 20_000;

const followQuiet = (page: Page) => {
  const seen = { open: 0, last: Date.now() };
  const step = (by: number) => () => {
    seen.open += by;
    seen.last = Date.now();
  };
  page.on('request', step(1));
  page.on('requestfinished', step(-1));
  page.on('requestfailed', step(-1));
  return async (): Promise<void> => {
    const end = Date.now() + LOUD_MS;
    while ((seen.open > 0 || Date.now() - seen.last < QUIET_MS) && Date.now() < end) {
      await wait(50);
    }
  };
};

export const openVisit = async (
  lab: Pick<Lab, 'browser'>,
  { stage, kept }: Side,
  { state, mobile = false, slower = 1, viewport = DESK.viewport, looksForStatus = false }: VisitSetup,
): Promise<Visit> => {
  const context = await lab.browser.newContext({
    ...DESK,
    ...(mobile ? MOBILE : { viewport }),
    ...(state !== 'signed-out' && { storageState: { cookies: kept.cookies, origins: kept.origins } }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  tellErrors(page);
  await page.goto(`${stage.origin}${BLANK}`);
  if (state === 'tokens') {
    await page.evaluate((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, kept.tab);
  }
  await page.addInitScript(watchPaints, looksForStatus);
  const cdp = await context.newCDPSession(page);
  if (mobile) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  }
  if (slower > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return {
    page,
    cdp,
    go: async (path) => {
      await page.goto(`${stage.origin}${path}`, { waitUntil: 'commit' });
    },
    untilQuiet: followQuiet(page),
    close: () => context.close(),
  };
};
