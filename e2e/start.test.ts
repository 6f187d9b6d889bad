import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, hold, test } from './fixtures.ts';

const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

test('loads all parts once idle', async ({ signIn, page, context }) => {
  const areas = /\/assets\/(Calls|Webhooks|Provider)Page-[\w-]+\.js$/;
  const others = Promise.all([
    page.waitForResponse(/CallsPage/),
    page.waitForResponse(/OnePair/),
    page.waitForResponse(/RunScreen/),
  ]);
  await signIn('/provider');
  await others;
  await page.waitForLoadState('networkidle');
  const late: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && late.push(request.url()));
  for (const name of ['Calls', 'Webhooks']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  expect(late).toEqual([]);

  const saving = await context.newPage();
  await saveData(saving);
  const asked: string[] = [];
  saving.on('request', (request) => areas.test(request.url()) && asked.push(request.url()));
  await saving.goto('/provider');
  await expect(saving.getByRole('heading', { level: 1, name: 'Provider' })).toBeVisible();
  await saving.waitForLoadState('networkidle');
  await saving.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
  expect(asked).toEqual([expect.stringContaining('ProviderPage')]);
});

const placesOf = (things: readonly Locator[]) => Promise.all(things.map((thing) => thing.boundingBox()));

test('draws the page over its first picture', async ({ page, signIn }) => {
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
  const inEachWidth = async (check: () => Promise<void>) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await check();
    }
  };
  const signInPage = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Sign in' })];
  await inEachWidth(() => expectStill('/', signInPage, page.getByText('reach the Sandbox service')));
  await signIn('/provider');
  const nav = page.getByRole('navigation', { name: 'Main' });
  const links = ['Calls', 'Webhooks', 'Provider'].map((name) => nav.getByRole('link', { name }));
  for (const [name, lead, drawn] of [
    ['Provider', 'this form starts empty', page.getByRole('textbox', { name: 'Account SID' })],
    ['Webhooks', 'only what this browser sent', page.getByRole('textbox', { name: 'Campaign ID' })],
  ] as const) {
    const first = [...links, page.getByRole('heading', { level: 1, name }), page.getByText(lead)];
    await inEachWidth(() => expectStill(`/${name.toLowerCase()}`, first, drawn));
  }
});

test('says so if the code does not load', async ({ page, strict }) => {
  strict.allow(/Failed to load resource/);
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Reload this page' })).toBeVisible();
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

const broken: [name: string, body: string, status: number, says: RegExp][] = [
  ['is missing', 'no such file', 404, /answered with 404/],
  ['is a web page', '<!doctype html><title>Console</title>', 200, /A web page came back/],
  ['is not JSON', '{"api":', 200, /not valid JSON/],
];

test('explains a wrong configuration', async ({ page, wire, strict }) => {
  strict.allow(/Failed to load resource.*config\.json/);
  for (const [name, body, status, says] of broken) {
    await test.step(name, async () => {
      await page.route('/config.json', (route) => route.fulfill({ status, body }));
      await page.goto('/calls');
      await expect(page.getByRole('heading', { name: 'The console is not configured' })).toBeVisible();
      await expect(page.getByRole('list')).toContainText(says);
    });
  }
  const json = {
    environment: 7,
    api: { baseUrl: 'http://voice.example', retry: true },
    oidc: { authority: 'https://login.example' },
  };
  await page.route('/config.json', (route) => route.fulfill({ json }));
  await page.goto('/');
  for (const key of ['environment', 'api.baseUrl', 'api.retry', 'oidc.clientId']) {
    await expect(page.getByRole('listitem').filter({ hasText: key })).toBeVisible();
  }
  await expectAccessible(page);
  expect(wire).toEqual([]);
});

test('explains a wrong configuration when offline', async ({ page, request, strict }) => {
  strict.allow(/Failed to load resource/);
  const html = await (await request.get('/')).text();
  await page.route('/config.json', (route) => route.abort());
  await page.route('/assets/**', (route) =>
    // What the page itself names was there with it.
    html.includes(new URL(route.request().url()).pathname) ? route.fallback() : route.abort(),
  );
  await page.goto('/calls');
  await expect(page.getByRole('list')).toContainText('could not be fetched');
});
