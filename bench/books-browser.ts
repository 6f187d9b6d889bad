import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeJwt } from 'jose';
import { chromium, type BrowserContext, type Page, type Request } from 'playwright';
import type { End } from './books-plan.ts';
import { ATTACH_PATH, openBulk, type BulkScreen } from './bulk-screen.ts';
import { prepareStorage } from './books-storage.ts';
import { crash, DESK, launchOptions, type Lab } from './lab.ts';
import { openStage } from './stage.ts';

/** A request that a page sent, by its webhook. `life` counts the tabs, from 0. */
type PageSend = { webhookId: string; life: number };

export type Victim = {
  /** The service's origin. */
  service: string;
  /** The open tab. Throws if there is none. */
  screen: () => BulkScreen;
  open: (path: string) => Promise<BulkScreen>;
  end: (how: End) => Promise<void>;
  /** All requests of all tabs so far. */
  sends: readonly PageSend[];
  /** Requests that were answered, or broke off. */
  answers: () => number;
  /** The life of the tab that had this access token, or -1. */
  lifeOf: (tokenId: string) => number;
  close: () => Promise<void>;
};

const PROFILE = resolve('bench/out/profile');

/** A killed browser leaves these locks behind. */
const LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'];

export const openVictim = async ({ dist }: Lab, api: object): Promise<Victim> => {
  const stage = await openStage(dist, { api, aroundService: (listener) => listener });
  await rm(PROFILE, { recursive: true, force: true });
  const sends: PageSend[] = [];
  const tokenIds: string[] = [];
  let answers = 0;
  let life = -1;
  let context: BrowserContext | undefined;
  let screen: BulkScreen | undefined;

  const launch = async (): Promise<BrowserContext> => {
    for (const name of LOCKS) await rm(`${PROFILE}/${name}`, { force: true });
    return chromium.launchPersistentContext(PROFILE, { ...launchOptions(), ...DESK });
  };

  /** Each tab reports its own requests, some of them after the next tab is open. */
  const listenTo = (page: Page): void => {
    const own = life;
    const isWrite = (request: Request): boolean =>
      request.method() === 'POST' && new URL(request.url()).pathname === ATTACH_PATH;
    page.on('request', (request) => {
      if (!isWrite(request)) return;
      sends.push({ webhookId: new URL(request.url()).searchParams.get('webhookId') ?? '', life: own });
    });
    const count = (request: Request): void => {
      if (isWrite(request)) answers += 1;
    };
    page.on('requestfinished', count);
    page.on('requestfailed', count);
  };

  const current = (): BulkScreen => {
    if (!screen) throw new Error('No tab is open');
    return screen;
  };

  /** Kills the browser, which can write nothing more. */
  const killBrowser = async (opened: BrowserContext): Promise<void> => {
    const browser = opened.browser();
    if (!browser) throw new Error('The profile has no browser');
    const cdp = await browser.newBrowserCDPSession();
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    const main = processInfo.find(({ type }) => type === 'browser');
    if (!main) throw new Error('The browser does not name its process');
    const closed = new Promise<void>((settled) => void opened.once('close', () => settled()));
    process.kill(main.id, 'SIGKILL');
    await closed;
    context = undefined;
  };

  return {
    service: stage.service,
    sends,
    answers: () => answers,
    screen: current,
    open: async (path) => {
      life += 1;
      context ??= await launch();
      screen = await openBulk(stage, context, {
        path,
        prepare: async (page) => {
          await prepareStorage(page);
          listenTo(page);
        },
      });
      tokenIds.push(String(decodeJwt(screen.token).jti));
      return screen;
    },
    end: async (how) => {
      const { page } = current();
      screen = undefined;
      switch (how) {
        case 'crash':
          return crash(page);
        case 'close':
          return page.close({ runBeforeUnload: false });
        case 'kill':
          return killBrowser(page.context());
      }
    },
    lifeOf: (tokenId) => tokenIds.indexOf(tokenId),
    close: async () => {
      await context?.close();
      await stage.close();
      await rm(PROFILE, { recursive: true, force: true });
    },
  };
};
