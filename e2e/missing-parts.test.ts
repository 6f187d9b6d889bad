import type { Page } from 'playwright/test';
import { area, begin, button, check, dialog, heading, pairsField } from './bulk-kit.ts';
import { expect, hold, test } from './fixtures.ts';
import { answered, attachButton, campaignField, entries, fill, webhookField } from './webhooks-kit.ts';

const CALLS = /\/assets\/CallsPage-[\w-]+\.js$/;
const NAMES = /\/assets\/NamesDialog-[\w-]+\.js$/;

const needsReload = (page: Page) => page.getByText('This page needs a reload.', { exact: true });

/** The server no longer has a file; the result puts it back. */
const remove = async (page: Page, file: RegExp, times = Infinity) => {
  const gone = { status: 404, contentType: 'text/plain', body: 'gone' };
  await page.route(file, (route) => route.fulfill(gone), { times });
  return () => page.unroute(file);
};

/** Counts the documents that the page loads from now on. */
const countLoads = (page: Page) => {
  const loads = { count: 0 };
  page.on('domcontentloaded', () => {
    loads.count += 1;
  });
  return loads;
};

test.beforeEach(async ({ page, strict }) => {
  strict.allow(/Failed to load resource.*404/);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
});

const pressToGo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

test('a part that a deployment has taken away leads to one reload, at the address that was asked for', async ({
  page,
  signIn,
}) => {
  await signIn('/provider');
  // The page in place of the old one has its own parts.
  await remove(page, CALLS, 1);
  const loads = countLoads(page);
  await pressToGo(page, 'Calls');
  await expect(page.getByLabel('Call IDs to watch')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/calls');
  expect(loads.count).toBe(1);
});

test(
  'a part that breaks off as the page leaves, as all do in Firefox, does not bring it back',
  { tag: '@story' },
  async ({ page, strict }) => {
    strict.allow(/Failed to load resource/);
    const breakOff = new Promise<void>((resolve) => {
      void page.route(/\/assets\/Console-[\w-]+\.js$/, async (route) => {
        await going;
        await route.abort();
        resolve();
      });
    });
    const letGo = await hold(page, /\/authorize\?/);
    const going = page.waitForRequest(/\/authorize\?/);
    await page.goto('/calls');
    const looksForServer = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const send = window.fetch;
          let looks = false;
          window.fetch = (...sent) => {
            looks ||= sent[0] === '/';
            return send(...sent);
          };
          // After whoever listens to it from the start.
          addEventListener('vite:preloadError', () => resolve(looks));
        }),
    );
    await page.getByRole('button', { name: 'Sign in' }).click();
    await breakOff;
    expect(await looksForServer).toBe(false);
    letGo();
    await expect(page.getByRole('heading', { name: 'Choose a sample user' })).toBeVisible();
  },
);

test('where the part is still missing after the reload the page says so and stays; without a network it doesn’t reload at all', async ({
  page,
  signIn,
  strict,
}) => {
  strict.allow(/Failed to load resource/);
  await signIn('/provider');
  await page.route(CALLS, (route) => route.abort());
  await page.route('/', (route) => route.abort());
  const loads = countLoads(page);
  await pressToGo(page, 'Calls');
  const alert = page.getByRole('alert').filter({ hasText: 'Calls could not be loaded' });
  await expect(alert).toContainText('The connection may have broken');
  expect(loads.count).toBe(0);

  await page.unrouteAll();
  await remove(page, CALLS);
  await pressToGo(page, 'Provider');
  await pressToGo(page, 'Calls');
  await expect(alert).toContainText('has reloaded once, and the server still doesn’t have this part');
  expect(loads.count).toBe(1);
  await pressToGo(page, 'Provider');
  await expect(page.getByLabel('Account SID')).toBeVisible();
  await pressToGo(page, 'Calls');
  await expect(alert).toContainText('has reloaded once');
  expect(loads.count).toBe(1);
});

