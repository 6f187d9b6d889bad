import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { PairRow } from '../src/log/entry.ts';
import type { NewLine } from '../src/log/run-input.ts';
import { rowToLine, type Line, type Run } from '../src/log/run.ts';
import { prepareConsole, tellErrors, type Lab } from './lab.ts';

export const ATTACH_PATH = '/api/v3/add_webhook_campaingn';

export type Pair = { campaignId: string; webhookId: string };

export type BulkSetup = {
  /** Each name has its own service. */
  name: string;
  api: { maxConcurrentWrites?: number; maxRequestsPerSecond?: number; writeTimeoutSeconds?: number };
  path?: string;
  /** Runs in the page before the console's code. */
  prepare?: (page: Page) => Promise<void>;
};

export type BulkScreen = {
  page: Page;
  context: BrowserContext;
  cdp: CDPSession;
  /** The service's origin. */
  service: string;
  token: string;
};

/**
 * Opens the console in a new tab. Playwright intercepts only the configuration and the sign-in, so it delays nothing later.
 */
export const openBulk = async (
  lab: Pick<Lab, 'origin'>,
  context: BrowserContext,
  { name, api, path = '/webhooks/bulk', prepare }: BulkSetup,
): Promise<BulkScreen> => {
  const config = await prepareConsole(lab, context, {
    name: `${name} +3600s`,
    change: (shipped) => ({ ...shipped, api: { ...shipped.api, ...api } }),
  });
  const page = await context.newPage();
  tellErrors(page);
  // A run asks before its tab is closed: the answer is yes.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await prepare?.(page);
  const issued = page.waitForResponse(
    (response) =>
      response.url() === `${config.oidc.authority}/token` && response.request().method() === 'POST',
  );
  await page.goto(`${lab.origin}${path}`);
  const { access_token: token } = (await (await issued).json()) as { access_token: string };
  await page.getByRole('main').waitFor();
  await context.unrouteAll();
  return { page, context, cdp: await context.newCDPSession(page), service: config.api.baseUrl, token };
};

/** Writes pairs to a CSV file, and returns its path. */
const writePairs = async (pairs: readonly Pair[]): Promise<string> => {
  const rows = pairs.map(({ campaignId, webhookId }) => `${campaignId},${webhookId}`);
  const path = join(await mkdtemp(join(tmpdir(), 'bench-')), 'pairs.csv');
  await writeFile(path, ['campaign,webhook', ...rows, ''].join('\r\n'));
  return path;
};

export const attachButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Attach ${count.toLocaleString('en')} pairs` });

/**
 * Chooses the file and waits until its pairs are checked. A file on disk: decoding one from memory would take the page longer than
 * the console's work.
 */
export const check = async (page: Page, pairs: readonly Pair[]): Promise<void> => {
  const path = await writePairs(pairs);
  await page.getByLabel('CSV file of pairs').setInputFiles(path);
  await attachButton(page, pairs.length).waitFor();
  await rm(dirname(path), { recursive: true });
};

export const begin = async (page: Page, count: number): Promise<void> => {
  await page.evaluate(() =>
    addEventListener(
      'click',
      () => void (document.documentElement.dataset['pressedAt'] ??= String(Date.now())),
      { capture: true, once: true },
    ),
  );
  await attachButton(page, count).click();
};

const readRows = (page: Page, store: 'runs' | 'lists' | 'rows'): Promise<unknown[]> =>
  page.evaluate(async (wanted) => {
    const known = await indexedDB.databases();
    const name = known.find((one) => one.name?.startsWith('log-') === true)?.name;
    if (name === undefined) return [];
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const database = await settled(indexedDB.open(name));
    try {
      if (!database.objectStoreNames.contains(wanted)) return [];
      return await settled<unknown[]>(database.transaction(wanted).objectStore(wanted).getAll());
    } finally {
      database.close();
    }
  }, store);

export const readRun = async (page: Page): Promise<Run | undefined> =>
  ((await readRows(page, 'runs')) as Run[]).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];

export const readLines = async (page: Page, run: Run): Promise<Line[]> => {
  const lists = (await readRows(page, 'lists')) as { run: string; lines: NewLine[] }[];
  const rows = ((await readRows(page, 'rows')) as PairRow[]).filter((row) => row.run === run.id);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const begun = lists.find((list) => list.run === run.id)?.lines ?? [];
  return begun.map((line, index) => rowToLine(line, byLine.get(index), run));
};
