import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import type { PairRow } from '../src/log/entry.ts';
import { rowToLine, type Line, type Run, type NewLine } from '../src/log/run.ts';
import { signedInMark, signIn, tellErrors } from './lab.ts';
import type { Stage } from './stage.ts';

export const ATTACH_PATH = '/api/v3/add_webhook_campaingn';

export type Pair = { campaignId: string; webhookId: string };

export type BulkScreen = { page: Page; token: string };

/** Opens the console in a new tab. Playwright intercepts only the sign-in, so it delays nothing later. */
export const openBulk = async (
  stage: Stage,
  context: BrowserContext,
  { path, prepare }: { path: string; prepare: (page: Page) => Promise<void> },
): Promise<BulkScreen> => {
  await signIn(stage, context, 'Books +3600s');
  await context.addInitScript(
    ([own, mark]) => {
      if (location.origin === own) localStorage.setItem('auth.signed-in', mark);
    },
    [stage.origin, signedInMark(stage)] as const,
  );
  const page = await context.newPage();
  tellErrors(page);
  // A run asks before its tab is closed: the answer is yes.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await prepare(page);
  const issued = page.waitForResponse(
    (response) => response.url() === `${stage.issuer}/token` && response.request().method() === 'POST',
  );
  await page.goto(`${stage.origin}${path}`);
  const { access_token: token } = (await (await issued).json()) as { access_token: string };
  await page.getByRole('main').waitFor();
  await context.unrouteAll();
  return { page, token };
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
