import type { Page, Route } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const result = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

const summary = (page: Page) => page.getByRole('status').filter({ hasText: /to change/ });

const askButton = (page: Page) =>
  page.getByRole('button', { name: /^(Ask issuer and service|Check again)$/ });

const TITLES = [
  'Configuration',
  'Addresses of the console',
  'Silent page in a frame',
  'Clock',
  'Storage',
  'Policy headers',
  'Discovery',
  'Token endpoint',
  'Silent sign-in',
  'Sign-in',
  'Service',
];

test('Check setup is open to anybody, asks issuer and service at a press only, and the service for one call at most; the results can be copied', async ({
  page,
  context,
  person,
  wire,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const origin = baseURL ?? '';
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(origin) || elsewhere.push(request.url()));
  await page.goto('/setup');
  await expect(summary(page)).toHaveText('6 work, 0 to change, 0 to look at, 5 not checked.');
  expect(elsewhere).toEqual([]);
  await expect(page.getByText(`${origin}/auth/silent`, { exact: true })).toBeVisible();

  await askButton(page).click();
  await expect(summary(page)).toHaveText('9 work, 0 to change, 0 to look at, 2 not checked.');
  await expect(result(page, 'Service')).toContainText('Not checked');
  expect(wire).toEqual([]);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page).toHaveURL('/setup');
  await askButton(page).click();
  await expect(summary(page)).toHaveText('11 work, 0 to change, 0 to look at, 0 not checked.');
  for (const title of TITLES) await expect(result(page, title)).toContainText('Works');
  expect(wire.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v3/call_status']);
  const token = wire[0]?.headers['authorization']?.replace('Bearer ', '') ?? '';
  expect(token).not.toBe('');

  await page.getByRole('button', { name: 'Copy results' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const title of TITLES) expect(copied).toContain(`WORKS: ${title}`);
  expect(copied).not.toContain(token);
  expect(copied).not.toMatch(/eyJ|code=|state=|nonce/);
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

test('Check setup says of each fault what came and what to change', async ({ page, strict, configure }) => {
  strict.allow(
    /Failed to load resource|blocked by CORS policy|Refused to|violates the following|frame-ancestors/,
  );
  const config = await configure({});
  const { authority } = config.oidc;
  const future = new Date(Date.now() + 600_000).toUTCString();
  await page.route('/config.json', async (route) => {
    await route.fulfill({ json: { ...config, calls: undefined }, headers: { Date: future } });
  });
  await page.route(
    '/',
    withHeaders({ 'content-security-policy': "script-src 'self' 'unsafe-inline'; connect-src 'self'" }),
  );
  await page.route('/calls/a.b', (route) => route.fulfill({ status: 404, body: 'no' }));
  await page.route(/\/auth\/silent/, withHeaders({ 'content-security-policy': "frame-ancestors 'none'" }));
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const response = await route.fetch();
    const described = (await response.json()) as object;
    await route.fulfill({ response, json: { ...described, issuer: 'https://other.example' } });
  });
  await page.clock.install();
  await page.goto('/setup');
  const expectFault = async (title: string, state: string, texts: readonly string[]) => {
    await expect(result(page, title)).toContainText(state);
    for (const text of texts) await expect(result(page, title)).toContainText(text);
  };
  await expectFault('Configuration', 'Look at this', ['Cache-Control is not sent', 'no-store']);
  await expectFault('Addresses of the console', 'Change this', ['/calls/a.b was answered with 404']);
  await expectFault('Silent page in a frame', 'Change this', ['Its own headers forbid framing it']);
  await expectFault('Clock', 'Change this', ['10 min behind the web server’s', 'NTP']);
  await expectFault('Policy headers', 'Change this', [
    'connect-src does not name',
    "script-src allows 'unsafe-inline'",
    'require-trusted-types-for',
  ]);
  await askButton(page).click();
  await expectFault('Discovery', 'Change this', [
    `names itself “https://other.example”. Configured is “${authority}”`,
  ]);
  await expectFault('Token endpoint', 'Not checked', []);

  // The name is mended; now no page may read the token endpoint, and the frame shows a page instead of coming back.
  await page.unroute('**/.well-known/openid-configuration');
  await page.route(/\/token$/, withHeaders({ 'access-control-allow-origin': 'https://other.example' }));
  await page.route(/\/authorize\?/, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Sign in here' }),
  );
  await askButton(page).click();
  await expectFault('Discovery', 'Works', []);
  await expectFault('Token endpoint', 'Change this', [
    'does not let this page read it (CORS)',
    'Allow the origin http://localhost',
  ]);
  await page.frameLocator('iframe').getByText('Sign in here').waitFor({ state: 'attached' });
  await page.clock.runFor(8000);
  await expectFault('Silent sign-in', 'Look at this', [
    'Nothing came back within 8 s',
    '/auth/silent as a redirect address',
  ]);
  await expectAccessibleInBothSchemes(page);

  // Forbidden by the page's own policy, all of it.
  const policy = "connect-src 'self'; frame-src 'self'";
  await page.route('/setup', withHeaders({ 'content-security-policy': policy }));
  await page.unroute(/\/token$/);
  await page.reload();
  await askButton(page).click();
  await expectFault('Discovery', 'Change this', [`Put ${authority} into connect-src`]);
});

test('a configuration that can’t be used leads to Check setup, which names the keys; a service that refuses this origin is told', async ({
  page,
  strict,
  signIn,
  configure,
}) => {
  strict.allow(/Failed to load resource/);
  await page.route('/config.json', (route) => route.fulfill({ json: { api: { baseUrl: 'voice' } } }));
  await page.goto('/calls');
  await page.getByRole('link', { name: 'Check setup' }).click();
  await expect(result(page, 'Configuration')).toContainText('api.baseUrl must be an https address');
  await expect(result(page, 'Configuration')).toContainText('oidc is missing');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unroute('/config.json');

  await configure({ oidc: { tokenStorage: 'session' } });
  await signIn('/provider');
  await page.route(/\/call_status\?/, (route) => route.abort());
  await page.goto('/setup');
  await askButton(page).click();
  await expect(result(page, 'Service')).toContainText('Change this');
  await expect(result(page, 'Service')).toContainText('must answer preflights and allow http://localhost');
});
