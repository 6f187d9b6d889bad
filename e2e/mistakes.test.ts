import type { Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';

// An operator's mistakes: the page or /setup names cause and cure.

const pressRun = (page: Page) => page.getByRole('button', { name: 'Run all checks' }).click();
const runChecks = async (page: Page) => {
  await page.goto('/setup');
  await pressRun(page);
};

test('names an issuer of another name', { tag: '@release' }, async ({ page, configure, baseURL }) => {
  const issuer = (baseURL ?? '').replace(/\d+$/, (port) => String(Number(port) + 1));
  await configure({ oidc: { authority: `${issuer}/` } });
  await runChecks(page);
  await expect(page.getByText(`but the configuration expects ${issuer}/`)).toBeVisible();
  await expect(page.getByText('Set oidc.authority to exactly the name')).toBeVisible();
});

test('names an issuer that the policy lacks', { tag: '@release' }, async ({ page, configure, strict }) => {
  strict.allow(/Content Security Policy|violates|Failed to fetch/);
  await configure({ oidc: { authority: 'https://login.example' } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByText('The web server’s policy stops requests to https://login.example.'),
  ).toBeVisible();
  await expect(page.getByText('Name it without a path in connect-src (CONNECT_ORIGINS')).toBeVisible();
});

test('names an issuer that redirects elsewhere', { tag: '@release' }, async ({ page, strict, baseURL }) => {
  strict.allow(/Content Security Policy|violates|Failed to|CORS/);
  const headers = { location: 'https://elsewhere.example/', 'access-control-allow-origin': '*' };
  await page.route(/openid-configuration/, (route) => route.fulfill({ status: 301, headers }));
  await runChecks(page);
  const issuer = (baseURL ?? '').replace(/\d+$/, (port) => String(Number(port) + 1));
  await expect(page.getByText(`${issuer} redirects to an address`)).toBeVisible();
});

const ROLES: readonly [claim: string, text: string][] = [
  ['groups', 'the claim groups is not in the token, or is empty. In roles.areas are admin.'],
  ['realm_access.roles', 'the claim realm_access.roles has only guest.'],
];

test('names roles without an area', { tag: '@release' }, async ({ page, configure, signIn }) => {
  await signIn('/provider');
  for (const [claim, text] of ROLES) {
    await configure({ roles: { claim, areas: { admin: ['calls'] } } });
    await runChecks(page);
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('names an unknown client', { tag: '@release' }, async ({ page, configure, strict }) => {
  strict.allow(/Failed to load resource/);
  await configure({ oidc: { clientId: 'consol' } });
  await runChecks(page);
  await expect(page.getByText('It refused this client')).toBeVisible();
  await expect(page.getByText('Register the client ID as a public client')).toBeVisible();
});

test('names a method that CORS does not allow', { tag: '@release' }, async ({ page, strict, signIn }) => {
  strict.allow(/CORS|Failed to load resource/);
  // Playwright answers preflights of routed requests itself, so the browser's own refusal is played.
  await page.route(/\/delete_provider/, (route) => route.abort('failed'));
  await signIn('/provider');
  await page.getByRole('button', { name: 'Delete configuration' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Sandbox');
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText(/the method DELETE \(CORS\)/)).toBeVisible();
});

const REFUSALS: readonly [answer: Parameters<Route['fulfill']>[0], texts: string[], not: RegExp][] = [
  [
    { status: 404, contentType: 'text/html', body: '<html><title>404 Not Found</title>' },
    ['Got a web page', 'It answered 404: “404 Not Found”', 'let the console’s web server pass that path on'],
    /CORS/,
  ],
  [
    { status: 301, headers: { location: 'https://elsewhere.example/' } },
    ['The service redirected', 'Correct api.baseUrl'],
    /connect-src/,
  ],
  [{ status: 403, json: {} }, ['not allowed', 'Set oidc.resource'], /CORS|OPTIONS/],
  [{ status: 500, body: 'down' }, ['It answered 500: “down”', 'service’s log'], /CORS|OPTIONS/],
  [{ status: 502, body: 'down' }, ['It answered 502: “down”', 'address of the service'], /CORS|OPTIONS/],
];

test('names what answers in place of the service', { tag: '@release' }, async ({ page, strict, signIn }) => {
  strict.allow(/Failed to load resource|Content Security Policy|violates|CORS/);
  await signIn('/provider');
  await page.goto('/setup');
  const service = page.getByRole('listitem').filter({ hasText: 'Service' });
  for (const [answer, texts, not] of REFUSALS) {
    const headers = { 'access-control-allow-origin': '*', ...answer?.headers };
    await page.route(/\/call_status\?/, (route) => route.fulfill({ ...answer, headers }));
    await pressRun(page);
    for (const text of texts) await expect(service).toContainText(text);
    await expect(service).not.toContainText(not);
  }
});

test('names the path that a console was built for', { tag: '@release' }, async ({ page, strict }) => {
  strict.allow(/Failed to load resource|MIME type/);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replaceAll(/(?<=(?:href|src)="|path )\//g, '/console/');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/');
  await expect(page.getByText('this console is built for the path /console/')).toBeVisible();
});
