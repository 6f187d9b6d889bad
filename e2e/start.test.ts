import type { Request } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.use({ preloads: true });

test('loads all parts once idle', { tag: '@release' }, async ({ page, signIn }) => {
  const others = Promise.all([
    page.waitForResponse(/CallsPage/),
    page.waitForResponse(/BoardView/),
    page.waitForResponse(/WebhooksPage/),
    page.waitForResponse(/RunScreen/),
  ]);
  await signIn('/provider');
  await others;
  const late: string[] = [];
  const record = (request: Request) => void (request.resourceType() === 'script' && late.push(request.url()));
  page.on('request', record);
  for (const name of ['Calls', 'Webhooks']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  expect(late).toEqual([]);
});

test('says what to do if nothing loads', async ({ page, strict }) => {
  strict.allow(/ERR_FAILED/);
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/calls');
  const line = page.getByText('If this page stays empty, reload it.');
  await expect(line).toBeHidden();
  await page.evaluate(() => document.getAnimations().forEach((delay) => delay.finish()));
  await expect(line).toBeVisible();
});

test('frames only the page of silent sign-in', async ({ page, request, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  await page.goto('/auth/silent');
  await expect(page.getByRole('link', { name: 'continue to the console' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /\.js(on)?$/.test(path))).toEqual([
    expect.stringMatching(/^\/assets\/silent-[\w-]+\.js$/),
  ]);

  const port = Number(new URL(baseURL ?? '').port);
  const policy = (ancestors: string) =>
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; ` +
    `connect-src 'self' http://localhost:${port + 1} http://localhost:${port + 2}; frame-src 'self' http://localhost:${port + 1}; ` +
    `form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'];
  expect(await policyOf('/')).toBe(policy(`'none'`));
  expect(await policyOf('/auth/silent')).toBe(policy(`'self'`));
});

test('explains a wrong configuration', async ({ page, wire, request, strict }) => {
  strict.allow(/Failed to load resource/);
  const json = {
    environment: 7,
    api: { baseUrl: 'http://voice.example', retry: true },
    oidc: { authority: 'https://login.example' },
  };
  await page.route('/config.json', (route) => route.fulfill({ json }));
  await page.goto('/calls');
  await expect(page.getByRole('heading', { name: 'The console can’t start' })).toBeVisible();
  for (const key of ['environment', 'api.baseUrl', 'api.retry', 'oidc.clientId']) {
    await expect(page.getByRole('listitem').filter({ hasText: key })).toBeVisible();
  }
  await expectAccessible(page);

  await page.goto('/setup');
  await expect(page.getByRole('listitem').filter({ hasText: 'oidc.clientId' })).toContainText('is missing');

  await test.step('also when offline', async () => {
    const html = await (await request.get('/')).text();
    await page.unrouteAll();
    await page.route('/config.json', (route) => route.abort());
    await page.route('/assets/**', (route) =>
      // What the page itself names was there with it.
      html.includes(new URL(route.request().url()).pathname) ? route.fallback() : route.abort(),
    );
    await page.goto('/calls');
    await expect(page.getByRole('list')).toContainText('could not be fetched');
  });
  expect(wire).toEqual([]);
});

test('removes the service worker of an older app', { tag: '@release' }, async ({ page, context }) => {
  const older = (contentType: string, body: string) => ({ contentType, body });
  await context.route('/old.js', (route) =>
    route.fulfill(
      older(
        'text/javascript',
        'addEventListener("fetch", (event) => event.respondWith(fetch(event.request)))',
      ),
    ),
  );
  await context.route('/old', (route) => route.fulfill(older('text/html', 'old')));
  const count = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.goto('/old');
  await page.evaluate(() => navigator.serviceWorker.register('/old.js'));
  await expect.poll(count).toBe(1);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(count).toBe(0);
});
