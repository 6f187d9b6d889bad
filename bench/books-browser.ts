import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium, type BrowserContext, type Page, type Request } from 'playwright';
import { arriveSignedIn } from '../e2e/fixtures.ts';
import { crash } from '../e2e/sending-kit.ts';
import { ADD } from '../e2e/webhooks-kit.ts';
import type { End } from './books-plan.ts';
import { DESK, launchOptions, tellErrors, type Lab } from './lab.ts';
import { openStage } from './stage.ts';
import { prepareStorage } from './storage-faults.ts';

/** A request that a page sent, by its webhook. `life` counts the tabs, from 0. */
type PageSend = { webhookId: string; life: number };

export type Victim = {
  /** The service's origin. */
  service: string;
  /** The open tab. Throws if there is none. */
  page: () => Page;
  open: (path: string) => Promise<Page>;
  end: (how: End) => Promise<void>;
  /** All requests of all tabs so far. */
  sends: readonly PageSend[];
  /** Requests that were answered, or broke off. */
  answers: () => number;
  /** The access token of each tab. */
  tokens: readonly string[];
  close: () => Promise<void>;
};

const PROFILE = resolve('bench/out/profile');

/** A killed browser leaves these locks behind. */
const LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'];

/** Kills the browser, which can write nothing more. */
const killBrowser = async (context: BrowserContext): Promise<void> => {
  const cdp = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? {};
  const main = processInfo.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser does not name its process');
  const closed = context.waitForEvent('close');
  process.kill(main.id, 'SIGKILL');
  await closed;
};

export const openVictim = async ({ dist }: Lab, api: object): Promise<Victim> => {
  const stage = await openStage(dist, { api });
  await rm(PROFILE, { recursive: true, force: true });
  const sends: PageSend[] = [];
  const tokens: string[] = [];
  let answers = 0;
  let context: BrowserContext | undefined;
  let tab: Page | undefined;

  const launch = async (): Promise<BrowserContext> => {
    for (const name of LOCKS) await rm(`${PROFILE}/${name}`, { force: true });
    return chromium.launchPersistentContext(PROFILE, { ...launchOptions(), ...DESK, baseURL: stage.origin });
  };

  /** Each tab reports its own requests, some of them after the next tab is open. */
  const listenTo = (page: Page, life: number): void => {
    const isWrite = (request: Request): boolean =>
      request.method() === 'POST' && new URL(request.url()).pathname === ADD;
    page.on('request', (request) => {
      if (!isWrite(request)) return;
      sends.push({ webhookId: new URL(request.url()).searchParams.get('webhookId') ?? '', life });
    });
    const count = (request: Request): void => {
      if (isWrite(request)) answers += 1;
    };
    page.on('requestfinished', count);
    page.on('requestfailed', count);
  };

  const current = (): Page => {
    if (!tab) throw new Error('No tab is open');
    return tab;
  };

  return {
    service: stage.service,
    sends,
    answers: () => answers,
    tokens,
    page: current,
    open: async (path) => {
      context ??= await launch();
      const page = await context.newPage();
      tellErrors(page);
      // A run asks before its tab is closed: the answer is yes.
      page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
      await prepareStorage(page);
      listenTo(page, tokens.length);
      const issued = page.waitForResponse(
        (response) => response.url().endsWith('/token') && response.request().method() === 'POST',
      );
      await arriveSignedIn(page, stage.origin, 'Books +3600s', path);
      tokens.push(((await (await issued).json()) as { access_token: string }).access_token);
      await page.getByRole('main').waitFor();
      tab = page;
      return page;
    },
    end: async (how) => {
      const page = current();
      tab = undefined;
      if (how === 'crash') await crash(page);
      else if (how === 'close') await page.close({ runBeforeUnload: false });
      else {
        await killBrowser(page.context());
        context = undefined;
      }
    },
    close: async () => {
      await context?.close();
      await stage.close();
      await rm(PROFILE, { recursive: true, force: true });
    },
  };
};
