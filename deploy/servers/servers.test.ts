import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, signInAtServer, test } from '../../e2e/fixtures.ts';
import { field, row, watch } from '../../e2e/calls-kit.ts';
import * as provider from '../../e2e/provider-kit.ts';
import { answered, attach, confirmDetach, detachButton } from '../../e2e/webhooks-kit.ts';
import { absentHeaders, inlineScriptSources, productionHeaders } from '../headers.ts';
import {
  absent,
  ORIGIN,
  refuseToStart,
  startCaddy,
  startImage,
  startImageSteps,
  startNginx,
  type Running,
} from './server-kit.ts';

type Case = {
  name: string;
  base: string;
  reason: string | undefined;
  start: (base: string) => Promise<Running>;
};

const CASES: readonly Case[] = [
  { name: 'nginx', base: '/', reason: absent.nginx, start: startNginx },
  { name: 'nginx', base: '/console/', reason: absent.nginx, start: startNginx },
  { name: 'Caddy', base: '/', reason: absent.caddy, start: startCaddy },
  { name: 'Caddy', base: '/console/', reason: absent.caddy, start: startCaddy },
  { name: 'the image’s steps', base: '/a.b/console/', reason: absent.nginx, start: startImageSteps },
  { name: 'the image', base: '/console/', reason: absent.docker, start: startImage },
];

const get = (path: string, encoding = 'identity') =>
  fetch(ORIGIN + path, { redirect: 'manual', headers: { 'accept-encoding': encoding } });

const pickHeaders = (response: Response, expected: Record<string, string>) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, response.headers.get(name)]));

const getOrigins = async (running: Running | undefined, base: string) => {
  const { issuer = '', serviceOrigin = '' } = running?.sandbox ?? {};
  const script = inlineScriptSources(await (await get(base)).text());
  expect(script).toHaveLength(2);
  return { script, connect: [issuer, serviceOrigin], frame: [issuer] };
};

const asset = readdirSync('dist/assets').find((name) => /^index-[\w-]+\.js$/.test(name)) ?? '';

const expectServed = async (running: Running | undefined, base: string) => {
  const origins = await getOrigins(running, base);
  for (const path of [
    '',
    'calls',
    'calls/a.b%2Fc.js',
    'webhooks/bulk/new',
    'provider',
    'auth/callback?code=1',
    'setup',
    'setup/',
  ]) {
    const response = await get(base + path);
    const expected = { ...productionHeaders({ origins, path: '/' }), 'content-type': 'text/html' };
    expect([path, response.status, pickHeaders(response, expected)]).toEqual([
      path,
      200,
      { ...expected, 'content-type': expect.stringMatching(/^text\/html/) },
    ]);
    expect(await response.text()).toContain(`<html lang="en" data-base="${base}"`);
  }
  for (const path of ['auth/silent', 'config.json', 'version.json', `assets/${asset}`, 'icon.svg']) {
    const response = await get(base + path);
    const expected = productionHeaders({ origins, path: `/${path}` });
    expect([path, response.status, pickHeaders(response, expected)]).toEqual([path, 200, expected]);
  }
  expect(await (await get(`${base}config.json`)).json()).toMatchObject({ oidc: { clientId: 'console' } });
  expect((await get(`${base}config.json`)).headers.get('content-type')).toMatch(/^application\/json/);
};

