import { chromium, type Page } from 'playwright';
import { mostInASecond } from './figures.ts';
import { crash, launchOptions, prepareConsole, tellErrors, type Lab } from './lab.ts';

/** One tab with the board. */
export type Tab = {
  page: Page;
  /** When reads left it, epoch milliseconds. */
  reads: number[];
  /** How many different calls it has asked for since that moment. */
  askedSince: (from: number) => number;
  setVisible: (visible: boolean) => Promise<void>;
  /** Waits until its calls are shown. */
  isUp: () => Promise<void>;
  end: (how: 'close' | 'navigate' | 'crash') => Promise<void>;
};

/** The tabs of one person in one browser, with a board at the sandbox's service. */
export type Tabs = {
  open: () => readonly Tab[];
  add: () => Promise<Tab>;
  /** When reads came to the service by its own log, epoch milliseconds. */
  arrivals: () => Promise<number[]>;
  close: () => Promise<void>;
};

type Setup = { calls: number; checkSeconds: number; rate: number };

let people = 0;

const isRead = (url: string): boolean => url.includes('/call_status?');

/** Answers take a quarter of a second, so that some are on their way at any moment. */
const idsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `slow-250-sim-1s-running-${String(at).padStart(3, '0')}`);

const tellVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate((isVisible) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isVisible ? 'visible' : 'hidden'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visible);

export const openTabs = async (lab: Lab, { calls, checkSeconds, rate }: Setup): Promise<Tabs> => {
  // A browser of its own: its tabs end with their processes.
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ viewport: { width: 1440, height: 1400 }, locale: 'en-GB' });
  people += 1;
  const { api } = await prepareConsole(lab, context, {
    name: `Tabs ${people} +3600s`,
    change: (shipped) => ({
      ...shipped,
      api: { ...shipped.api, maxRequestsPerSecond: rate },
      calls: { ...shipped['calls'], checkSeconds },
    }),
  });
  const ids = idsOf(calls);
  const tabs = new Set<Tab>();
  let authorization = '';

  const tabOf = (page: Page): Tab => {
    const reads: number[] = [];
    const lastAsked = new Map<string, number>();
    page.on('request', (request) => {
      if (request.method() !== 'GET' || !isRead(request.url())) return;
      reads.push(Date.now());
      lastAsked.set(request.url(), Date.now());
      authorization = request.headers()['authorization'] ?? authorization;
    });
    const tab: Tab = {
      page,
      reads,
      askedSince: (from) => [...lastAsked.values()].filter((at) => at > from).length,
      setVisible: (visible) => tellVisible(page, visible),
      isUp: () => page.getByRole('button', { name: `All ${calls}`, exact: true }).waitFor(),
      end: async (how) => {
        tabs.delete(tab);
        switch (how) {
          case 'close':
            return page.close();
          case 'navigate':
            await page.goto(`${lab.origin}/robots.txt`);
            return page.close();
          case 'crash':
            return crash(page);
        }
      },
    };
    return tab;
  };

  const add = async (): Promise<Tab> => {
    const page = await context.newPage();
    tellErrors(page);
    const tab = tabOf(page);
    await page.goto(`${lab.origin}/calls`);
    const field = page.getByLabel('Call IDs to watch');
    await field.waitFor();
    if (authorization === '') {
      await field.fill(ids.join(' '));
      await field.press('Enter');
    }
    await tab.isUp();
    // Until every call was answered once, which the others then hear of.
    await page.getByText('First check').first().waitFor({ state: 'detached', timeout: 20_000 });
    tabs.add(tab);
    return tab;
  };

  return {
    open: () => [...tabs],
    add,
    arrivals: async () => {
      const answer = await context.request.get(`${api.baseUrl}/sandbox/log`, { headers: { authorization } });
      const { entries } = (await answer.json()) as { entries: { at: number; path: string }[] };
      return entries.filter(({ path }) => path.endsWith('/call_status')).map(({ at }) => at);
    },
    close: () => browser.close(),
  };
};

/** The most reads that came to the service in any second. */
export const arrivalsInASecond = async (board: Tabs): Promise<number> =>
  mostInASecond(await board.arrivals());

/** Rows that say that the service gave no answer; it answered every one. */
export const falseFailures = (page: Page): Promise<number> =>
  page.getByRole('row').filter({ hasText: 'No answer' }).count();
