import { expect, test } from './fixtures.ts';

const PARTS = [
  ['/', 'script'],
  ['/', 'stylesheet'],
  ['/auth/silent', 'script'],
] as const;

test('a script or stylesheet that was changed on its way is not used, nor one of the silent page', async ({
  browser,
  baseURL,
}) => {
  for (const [path, kind] of PARTS) {
    // Apart from the test's own page: here the browser complains, as it should.
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const html = await (await page.request.get(path)).text();
    const tags =
      html.match(kind === 'script' ? /<script\b[^>]*>/g : /<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? [];
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
    await page.close();
  }
});
