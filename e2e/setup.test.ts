import type { Page, Route } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const result = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

const summary = (page: Page) => page.getByRole('status').filter({ hasText: /failed/ });

const runAll = (page: Page) => page.getByRole('button', { name: 'Run all checks' }).click();

test('checks the setup signed out and signed in', async ({ page, context, person, wire, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const origin = baseURL ?? '';
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(origin) || elsewhere.push(request.url()));
  await page.goto('/setup/');
  await expect(page.getByText(`${origin}/auth/silent`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
  await expect(result(page, 'Service')).toContainText('Needs you to sign in.');
  await expect(page.getByText('and changes nothing there.')).toBeVisible();
  expect(elsewhere).toEqual([]);
  await runAll(page);
  await expect(summary(page)).toHaveText('No check failed.');
  for (const check of ['Sign-in', 'Service'])
    await expectFinding(page, check, 'Not checked', ['Press “Sign in”, then run the checks again.']);
  await expect(page.getByText('access token')).toBeHidden();
  expect(wire).toEqual([]);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page).toHaveURL('/setup/');
  await runAll(page);
  await expect(page.getByText('Passed')).toHaveCount(7);
  await expectFinding(page, 'Service', 'Passed', [
    'If it finds no call at all, correct api.baseUrl.',
    'Not tried: saving and deleting.',
  ]);
  expect(wire.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v3/call_status']);
  const token = wire[0]?.headers['authorization']?.replace('Bearer ', '') ?? '';
  expect(token).not.toBe('');

  await page.getByRole('button', { name: 'Copy results' }).click();
  await expect(page.getByText('Results copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/^PASSED: /gm)).toHaveLength(7);
  expect(copied).toMatch(/built for the path \/\n[^]*"clientId": "console"/);
  expect(copied).toContain('"maxRequestsPerSecond"');
  expect(copied).not.toContain(token);
  expect(copied).not.toMatch(/eyJ[\w-]+\.|code=|state=|nonce/);
  expect(copied).not.toContain(person);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
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

/** The frame may begin to wait at any time. */
const passFrameLimit = (page: Page, name: string, state: string) =>
  expect(async () => {
    await page.clock.runFor(8000);
    await expect(result(page, name)).toContainText(state, { timeout: 500 });
  }).toPass();

const CONFIG = { oidc: { tokenStorage: 'session' } };

test('names each fault', { tag: '@release' }, async ({ page, strict, configure, signIn, baseURL }) => {
  strict.allow(
    /Failed to load resource|blocked by CORS policy|Refused to|violates the following|frame-ancestors/,
  );
  const { oidc } = await configure(CONFIG);
  const calls = /\/call_status\?/;
  const description = '**/.well-known/openid-configuration';
  await page.clock.install();
  await signIn('/provider');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Check setup' }).click();

  await test.step('headers and addresses, the name of the issuer', async () => {
    await page.route('/', withHeaders({ 'content-security-policy': "script-src 'self' 'unsafe-inline'" }));
    await page.route('/calls/a.b', (route) => route.fulfill({ status: 404, body: 'no' }));
    const twice = "frame-ancestors 'self', default-src 'self'";
    await page.route(/\/auth\/silent/, withHeaders({ 'content-security-policy': twice }));
    await page.route(description, async (route) => {
      const response = await route.fetch();
      const described = (await response.json()) as object;
      await route.fulfill({ response, json: { ...described, issuer: 'https://other.example' } });
    });
    await runAll(page);
    await expectFinding(page, 'Addresses', 'Failed', ['/calls/a.b was answered with 404']);
    await expectFinding(page, 'Headers', 'Failed', [
      "Content-Security-Policy of / has a source 'unsafe-…'.",
      "Content-Security-Policy of / lacks frame-ancestors 'none'.",
      'Cache-Control of /config.json is not sent',
      'Content-Security-Policy of /auth/silent is sent twice.',
      'let no proxy drop',
    ]);
    await expectFinding(page, 'Discovery', 'Failed', [
      `names the issuer https://other.example, but the configuration expects ${oidc.authority}`,
    ]);
    await expectFinding(page, 'Token endpoint', 'Not checked', []);
    await expectFinding(page, 'Silent sign-in', 'Not checked', []);
    await expect(summary(page)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('answers that this origin may not read', async () => {
    await page.unrouteAll();
    await configure(CONFIG);
    const elsewhere = { 'access-control-allow-origin': 'https://other.example' };
    await page.route(/\/token$/, withHeaders(elsewhere));
    await page.route(/\/authorize\?/, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Sign in here' }),
    );
    await page.route(calls, (route) => route.fulfill({ status: 401, headers: elsewhere }));
    await runAll(page);
    await expectFinding(page, 'Discovery', 'Passed', []);
    await expectFinding(page, 'Token endpoint', 'Failed', [
      'does not let this page read it (CORS)',
      'allow the origin http://localhost',
    ]);
    await expectFinding(page, 'Service', 'Failed', [
      '/api/v3/call_status answers, but does not let this page read it (CORS)',
      'send Access-Control-Allow-Origin: http://localhost',
    ]);
    await passFrameLimit(page, 'Silent sign-in', 'Failed');
    await expectFinding(page, 'Silent sign-in', 'Failed', [
      'Nothing came back',
      '/auth/silent as a redirect address',
    ]);
  });

  await test.step('a service that refuses the token’s header, no issuer', async () => {
    await page.unrouteAll();
    await configure(CONFIG);
    await page.route(description, (route) => route.abort());
    await page.route(calls, (route) =>
      route.request().headers()['authorization']
        ? route.abort()
        : route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' } }),
    );
    await runAll(page);
    await expectFinding(page, 'Discovery', 'Failed', ['No answer from http://localhost', 'its certificate']);
    await expectFinding(page, 'Service', 'Failed', [
      'stopped a request with the header Authorization',
      'Access-Control-Allow-Headers: Authorization',
    ]);
  });

  await test.step('a gate in front of the console, and a gateway without the path', async () => {
    await page.unrouteAll();
    await configure(CONFIG);
    await page.evaluate(() => (document.cookie = 'gate=1'));
    await page.route('/webhooks/bulk', (route) => route.fulfill({ status: 401 }));
    await page.route('/auth/silent', (route) =>
      route.fulfill({ status: 302, headers: { location: 'https://gate.example/' } }),
    );
    const headers = { 'access-control-allow-origin': '*' };
    await page.route(calls, (route) =>
      route.fulfill({ status: 404, json: { message: 'no Route matched with those values' }, headers }),
    );
    const opened = page.waitForRequest('/provider');
    await runAll(page);
    expect((await (await opened).allHeaders())['cookie']).toContain('gate=1');
    await expectFinding(page, 'Addresses', 'Failed', [
      '/auth/silent redirects. /webhooks/bulk was answered with 401.',
      'A gate in front of the console',
    ]);
    await expectFinding(page, 'Headers', 'Failed', ['/auth/silent redirects.']);
    await expect(result(page, 'Headers')).not.toContainText('of /auth/silent');
    await expectFinding(page, 'Service', 'Failed', ['no Route matched', 'Correct api.baseUrl']);
    await page.route(calls, (route) => route.fulfill({ json: { error: 'unauthorized' }, headers }));
    await runAll(page);
    await expectFinding(page, 'Service', 'Failed', [
      'answered 200, without a call’s status: “{"error":"unauthorized"}”.',
    ]);
    await page.route(calls, (route) => route.fulfill({ json: { status: 'ok' }, headers }));
    await runAll(page);
    await expectFinding(page, 'Service', 'Passed', ['the status “ok” for a call that doesn’t exist']);
    await page.route(calls, (route) => route.fulfill({ json: route.request().headers(), headers }));
    await runAll(page);
    await expectFinding(page, 'Service', 'Failed', ['answered with the access token.']);
    await page.route(calls, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'text/html',
        body: '<h1>Authorization Required</h1>',
        headers,
      }),
    );
    await runAll(page);
    await expectFinding(page, 'Service', 'Failed', ['The web server asks for a password', 'auth_basic off']);
  });

  await test.step('a second policy without the issuer, and no https', async () => {
    const policy = "require-trusted-types-for 'script', connect-src 'self'; frame-src 'self'";
    await page.route('/setup', withHeaders({ 'content-security-policy': policy }));
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    await page.reload();
    await runAll(page);
    await expectFinding(page, 'Discovery', 'Failed', [
      `Another policy than the console’s stops requests to ${oidc.authority}`,
      'Let no proxy add',
    ]);
    await expectFinding(page, 'Headers', 'Failed', [
      'This page came over http',
      'Serve the console over https',
    ]);
    await expect(page.getByText('Serve the console over https first.')).toBeVisible();
    await expect(page.getByText(`${baseURL}/auth/callback`, { exact: true })).toBeHidden();
  });
});

test('ends a check if an answer breaks off', { tag: '@release' }, async ({ page }) => {
  await page.goto('/setup');
  await page.evaluate(() => {
    Response.prototype.text = () => Promise.reject(new TypeError('broken off'));
  });
  await runAll(page);
  await expectFinding(page, 'Addresses', 'Failed', ['An answer broke off.']);
  await expect(summary(page)).toBeVisible();
});

test('names an issuer that sends nobody back', { tag: '@release' }, async ({ page, strict }) => {
  strict.allow(/Failed to load resource/);
  await page.route(/\/authorize\?(?!.*prompt=none)/, (route) =>
    route.fulfill({ status: 400, contentType: 'text/html', body: 'redirect_uri is not registered' }),
  );
  await page.goto('/setup');
  await runAll(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('redirect_uri is not registered')).toBeVisible();
  await page.goBack();
  await runAll(page);
  await expectFinding(page, 'Sign-in', 'Failed', [
    'didn’t come back from the issuer',
    '/auth/callback there',
  ]);
});

test('names a silent sign-in without cookies', { tag: '@release' }, async ({ page, configure, signIn }) => {
  await configure(CONFIG);
  await signIn('/provider');
  await page.context().clearCookies();
  await page.goto('/setup');
  await runAll(page);
  await expectFinding(page, 'Silent sign-in', 'Failed', [
    'login_required, although you are signed in',
    'Put both on one',
  ]);
});

test('names a sign-in that failed', { tag: '@release' }, async ({ page, configure, person }) => {
  await configure(CONFIG);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, `${person} +refused`);
  await page.getByRole('link', { name: 'Check setup' }).click();
  for (const again of [false, true]) {
    if (again) await page.reload();
    await runAll(page);
    await expectFinding(page, 'Sign-in', 'Failed', [
      'The last one failed: User is not assigned to this application (access_denied).',
      'Let this user use the console',
    ]);
  }
});
