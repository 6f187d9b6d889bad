import type { Locator, Page } from 'playwright/test';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { area, button, check, dialog, heading } from './bulk-kit.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { campaignField } from './webhooks-kit.ts';

const CALLS = /\/assets\/CallsPage-[\w-]+\.js$/;
const PROVIDER = /\/assets\/ProviderPage-[\w-]+\.js$/;
const NAMES = /\/assets\/NamesDialog-[\w-]+\.js$/;

const newVersion = (page: Page) => page.getByRole('status').filter({ hasText: 'New version.' });

/** The server no longer has a file. */
const remove = (page: Page, file: RegExp) =>
  page.route(file, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }));

/** The server has another build: its page names other files. */
const publish = (page: Page) =>
  page.route('/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('/assets/index-', '$&newer-') });
  });

/** Counts the documents that the page loads from now on. */
const countLoads = (page: Page) => {
  const loads = { count: 0 };
  page.on('domcontentloaded', () => {
    loads.count += 1;
  });
  return loads;
};

test('retries a missing part', { tag: '@release' }, async ({ page, context, signIn, strict }) => {
  strict.allow(
    /ERR_INTERNET_DISCONNECTED|404|Failed to load resource|dynamically imported module|part could not be loaded/i,
  );
  await page.clock.install();
  await signIn('/webhooks');
  await test.step('loads parts again that failed while offline', async () => {
    const bulk = page.getByRole('link', { name: 'Bulk', exact: true });
    await expect(bulk).toBeVisible();
    await context.setOffline(true);
    await bulk.hover();
    await bulk.focus();
    await context.setOffline(false);
    const runScreen = page.waitForResponse(/\/assets\/RunScreen-/);
    await bulk.click();
    await check(page, 'cmp-1,wh-1');
    await (await runScreen).finished();
    await context.setOffline(true);
    await button(page, 'Attach 1 pair').click();
    await expect(heading(page, /^(Attaching|Paused)/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'One pair' }).click();
  });
  await campaignField(page).fill('cmp-typed');
  const loads = countLoads(page);
  const failed = (name: string) => page.getByRole('alert').filter({ hasText: `${name} could not be loaded` });

  await test.step('an area', async () => {
    await page.route(CALLS, (route) => route.abort());
    await area(page, /Calls/).click();
    await expect(failed('Calls')).toBeVisible();
    await expect(newVersion(page)).toBeHidden();
    await page.unrouteAll();
    await failed('Calls').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox', { name: 'Find or watch calls' })).toBeVisible();
    await area(page, /Webhooks/).click();
  });

  await test.step('a dialog', async () => {
    await page.route(NAMES, (route) => route.abort());
    await button(page, 'Names…').click();
    await expect(failed('A part of this page')).toBeVisible();
    await page.unrouteAll();
    await failed('A part of this page').getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page, 'Names')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('an area that is gone with its version', async () => {
    await remove(page, PROVIDER);
    await publish(page);
    await area(page, /Provider/).click();
    const removed = page.getByRole('alert').filter({ hasText: 'Provider needs the new version.' });
    await expect(removed.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(removed.getByRole('button', { name: 'Try again' })).toBeHidden();
    await expect(newVersion(page)).toBeVisible();
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
    expect(await widthOf(newVersion(page))).toBeGreaterThan((await widthOf(page.locator('#main'))) - 2);
    await expectAccessibleInBothSchemes(page);
    await area(page, /Webhooks/).click();
    await expect(campaignField(page)).toHaveValue('cmp-typed');
    await expect(newVersion(page)).toBeVisible();
    expect(loads.count).toBe(0);
    await page.unrouteAll();
    await newVersion(page).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => loads.count).toBe(1);
    await expect(campaignField(page)).toBeVisible();
    await expect(newVersion(page)).toBeHidden();
  });

  await test.step('hourly, and when the page is shown', async () => {
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === '/' && asked.push(request.url()));
    await page.clock.fastForward('58:00');
    const answered = page.waitForResponse('/');
    await page.clock.fastForward('02:30');
    await answered;
    expect(asked).toHaveLength(1);
    await expect(newVersion(page)).toBeHidden();
    await publish(page);
    // As some browsers with a VPN say all the time.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(newVersion(page)).toBeVisible();
  });
});

test('keeps the rest if an area or a row fails', async ({ page, signIn, strict }) => {
  strict.allow(/planted fault/);
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    // Only Calls and Bulk listen to it.
    window.addEventListener = (...given: Parameters<typeof listen>) => {
      if (given[0] === 'paste' && !('mended' in window)) throw new Error('planted fault');
      listen(...given);
    };
    // oxlint-disable-next-line typescript/unbound-method -- called with its element
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'title' && value === 'sample-long') throw new Error('planted fault');
      set.call(this, name, value);
    };
  });
  await signIn('/calls');
  const alert = page.getByRole('alert').filter({ hasText: 'Calls has stopped working' });
  await expect(alert).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await area(page, /Provider/).click();
  await expect(page.getByLabel('Account SID')).toBeVisible();
  await area(page, /Calls/).click();
  await expect(alert).toBeVisible();
  await page.evaluate(() => Object.assign(window, { mended: true }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await watch(page, 'sample-long sample-completes fail-500');
  await expect(row(page, 'fail-500')).toContainText('error 500');
  await expect(row(page, 'sample-completes')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'This row could not be shown.' })).toBeVisible();
});