const expectAbsent = async (running: Running | undefined, base: string) => {
  const expected = absentHeaders({ origins: await getOrigins(running, base), path: '/' });
  for (const path of [
    'assets/index-00000000.js',
    'assets/',
    'assets',
    'favicon.ico',
    'auth',
    'provider/x',
    'else',
  ]) {
    const response = await get(base + path);
    expect([path, response.status, pickHeaders(response, expected)]).toEqual([path, 404, expected]);
    expect([path, response.headers.get('content-type')]).toEqual([
      path,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect(await response.text()).not.toContain('<');
  }
  if (base === '/') return;
  const bare = await get(`${base.slice(0, -1)}?a=1&b`);
  expect([bare.status, bare.headers.get('location')]).toEqual([308, `${base}?a=1&b`]);
  expect((await get(base.slice(0, -1))).headers.get('location')).toBe(base);
  expect(bare.headers.get('strict-transport-security')).toBe('max-age=300');
  expect(bare.headers.get('server') ?? '').not.toMatch(/\d/);
};

const expectHealth = async (running: Running | undefined, base: string) => {
  const health = async () => {
    const response = await get(`${base}healthz`);
    return response.status === 200 ? response.text() : response.status;
  };
  expect(await health()).toMatch(/^ok\n?$/);
  if (running?.folder === undefined) return;
  for (const name of ['index.html', 'config.json']) {
    const path = join(running.folder, 'current/site', base, name);
    renameSync(path, `${path}.away`);
    expect([name, await health()]).toEqual([name, expect.any(Number)]);
    renameSync(`${path}.away`, path);
  }
  expect(await health()).toMatch(/^ok\n?$/);
};

const expectCompressed = async (base: string) => {
  const plain = readFileSync(`dist/assets/${asset}`);
  for (const [encoding, sent] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['identity', null],
  ] as const) {
    const response = await get(`${base}assets/${asset}`, encoding);
    expect([encoding, response.headers.get('content-encoding')]).toEqual([encoding, sent]);
    expect(Buffer.from(await response.arrayBuffer()).equals(plain)).toBe(true);
    if (sent) expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    const page = await get(`${base}calls`, encoding);
    expect([encoding, page.headers.get('content-encoding')]).toEqual([encoding, sent]);
    expect(await page.text()).toContain(`data-base="${base}"`);
  }
};

for (const { name, base, reason, start } of CASES) {
  test.describe(`${name} at ${base}`, () => {
    test.skip(reason !== undefined, reason);
    let running: Running | undefined;
    test.beforeAll(async () => {
      // The image has to be built first.
      test.setTimeout(600_000);
      running = await start(base);
    });
    test.afterAll(() => running?.stop());

    test('serves the files with their headers', () => expectServed(running, base));

    test('answers 404 to everything else', () => expectAbsent(running, base));

    test('is healthy only with its page and configuration', () => expectHealth(running, base));

    test('serves compressed files', () => expectCompressed(base));

    test('all five operations work between sign-in and sign-out', async ({
      page,
      person,
      wire,
      serviceLog,
    }) => {
      await page.goto(`${base}calls/sample-completes`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signInAtServer(page, person);
      await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
      await expect(page).toHaveURL(`${ORIGIN}${base}calls/sample-completes`);

      const silent = page.waitForResponse((response) =>
        response.url().startsWith(`${ORIGIN}${base}auth/silent?`),
      );
      await page.reload();
      expect((await silent).status()).toBe(200);
      await page.goto(base);
      await expect(page).toHaveURL(`${ORIGIN}${base}calls`);
      await watch(page, 'sample-long');
      await expect(row(page, 'sample-long')).toContainText('In progress');
      await expect(field(page)).toHaveValue('');

      const rail = page.getByRole('navigation', { name: 'Main' });
      await rail.getByRole('link', { name: 'Webhooks' }).click();
      await expect(page).toHaveURL(`${ORIGIN}${base}webhooks`);
      await attach(page, 'wh-1');
      await answered(page, 'Attached');
      await detachButton(page).click();
      await confirmDetach(page);
      await answered(page, 'Detached');

      await rail.getByRole('link', { name: 'Provider' }).click();
      await provider.fill(page);
      await provider.saveButton(page).click();
      await expect(provider.note(page, 'Configuration accepted')).toBeVisible();
      await provider.deleteAfterTyping(page, 'Sandbox');
      await expect(provider.note(page, 'Deletion accepted')).toBeVisible();

      const did = (await serviceLog()).map((entry) => entry.did);
      expect(did).toEqual(expect.arrayContaining(['read', 'attached', 'detached', 'saved', 'deleted']));
      expect(new Set(wire.map(({ path }) => path)).size).toBe(5);

      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expect(page).toHaveURL(`${ORIGIN}${base}`);
      // The log names no call, and no code of a sign-in.
      expect(running?.log()).not.toMatch(/sample-|code=|state=/);
    });

    test('the setup page passes every check', async ({ page, person }) => {
      await page.goto(`${base}setup`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signInAtServer(page, person);
      await page.getByRole('button', { name: 'Run all checks' }).click();
      await expect(page.getByRole('status').filter({ hasText: /passed/ })).toHaveText(
        '11 passed, 0 failed, 0 warnings',
      );
      for (const path of ['auth/callback', 'auth/silent', '']) {
        await expect(page.getByText(`${ORIGIN}${base}${path}`, { exact: true })).toBeVisible();
      }
    });
  });
}

test('the container refuses a wrong configuration', () => {
  const nothing = refuseToStart({});
  expect(nothing.status).toBe(1);
  expect(nothing.stderr).toContain('CONSOLE_OIDC_AUTHORITY (oidc.authority) is missing');
  const mounted = refuseToStart({}, '{"api":{"baseUrl":"voice.example"}}');
  expect(mounted.status).toBe(1);
  expect(mounted.stderr).toContain('api.baseUrl must be an https address');
  expect(refuseToStart({ PORT: '80/; x' }).stderr).toContain('PORT must be a number');
});
