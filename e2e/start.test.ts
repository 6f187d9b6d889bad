import type { Locator, Request } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, hold, test } from './fixtures.ts';

const placesOf = (things: readonly Locator[]) => Promise.all(things.map((thing) => thing.boundingBox()));

test('draws over its first picture, then loads all parts', async ({ page, signIn }) => {
  const expectStill = async (path: string, things: readonly Locator[], drawn: Locator) => {
    const letGo = await hold(page, /\/assets\/index-[\w-]+\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.styleSheets.length > 0);
    for (const thing of things) await expect(thing).toBeVisible();
    const before = await placesOf(things);
    await expect(drawn).toBeHidden();
    letGo();
    await expect(drawn).toBeVisible();
    expect(await placesOf(things)).toEqual(before);
    await page.unrouteAll();
  };
  const signInPage = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Sign in' })];
  await expectStill('/', signInPage, page.getByText('reach the Sandbox service'));
  const others = Promise.all([
    page.waitForResponse(/CallsPage/),
    page.waitForResponse(/OnePair/),
    page.waitForResponse(/RunScreen/),
    page.waitForResponse(/RunsPage/),
  ]);
  await signIn('/provider');
  await test.step('loads all parts once idle', async () => {
    await others;
    const late: string[] = [];
    const record = (request: Request) =>
      void (request.resourceType() === 'script' && late.push(request.url()));
    page.on('request', record);
    for (const name of ['Calls', 'Webhooks']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    expect(late).toEqual([]);
    page.off('request', record);
  });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const links = ['Calls', 'Webhooks', 'Provider'].map((name) => nav.getByRole('link', { name }));
  const field = (name: string) => page.getByRole('textbox', { name });
  for (const [path, width, name, lead, drawn] of [
    ['/provider', 1440, 'Provider', 'this form starts empty', field('Account SID')],
    ['/webhooks', 390, 'Webhooks', 'only what this browser sent', field('Campaign ID')],
    ['/webhooks/bulk', 390, 'Webhooks', 'Nothing is sent until', field('Pairs')],
    ['/calls', 390, 'Calls', 'The board shows only', field('Call IDs to watch')],
    ['/calls', 1440, 'Calls', 'No calls watched yet', field('Call IDs to watch')],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const first = [...links, page.getByRole('heading', { level: 1, name }), page.getByText(lead)];
    await expectStill(path, first, drawn);
  }
  await test.step('shows no empty board while saved calls are read', async () => {
    await field('Call IDs to watch').fill('going-1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /going-1/ })).toBeVisible();
    const letGo = await hold(page, /\/assets\/index-[\w-]+\.js$/);
    await page.goto('/calls', { waitUntil: 'commit' });
    await expect(page.getByRole('link', { name: 'Calls' }).first()).toBeVisible();
    await expect(page.getByText('No calls watched yet')).toBeHidden();
    letGo();
    await expect(page.getByRole('row', { name: /going-1/ })).toBeVisible();
  });
});

test('signs in by a press before the code is loaded', async ({ page }) => {
  const letGo = await hold(page, /\/assets\/index-[\w-]+\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Opening sign-in…' })).toBeVisible();
  letGo();
  await expect(page.getByLabel('Any name')).toBeVisible();
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
  /** The two inline scripts that may run: the import map, and the one for failed starts. */
  const inlineOf = (policyText: string) => /'sha256-[^']+' 'sha256-[^']+'/.exec(policyText)?.[0] ?? 'no hash';
  const policy = (ancestors: string, inline: string) =>
    `default-src 'none'; script-src 'self' ${inline}; style-src 'self'; img-src 'self'; font-src 'self'; ` +
    `connect-src 'self' http://localhost:${port + 1} http://localhost:${port + 2}; frame-src 'self' http://localhost:${port + 1}; ` +
    `form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/')).toBe(policy(`'none'`, inlineOf(await policyOf('/'))));
  expect(await policyOf('/auth/silent')).toBe(policy(`'self'`, inlineOf(await policyOf('/auth/silent'))));
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
  await expect(page.getByRole('heading', { name: 'The console is not configured' })).toBeVisible();
  for (const key of ['environment', 'api.baseUrl', 'api.retry', 'oidc.clientId']) {
    await expect(page.getByRole('listitem').filter({ hasText: key })).toBeVisible();
  }
  await expectAccessible(page);

  await test.step('at /setup too', async () => {
    await page.getByRole('link', { name: 'Check setup' }).click();
    await page.getByRole('button', { name: 'Run all checks' }).click();
    const finding = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Configuration' }) });
    await expect(finding).toContainText('Failed');
    await expect(finding).toContainText('api.baseUrl must be an https address');
    await expect(finding).toContainText('oidc.clientId is missing');
  });

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
