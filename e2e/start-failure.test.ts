import type { Page, Route } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const SCRIPT = /\/assets\/index-[\w-]+\.js$/;
const RENDERER = /\/assets\/renderer-[\w-]+\.js$/;
const STYLES = /\/assets\/[\w-]+\.css$/;

const answerMissing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' });

const failure = (page: Page) =>
  page.getByRole('main').filter({ hasText: 'The console could not be loaded.' });

/** Missing files are tried again ten times, a moment apart, before the page says so. */
const openFailing = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(async () => {
    await page.clock.runFor(300);
    await expect(failure(page)).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [20] });
};

test.beforeEach(async ({ page, strict }) => {
  strict.allow(/Failed to load resource|MIME type/);
  await page.clock.install();
});

test('names missing files, and still opens /setup', async ({ page, person }) => {
  await page.route(/\/assets\/(index|shared|Console)-[\w-]+\.js$/, answerMissing);
  await openFailing(page, '/calls');
  await expect(failure(page)).toContainText(/Missing on the server: \/assets\/index-[\w-]+\.js, .+ Publish/);
  await expect(failure(page).getByRole('link', { name: 'Reload this page' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);

  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await failure(page).getByRole('link', { name: 'Check setup' }).click();
  await expect(page.getByRole('heading', { name: 'Addresses to register' })).toBeVisible();
  expect(scripts).toEqual([expect.stringMatching(/\/first-/), expect.stringMatching(/\/setup-/)]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page).toHaveURL('/setup');
  await page.getByRole('button', { name: 'Run all checks' }).click();
  await expect(page.getByRole('status').filter({ hasText: /passed/ })).toHaveText(
    '9 passed, 1 failed, 0 warnings, 1 not checked',
  );
  await expect(page.getByText('Missing on the server: /assets/index-')).toBeVisible();
});

test('says why the console could not be loaded', async ({ page, strict }) => {
  await test.step('a page that is out of date', async () => {
    await page.route(RENDERER, answerMissing);
    await page.route('/version.json', (route) => route.fulfill({ json: { version: '9', build: 'newer' } }));
    await openFailing(page, '/calls');
    await expect(failure(page)).toContainText('This page is out of date: the server has another version.');
  });
  await test.step('files that were changed on their way', async () => {
    strict.allow(/integrity/);
    await page.unrouteAll();
    await page.route(SCRIPT, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};` });
    });
    await openFailing(page, '/calls');
    await expect(failure(page)).toContainText('A proxy may change scripts or styles');
  });
  await test.step('a console that was prepared for another path', async () => {
    await page.unrouteAll();
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replaceAll(/(?<=\s(?:href|src|data-base)=")\//g, '/console/');
      await route.fulfill({ response, body: html });
    });
    await openFailing(page, '/');
    await expect(failure(page)).toContainText('is served at /, and was prepared for /console/.');
    await expect(failure(page)).toContainText('Prepare it again with CONSOLE_BASE_PATH=/');
    await expect(failure(page).getByRole('link', { name: 'Check setup' })).toBeHidden();
  });
});

test('starts if another server has the files', async ({ page }) => {
  const seen = new Map<string, number>();
  const missThreeTimes = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const count = (seen.get(pathname) ?? 0) + 1;
    seen.set(pathname, count);
    return count > 3 ? route.fallback() : answerMissing(route);
  };
  for (const file of [SCRIPT, RENDERER]) await page.route(file, missThreeTimes);
  await page.route(STYLES, missThreeTimes);
  await page.goto('/calls');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(page.locator('body')).toHaveCSS('margin', '0px');
  await expect(failure(page)).toBeHidden();
});
