import type { Page, Route } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const result = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });

const summary = (page: Page) => page.getByRole('status').filter({ hasText: /passed/ });

const runAll = (page: Page) => page.getByRole('button', { name: 'Run all checks' }).click();

test('checks the setup signed out and signed in', async ({ page, context, person, wire, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const origin = baseURL ?? '';
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(origin) || elsewhere.push(request.url()));
  await page.goto('/setup');
  await expect(page.getByText(`${origin}/auth/silent`, { exact: true })).toBeVisible();
  expect(elsewhere).toEqual([]);
  await runAll(page);
  await expect(summary(page)).toHaveText('9 passed, 0 failed, 0 warnings, 2 not checked');
  await expect(result(page, 'Service')).toContainText('Not checked');
  expect(wire).toEqual([]);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page).toHaveURL('/setup');
  await runAll(page);
  await expect(summary(page)).toHaveText('11 passed, 0 failed, 0 warnings');
  expect(wire.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v3/call_status']);
  const token = wire[0]?.headers['authorization']?.replace('Bearer ', '') ?? '';
  expect(token).not.toBe('');

  await page.getByRole('button', { name: 'Copy results' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/^PASSED: /gm)).toHaveLength(11);
  expect(copied).toMatch(/Base path: \/\n[^]*Client ID: console\n/);
  expect(copied).toContain('"maxRequestsPerSecond"');
  expect(copied).not.toContain(token);
  expect(copied).not.toMatch(/eyJ|code=|state=|nonce/);
  expect(copied).not.toContain(person);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('loads if the console can’t', async ({ page, person, strict }) => {
  strict.allow(/Failed to load resource|MIME type/);
  await page.route(/\/assets\/(index|shared|Console)-[\w-]+\.js$/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' }),
  );
  await page.goto('/calls');
  const link = page.getByRole('link', { name: 'Check setup' });
  await expect(link).toBeVisible();
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await link.click();
  await expect(page.getByRole('heading', { name: 'Symptoms' })).toBeVisible();
  expect(scripts).toEqual([expect.stringMatching(/\/first-/), expect.stringMatching(/\/setup-/)]);
  await runAll(page);
  await expectFinding(page, 'Version', 'Failed', ['Missing on the server: /assets/index-']);
  await expect(summary(page)).toHaveText('8 passed, 1 failed, 0 warnings, 2 not checked');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page).toHaveURL('/setup');
  await runAll(page);
  await expect(summary(page)).toHaveText('10 passed, 1 failed, 0 warnings');
});

/** Lets a request through and changes its answer's headers; undefined takes one away. */
const withHeaders = (changes: Record<string, string | undefined>) => async (route: Route) => {
  const response = await route.fetch();
  const headers = { ...response.headers() };
  for (const [name, value] of Object.entries(changes)) {
    delete headers[name];
    if (value !== undefined) headers[name] = value;
  }
  await route.fulfill({ response, headers });
};

const expectFinding = async (page: Page, name: string, state: string, texts: readonly string[]) => {
  await expect(result(page, name)).toContainText(state);
  for (const text of texts) await expect(result(page, name)).toContainText(text);
};

test('names the faults of the web server', async ({ page, strict, configure }) => {
  strict.allow(
    /Failed to load resource|blocked by CORS policy|Refused to|violates the following|frame-ancestors/,
  );
  await configure({});
  await page.route('/', withHeaders({ 'content-security-policy': "script-src 'self' 'unsafe-inline'" }));
  await page.route('/calls/a.b', (route) => route.fulfill({ status: 404, body: 'no' }));
  await page.route(/\/auth\/silent/, withHeaders({ 'content-security-policy': "frame-ancestors 'none'" }));
  await page.clock.install();
  await page.goto('/setup');
  await runAll(page);
  await expectFinding(page, 'Configuration', 'Warning', ['Cache-Control is not sent', 'no-store']);
  await expectFinding(page, 'Addresses', 'Failed', ['/calls/a.b was answered with 404']);
  await expectFinding(page, 'Headers', 'Failed', ['Content-Security-Policy is not']);
  // The frame may begin to wait only now.
  await expect(async () => {
    await page.clock.runFor(8000);
    await expect(result(page, 'Silent page')).toContainText('Failed', { timeout: 500 });
  }).toPass();
  await expectFinding(page, 'Silent page', 'Failed', ['did not report', "frame-ancestors 'self'"]);
  await expectAccessibleInBothSchemes(page);
});

test('names the faults of the issuer', async ({ page, strict, configure }) => {
  strict.allow(/Failed to load resource|blocked by CORS policy|Refused to|violates the following/);
  const { oidc } = await configure({});
  const { authority } = oidc;
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const response = await route.fetch();
    const described = (await response.json()) as object;
    await route.fulfill({ response, json: { ...described, issuer: 'https://other.example' } });
  });
  await page.clock.install();
  await page.goto('/setup');
  await runAll(page);
  await expectFinding(page, 'Discovery', 'Failed', [
    `names the issuer https://other.example, but the configuration expects ${authority}`,
  ]);
  await expectFinding(page, 'Token endpoint', 'Not checked', []);
  await expect(summary(page)).toBeVisible();

  await page.unroute('**/.well-known/openid-configuration');
  await page.route(/\/token$/, withHeaders({ 'access-control-allow-origin': 'https://other.example' }));
  await page.route(/\/authorize\?/, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Sign in here' }),
  );
  await runAll(page);
  await expectFinding(page, 'Discovery', 'Passed', []);
  await expectFinding(page, 'Token endpoint', 'Failed', [
    'does not let this page read it (CORS)',
    'allow the origin http://localhost',
  ]);
  await page.frameLocator('iframe').getByText('Sign in here').waitFor({ state: 'attached' });
  await page.clock.runFor(8000);
  await expectFinding(page, 'Silent sign-in', 'Warning', [
    'Nothing came back within 8 s',
    '/auth/silent as a redirect address',
  ]);

  const policy = "connect-src 'self'; frame-src 'self'";
  await page.route('/setup', withHeaders({ 'content-security-policy': policy }));
  await page.reload();
  await runAll(page);
  await expectFinding(page, 'Discovery', 'Failed', [`connect-src must name ${authority}`]);
});

