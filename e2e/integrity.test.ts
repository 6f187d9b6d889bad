import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const PARTS = [
  ['/', 'script'],
  ['/', 'stylesheet'],
  ['/auth/silent', 'script'],
  ['/setup', 'script'],
] as const;

test('rejects changed scripts and stylesheets', async ({ browser, baseURL }) => {
  // Apart from the test's own page: here the browser complains, as it should.
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  for (const [path, kind] of PARTS) {
    said.length = 0;
    const html = await (await page.request.get(path)).text();
    const tags =
      html.match(kind === 'script' ? /<script\b[^>]*\ssrc=[^>]*>/g : /<link\b[^>]*rel="stylesheet"[^>]*>/g) ??
      [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toMatch(/integrity="sha384-[\w+/]{64}"/);
    const changed = /(?:src|href)="([^"]+)"/.exec(tags.at(-1) ?? '')?.[1] ?? '';
    await page.route(changed, async (route) => {
      const response = await route.fetch();
      const added = kind === 'script' ? ';document.title = "changed";' : ':root { --changed: 1; }';
      await route.fulfill({ response, body: `${await response.text()}${added}` });
    });
    await page.goto(path);
    await expect.poll(() => said.join('\n')).toMatch(/integrity/);
    expect(await page.title()).not.toBe('changed');
    const isStyled = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--changed'),
    );
    expect(isStyled).toBe('');
    await page.unrouteAll({ behavior: 'wait' });
  }
  await page.close();
});

test('rejects a changed late part', async ({ browser, baseURL }) => {
  // Apart from the test's own page: here the browser complains, as it should.
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  const html = await (await page.request.get('/')).text();
  const inPage = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path));
  const late = readdirSync('dist/assets')
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)
    .filter((path) => !inPage.has(path));
  expect(late.length).toBeGreaterThan(5);
  const map = /<script type="importmap">(.+?)<\/script>/.exec(html)?.[1] ?? '';
  const { integrity } = JSON.parse(map) as { integrity: Record<string, string> };
  for (const path of late) expect(integrity[path]).toMatch(/^sha384-[\w+/]{64}$/);

  const changed = late.find((path) => path.includes('/CallsPage-')) ?? '';
  await page.route(changed, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `document.documentElement.dataset.ran = 'yes';${await response.text()}`,
    });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  const isRefused = await page.evaluate(
    (path) =>
      import(path).then(
        () => false,
        () => true,
      ),
    changed,
  );
  expect(isRefused).toBe(true);
  await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  await page.unrouteAll({ behavior: 'wait' });
  await page.close();
});

test('blocks what the policy forbids', async ({ browser, baseURL }) => {
  // Apart from the test's own page: here the browser complains, as it should.
  const origin = baseURL ?? '';
  const page = await browser.newPage({ baseURL: origin });
  await page.goto('/');
  const issuer = origin.replace(/\d+$/, (port) => String(Number(port) + 1));
  const elsewhere = origin.replace(/\d+$/, '9');
  const refused = await page.evaluate(
    async ([foreign, own]) => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
      const script = document.createElement('script');
      const attempts: [name: string, act: () => unknown][] = [
        ['inline script', () => ((script.text = 'document.title = "run"'), document.body.append(script))],
        // In another task: the policy exempts what the test itself evaluates.
        [
          'evaluation',
          () =>
            new Promise((done, fail) => {
              setTimeout(() => {
                try {
                  // oxlint-disable-next-line no-eval -- it must not work
                  done(globalThis.eval('document.title = "run"'));
                } catch (error) {
                  fail(error);
                }
              });
            }),
        ],
        ['markup', () => (document.body.innerHTML = '<b>run</b>')],
        ['foreign address', () => fetch(foreign)],
        [
          'foreign picture',
          () => new Promise((_, fail) => Object.assign(new Image(), { onerror: fail, src: foreign })),
        ],
      ];
      const stopped: string[] = [];
      for (const [name, act] of attempts) {
        try {
          await act();
        } catch {
          stopped.push(name);
        }
      }
      const base = Object.assign(document.createElement('base'), { href: foreign });
      const form = Object.assign(document.createElement('form'), { action: own, method: 'post' });
      document.head.append(base);
      document.body.append(form);
      form.submit();
      return { stopped, base: document.baseURI, title: document.title };
    },
    [`${elsewhere}/`, `${origin}/`] as const,
  );
  expect(refused.stopped).toEqual([
    'inline script',
    'evaluation',
    'markup',
    'foreign address',
    'foreign picture',
  ]);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'violations') as string[]))
    .toEqual(
      expect.arrayContaining([
        'require-trusted-types-for',
        'connect-src',
        'img-src',
        'base-uri',
        'form-action',
      ]),
    );
  expect([refused.base, refused.title === 'run']).toEqual([`${origin}/`, false]);
  // A page of another origin cannot frame it.
  await page.goto(`${issuer}/.well-known/openid-configuration`);
  await page.setContent(`<iframe src="${origin}/"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await page.close();
});
