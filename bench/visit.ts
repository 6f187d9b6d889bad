import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright';
import { arriveSignedIn } from '../e2e/fixtures.ts';
import { DESK, tellErrors, type Lab } from './lab.ts';
import { watchPaints } from './paints.ts';
import { BLANK, type Stage } from './stage.ts';

/** The browser's storage after a sign-in. */
type Kept = Awaited<ReturnType<BrowserContext['storageState']>> & { tab: [string, string][] };

export type SideName = 'floor' | 'console' | 'before';

export type Side = { name: SideName; stage: Stage; kept: Kept };

/**
 * `tokens`: the tab has tokens, as after a reload. `silent`: the server has a session, and is asked in a frame.
 */
export type SessionState = 'tokens' | 'silent' | 'signed-out';

/** Of the floor and the console. */
export const callsField = (page: Page): Locator =>
  page.getByLabel(/^(?:Call IDs to watch|Find or watch calls)$/).first();

/** Signs in once. Every visit starts with the storage of this one. */
export const prepareSide = async (lab: Lab, name: SideName, stage: Stage): Promise<Side> => {
  const context = await lab.browser.newContext({ baseURL: stage.origin });
  const page = await context.newPage();
  await arriveSignedIn(page, stage.origin, 'Load +3600s', '/calls');
  await callsField(page).waitFor();
  await page.goto(BLANK);
  const tab = await page.evaluate(() => Object.entries({ ...sessionStorage }) as [string, string][]);
  const kept = { ...(await context.storageState()), tab };
  await context.close();
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

type VisitSetup = {
  state: SessionState;
  /** A slow network and a small screen. Else a desktop at full speed. */
  mobile?: boolean;
  /** How many times slower the processor is. */
  slower?: number;
  /** Records when a call's end is painted. */
  looksForStatus?: boolean;
};

export type Visit = {
  page: Page;
  /** Navigates without waiting. */
  go: (path: string) => Promise<void>;
  /** Waits until there was no request for a while. */
  untilQuiet: () => Promise<void>;
  /** Milliseconds that the main thread has worked. */
  threadMs: () => Promise<number>;
  /** What the page's data takes: neither compiled code, of which the engine keeps what it likes, nor layout and developer tools. */
  dataBytes: () => Promise<number>;
  setSlower: (rate: number) => Promise<void>;
  /** The longest time from an interaction in `work` to the next paint, in milliseconds. */
  untilPaint: (work: () => Promise<void>) => Promise<number>;
};

const QUIET_MS = 500;
const LOUD_MS = 20_000;
/** Long enough for a slow page to respond and for the browser to report it. */
const TELL_MS = 1000;

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
    while ((seen.open > 0 || Date.now() - seen.last < QUIET_MS) && Date.now() < end) await wait(50);
  };
};

/** `nodes`: the values of all fields, node by node. */
type HeapSnapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
};

const measuresOf = (page: Page, cdp: CDPSession) => ({
  threadMs: async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
  },
  dataBytes: async () => {
    const chunks: string[] = [];
    const keep = ({ chunk }: { chunk: string }) => chunks.push(chunk);
    cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
    await cdp.send('HeapProfiler.takeHeapSnapshot');
    cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
    const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
    const { node_fields: fields, node_types: types } = snapshot.meta;
    const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
    const others = new Set(['code', 'native'].map((name) => types[0].indexOf(name)));
    let bytes = 0;
    for (let at = 0; at < nodes.length; at += fields.length) {
      if (!others.has(nodes[at + type] ?? -1)) bytes += nodes[at + size] ?? 0;
    }
    return bytes;
  },
  untilPaint: async (work: () => Promise<void>) => {
    await page.evaluate(() => {
      window.paints.interaction = NaN;
    });
    await work();
    await wait(TELL_MS);
    return page.evaluate(() => window.paints.interaction);
  },
});

/** Opens an empty page of a side, does `work`, and closes it. */
export const visit = async <Result>(
  { browser }: Pick<Lab, 'browser'>,
  { stage, kept }: Side,
  { state, mobile = false, slower = 1, looksForStatus = false }: VisitSetup,
  work: (opened: Visit) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({
    ...DESK,
    ...(mobile && MOBILE),
    ...(state !== 'signed-out' && { storageState: { cookies: kept.cookies, origins: kept.origins } }),
    baseURL: stage.origin,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    tellErrors(page);
    await page.goto(BLANK);
    if (state === 'tokens') {
      await page.evaluate((entries) => {
        for (const [key, value] of entries) sessionStorage.setItem(key, value);
      }, kept.tab);
    }
    await page.addInitScript(watchPaints, looksForStatus);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    if (mobile) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    }
    const setSlower = async (rate: number) => {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    };
    await setSlower(slower);
    return await work({
      page,
      go: async (path) => {
        await page.goto(path, { waitUntil: 'commit' });
      },
      untilQuiet: followQuiet(page),
      setSlower,
      ...measuresOf(page, cdp),
    });
  } finally {
    await context.close();
  }
};
