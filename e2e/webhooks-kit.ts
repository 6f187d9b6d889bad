import type { Page } from 'playwright/test';
import { expect, hold, type Sent } from './fixtures.ts';

export const ADD = '/api/v3/add_webhook_campaingn';
export const REMOVE = '/api/v3/remove_webhook_campaingn';

export const campaignField = (page: Page) => page.getByLabel('Campaign ID', { exact: true });
export const webhookField = (page: Page) => page.getByLabel('Webhook ID', { exact: true });
export const attachButton = (page: Page) => page.getByRole('button', { name: 'Attach', exact: true });
export const detachButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Detach', exact: true });
export const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
export const answered = (page: Page, title: string) =>
  expect(answer(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
/** Beside the form of one pair, or the history. */
export const sentList = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Activity' })
    .or(page.getByRole('region', { name: 'Sent from this browser' }));
export const openHistory = (page: Page) =>
  page.getByRole('navigation', { name: 'How many pairs' }).getByRole('link', { name: 'History' }).click();
export const entries = (page: Page) => sentList(page).getByRole('listitem');
export const confirmDetach = (page: Page) =>
  page.getByRole('dialog', { name: 'Detach this webhook?' }).getByRole('button', { name: 'Detach' }).click();

export const fill = async (page: Page, webhookId: string, campaignId = 'cmp-1') => {
  await campaignField(page).fill(campaignId);
  await webhookField(page).fill(webhookId);
};
export const attach = async (page: Page, webhookId: string, campaignId = 'cmp-1') => {
  await fill(page, webhookId, campaignId);
  await attachButton(page).click();
};
/** Of a row of Campaigns. */
export const rowMenu = (page: Page, row: string) =>
  page.getByRole('button', { name: `Actions for ${row}`, exact: true });
export const actOn = async (page: Page, row: string, action: string) => {
  await rowMenu(page, row).click();
  await page
    .getByRole('group', { name: `Actions for ${row}`, exact: true })
    .getByRole('button', { name: action, exact: true })
    .click();
};
export const writes = (wire: readonly Sent[]) => wire.filter(({ path }) => path === ADD || path === REMOVE);

/** Before the log is open, a jump of the page's clock would end the time that storage has to open. */
export const logOpened = (page: Page) => expect(page.getByText('Nothing sent yet.')).toBeVisible();

/** Keeps what attaches on its way until the result is called, however slow the machine is. */
export const holdAttaching = (page: Page) => hold(page, /add_webhook_campaingn/);

/** Changes the first row of this browser's log behind the console's back. */
export const changeStored = (page: Page, store: 'rows' | 'runs', change: object) =>
  page.evaluate(
    async ([name, fields]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
        });
      const known = await indexedDB.databases();
      const database = await settled(
        indexedDB.open(known.find((one) => one.name?.startsWith('log-'))?.name ?? ''),
      );
      const transaction = database.transaction(database.objectStoreNames, 'readwrite');
      // The log of an older version had its rows in "entries".
      const own = database.objectStoreNames.contains(name) ? name : 'entries';
      const [row] = await settled(transaction.objectStore(own).getAll());
      await settled(transaction.objectStore(own).put({ ...row, ...fields }));
      database.close();
    },
    [store, change] as const,
  );

/** Copies the first row of this browser's log: older ones with the prefix `0`, newer ones with `z`. */
export const copyRow = (page: Page, count: number, prefix: '0' | 'z') =>
  page.evaluate(
    async ([wanted, first]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
        });
      const { name = '' } =
        (await indexedDB.databases()).find((found) => found.name?.startsWith('log-')) ?? {};
      const database = await settled(indexedDB.open(name));
      const transaction = database.transaction('rows', 'readwrite');
      const store = transaction.objectStore('rows');
      const [entry] = (await settled(store.getAll())) as { at: number; acceptedPair?: unknown }[];
      if (!entry) throw new Error('nothing was kept');
      delete entry.acceptedPair;
      for (let n = 1; n <= wanted; n += 1) {
        const id = `${first}-${String(wanted - n).padStart(6, '0')}`;
        store.put({ ...entry, id, at: entry.at - n * 60_000, webhookId: `old-${n}` });
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      database.close();
    },
    [count, prefix] as const,
  );