test('what is typed holds the reload back, and so does a write under way', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/webhooks?campaignId=cmp-1&webhookId=wh-1');
  const putBack = await remove(page, NAMES);
  const answerAttach = await hold(page, /add_webhook_campaingn/);
  const loads = countLoads(page);
  await attachButton(page).click();
  await page.getByRole('button', { name: /^Names/ }).click();
  await expect(needsReload(page)).toBeVisible();
  await page.clock.runFor(5000);
  expect(loads.count).toBe(0);
  await campaignField(page).fill('cmp-typed');
  answerAttach();
  await answered(page, 'Attached');
  await page.clock.runFor(5000);
  await expect(campaignField(page)).toHaveValue('cmp-typed');
  await expect(needsReload(page)).toBeVisible();
  expect(loads.count).toBe(0);

  await putBack();
  await campaignField(page).fill('');
  await page.clock.runFor(1500);
  await expect(needsReload(page)).toBeHidden();
  await expect(entries(page)).toHaveText([/wh-1/]);
  expect(loads.count).toBe(1);
});

test('what is typed holds it back from another area too, where it is kept', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/webhooks/bulk');
  await pairsField(page).fill('cmp-1,wh-1');
  await remove(page, CALLS);
  const loads = countLoads(page);
  await area(page, /Calls/).click();
  await expect(needsReload(page)).toBeVisible();
  await page.clock.runFor(5000);
  await area(page, /Webhooks/).click();
  await page.getByRole('link', { name: 'Bulk' }).click();
  await expect(pairsField(page)).toHaveValue('cmp-1,wh-1');
  expect(loads.count).toBe(0);
});

test('a pair that is kept holds it back too, until it has been sent', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/webhooks');
  await fill(page, 'wh-1');
  await remove(page, CALLS, 1);
  const loads = countLoads(page);
  await area(page, /Calls/).click();
  await expect(needsReload(page)).toBeVisible();
  await page.clock.runFor(5000);
  await area(page, /Webhooks/).click();
  await expect(webhookField(page)).toHaveValue('wh-1');
  await page.clock.runFor(5000);
  expect(loads.count).toBe(0);
  await attachButton(page).click();
  await answered(page, 'Attached');
  await page.clock.runFor(1500);
  await expect.poll(() => loads.count).toBe(1);
});

test('a run of many pairs is not interrupted: the page reloads once it has finished', async ({
  page,
  signIn,
  wire,
}) => {
  await page.clock.install();
  await signIn('/webhooks/bulk');
  const putBack = await remove(page, CALLS);
  const letGo = await hold(page, /add_webhook_campaingn/);
  await begin(page, ['cmp-1,wh-1', 'cmp-1,wh-2']);
  await expect.poll(() => wire.length).toBe(2);
  const loads = countLoads(page);
  await area(page, /Calls/).click();
  await expect(needsReload(page)).toBeVisible();
  await page.clock.runFor(5000);
  expect(loads.count).toBe(0);
  await putBack();
  letGo();
  await expect(async () => {
    await page.clock.runFor(1500);
    expect(loads.count).toBe(1);
  }).toPass();
  await expect(page.getByLabel('Call IDs to watch')).toBeVisible();
  expect(wire).toHaveLength(2);
});

test('a part that did not come without a network comes once there is one; the screen of a run is there before the run', async ({
  page,
  context,
  signIn,
  strict,
}) => {
  strict.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await signIn('/webhooks/bulk');
  const runScreen = page.waitForResponse(/\/assets\/RunScreen-/);
  await check(page, 'cmp-1,wh-1');
  await runScreen;
  const loads = countLoads(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Names/ }).click();
  await expect(page.getByText(/this browser is offline. It comes when the network is back/)).toBeVisible();
  await button(page, 'Attach 1 pair').click();
  await expect(heading(page, /^(Attaching|Paused)/)).toBeVisible();
  // There is one, but the server cannot be reached yet.
  await page.route(/\/$|NamesDialog/, (route) => route.abort());
  await context.setOffline(false);
  await expect(page.getByText('could not be loaded. Reload to try again')).toBeVisible();
  await context.setOffline(true);
  await page.unrouteAll();
  await context.setOffline(false);
  await expect(dialog(page, 'Names')).toBeVisible();
  await expect(page.getByText('could not be loaded')).toBeHidden();
  expect(loads.count).toBe(0);
});

test('commands that did not come are not shown later, over what is typed by then, but when they are asked for again', async ({
  page,
  context,
  signIn,
  strict,
}) => {
  strict.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await signIn('/provider');
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByText('could not be loaded')).toBeVisible();
  await page.getByLabel('Account SID').focus();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await page.evaluate(() => fetch('/config.json'));
  expect(asked.filter((url) => url.includes('Palette'))).toEqual([]);
  await expect(page.getByLabel('Account SID')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog(page, 'Commands')).toBeVisible();
});
