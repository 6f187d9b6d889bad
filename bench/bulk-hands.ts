import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { newProfile, openBulk, type BulkScreen, type Pair } from './bulk-screen.ts';
import { scroll as turnWheel, threadMs } from './gauges.ts';
import { addPageScript, type Lab } from './lab.ts';

export const MANY = 10_000;
export const WHAT = `${MANY.toLocaleString('en')} pairs:`;
export const SERVICE_MS = 5;
/** The first requests of a run wait so long: what it costs to begin one is measured while nothing is answered. */
const FIRST_MS = 3000;
const AT_ONCE = 4;
const api = { maxConcurrentWrites: AT_ONCE, maxRequestsPerSecond: 1000 };

export const pairsOf = (): Pair[] =>
  Array.from({ length: MANY }, (_, at) => ({
    campaignId: `cmp-renewals-${String(at % 50).padStart(3, '0')}`,
    webhookId: `slow-${at < AT_ONCE ? FIRST_MS : SERVICE_MS}-hook-${String(at).padStart(6, '0')}`,
  }));

export const openMany = async (lab: Lab, name: string): Promise<BulkScreen> => {
  // The page's part of the bench, for frames and nodes; the service is the sandbox's all the same.
  const prepare = (page: Page) => addPageScript(lab, page, { origin: 'https://service.example' });
  return openBulk(lab, await newProfile(lab), { name, api, prepare });
};

/** Processor time of the page's main thread while `work` is done. */
export const threadOf = async ({ cdp }: BulkScreen, work: () => Promise<void>): Promise<number> => {
  const before = await threadMs(cdp);
  await work();
  return (await threadMs(cdp)) - before;
};

export const scroll = (page: Page, label: string) =>
  turnWheel(page, label, {
    content: 'td',
    turns: [
      [120, 40],
      [700, 80],
      [-700, 40],
      [3000, 30],
    ],
  });

/** Presses each of the keys over the table, the first one last. */
export const filter = async (page: Page, label: string): Promise<void> => {
  const keys = page.getByRole('region', { name: label, exact: true }).getByRole('button');
  const count = await keys.count();
  if (count === 0) throw new Error(`There are no keys ${label}`);
  for (let at = 1; at <= count; at += 1) {
    await keys.nth(at % count).click();
    await wait(300);
  }
};

export const countNodes = (page: Page): Promise<number> => page.evaluate(() => window.bench.countNodes());
