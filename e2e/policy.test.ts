import { expect, test } from './fixtures.ts';

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