test('names the wrong keys of a configuration', async ({ page, strict }) => {
  strict.allow(/Failed to load resource/);
  await page.route('/config.json', (route) => route.fulfill({ json: { api: { baseUrl: 'voice' } } }));
  await page.goto('/calls');
  await page.getByRole('link', { name: 'Check setup' }).click();
  await runAll(page);
  await expectFinding(page, 'Configuration', 'Failed', [
    'api.baseUrl must be an https address',
    'oidc is missing',
  ]);
});

test('names a service that refuses this origin', async ({ page, strict, signIn, configure }) => {
  strict.allow(/Failed to load resource/);
  await configure({ oidc: { tokenStorage: 'session' } });
  await signIn('/provider');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Check setup' }).click();
  const calls = /\/call_status\?/;

  await page.route(calls, (route) => route.abort());
  await runAll(page);
  await expectFinding(page, 'Service', 'Failed', ['No answer from http://localhost', 'Check api.baseUrl']);

  await page.route(calls, (route) =>
    route.fulfill({ status: 401, headers: { 'access-control-allow-origin': 'https://other.example' } }),
  );
  await runAll(page);
  await expectFinding(page, 'Service', 'Failed', [
    'answers, but does not let this page read it (CORS)',
    'send Access-Control-Allow-Origin: http://localhost',
  ]);

  await page.route(calls, (route) =>
    route.request().headers()['authorization']
      ? route.abort()
      : route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' } }),
  );
  await runAll(page);
  await expectFinding(page, 'Service', 'Failed', [
    'stopped a request with the header Authorization',
    'Access-Control-Allow-Headers: Authorization',
  ]);
});

test('names a console that is served without https', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.goto('/setup');
  await runAll(page);
  await expectFinding(page, 'Headers', 'Failed', [
    'This page came over http',
    'Serve the console over https',
  ]);
});
