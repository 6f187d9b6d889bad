import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const KB = 1000;

/** Sums what the page loads of a kind, compressed as a production server would. */
const weighing = (page: Page, kind: 'script' | 'stylesheet') => {
  const loaded: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== kind) return;
    loaded.push(response.body());
  });
  // Compressing takes its time, in which no request could be let through: it waits until all is loaded.
  return async () => {
    const bodies = await Promise.all(loaded);
    return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  };
};

test('the signed-out page loads at most 85 kB of JavaScript and 8 kB of CSS', async ({ page }) => {
  const script = weighing(page, 'script');
  const style = weighing(page, 'stylesheet');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await script()).toBeLessThanOrEqual(85 * KB);
  expect(await style()).toBeLessThanOrEqual(8 * KB);
});

for (const area of ['Calls', 'Webhooks', 'Provider']) {
  test(`a cold deep link into ${area} loads at most 120 kB of JavaScript`, async ({ signIn, context }) => {
    const path = `/${area.toLowerCase()}`;
    await signIn(path);
    // A page of its own has an empty memory cache; the HTTP cache is kept out by the route.
    const cold = await context.newPage();
    await cold.route('**/*', (route) => route.continue());
    const script = weighing(cold, 'script');
    const style = weighing(cold, 'stylesheet');
    await cold.goto(path);
    await expect(cold.getByRole('heading', { level: 1, name: area })).toBeVisible();
    await cold.waitForLoadState('networkidle');
    expect(await script()).toBeLessThanOrEqual(120 * KB);
    expect(await style()).toBeLessThanOrEqual(8 * KB);
  });
}

test('the policy of the built app is the strict one, and only the silent page may be framed', async ({
  request,
  baseURL,
}) => {
  const port = Number(new URL(baseURL ?? '').port);
  const policy = (ancestors: string) =>
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; ` +
    `connect-src 'self' http://localhost:${port + 1} http://localhost:${port + 2}; frame-src 'self' http://localhost:${port + 1}; ` +
    `form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`;
  expect((await request.get('/')).headers()['content-security-policy']).toBe(policy(`'none'`));
  expect((await request.get('/auth/silent')).headers()['content-security-policy']).toBe(policy(`'self'`));
});

const broken: [name: string, body: string, status: number, says: RegExp][] = [
  ['is missing', 'no such file', 404, /answered with 404/],
  ['is a web page', '<!doctype html><title>Console</title>', 200, /A web page came back/],
  ['is not JSON', '{"api":', 200, /not valid JSON/],
  ['lacks keys', '{}', 200, /api/],
];

test('a configuration that is missing, no JSON or incomplete stops the start with a plain page', async ({
  page,
  wire,
  strict,
}) => {
  strict.allow(/Failed to load resource.*config\.json/);
  for (const [name, body, status, says] of broken) {
    await test.step(name, async () => {
      await page.route('/config.json', (route) => route.fulfill({ status, body }));
      await page.goto('/calls');
      await expect(page.getByRole('heading', { name: 'The console is not configured' })).toBeVisible();
      await expect(page.getByRole('list')).toContainText(says);
      await expectAccessible(page);
    });
  }
  expect(wire).toEqual([]);
});

test('where nothing more can be fetched, the page still says what is wrong', async ({ page, strict }) => {
  strict.allow(/Failed to load resource/);
  await page.route('/config.json', (route) => route.abort());
  await page.route(/\/assets\/(?!start|index|style|icons|rolldown)/, (route) => route.abort());
  await page.goto('/calls');
  await expect(page.getByRole('list')).toContainText('could not be fetched');
});

test('every bad key of the configuration is named', async ({ page }) => {
  await page.route('/config.json', (route) =>
    route.fulfill({
      json: {
        environment: 7,
        api: { baseUrl: 'http://voice.example', retry: true },
        oidc: { authority: 'https://login.example' },
      },
    }),
  );
  await page.goto('/');
  for (const key of ['environment', 'api.baseUrl', 'api.retry', 'oidc.clientId']) {
    await expect(page.getByRole('listitem').filter({ hasText: key })).toBeVisible();
  }
});
