import type { Page } from 'playwright/test';
import { expect, type Sent } from './fixtures.ts';

export const field = (page: Page) => page.getByLabel('Call IDs to watch');
export const detail = (page: Page) => page.getByRole('complementary', { name: 'Call detail' });
export const row = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
export const fact = (page: Page, label: string) =>
  detail(page)
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${label}") + dd`));

export const watch = async (page: Page, ids: string) => {
  await field(page).fill(ids);
  await field(page).press('Enter');
};
export const openCall = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true }).click();

/** The reads of one call, or of all. */
export const reads = (wire: readonly Sent[], id?: string) =>
  wire.filter(
    ({ path, query }) => path === '/api/v3/call_status' && (id === undefined || query[0]?.[1] === id),
  );

/**
 * Lets the console's time go on until every call that is checked every 5 s is due once and none twice; what is then shown
 * is to be waited for before the next step.
 */
export const runToNextCheck = (page: Page) => page.clock.runFor(6000);

/** Stops the console's time, a second from now: from then on only `runFor` moves it, however slow the machine is. */
export const stopClock = async (page: Page) => {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
};
