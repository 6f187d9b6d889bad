import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';
import { createLogger, createServer, preview, type InlineConfig } from 'vite';
import { close, listen } from './listen.ts';
import { sandbox } from './plugin.ts';
import { productionHeaders } from './web-server.ts';
import { parseConfig } from '#src/config.ts';
import viteConfig from '../vite.config.ts';

const isFree = (port: number): Promise<boolean> =>
  listen(port)
    .then(close)
    .then(
      () => true,
      () => false,
    );

/**
 * A port that is free together with the two after it, at least a moment ago. Below those that a system hands out by
 * itself, which other tests' connections may take at any time.
 */
const freePorts = async (): Promise<number> => {
  const port = 20_000 + 3 * Math.floor(Math.random() * 4000);
  const free = await Promise.all([port, port + 1, port + 2].map(isFree));
  return free.every(Boolean) ? port : freePorts();
};

const project = (files: Record<string, string>): string => {
  const root = test.info().outputPath('project');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
};

const quiet = () => {
  const lines: string[] = [];
  const customLogger = createLogger('silent');
  const note = (line: string) => lines.push(line);
  return {
    lines,
    customLogger: Object.assign(customLogger, { info: note, warn: note, warnOnce: note, error: note }),
  };
};

const inlineConfig = (
  root: string,
  port: number,
  customLogger: InlineConfig['customLogger'] & object,
): InlineConfig => ({
  root,
  configFile: false,
  appType: 'mpa',
  customLogger,
  plugins: [sandbox()],
  server: { port, strictPort: true, host: '127.0.0.1', ws: false, cors: false },
  preview: { port, strictPort: true, host: '127.0.0.1', cors: false },
});

const statusOf = async (url: string) => (await fetch(url)).status;
const refused = (url: string) => expect(fetch(url)).rejects.toThrow();

test('preview serves routes, real 404s and production headers', async () => {
  const root = project({
    'dist/index.html': 'the app',
    'dist/auth/silent.html': 'the silent page',
    'dist/assets/app-1.js': 'export {}',
    'dist/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const port = await freePorts();
  const log = quiet();
  const server = await preview(inlineConfig(root, port, log.customLogger));
  const origin = `http://localhost:${port}`;
  const facts = {
    issuerOrigin: `http://localhost:${port + 1}`,
    serviceOrigin: `http://localhost:${port + 2}`,
  };
  const origins = { connect: [facts.issuerOrigin, facts.serviceOrigin], frame: [facts.issuerOrigin] };

  for (const path of [
    '/',
    '/calls',
    '/calls/a.b',
    '/calls/a%2Fb.js',
    '/webhooks?campaignId=1',
    '/provider',
    '/auth/callback?code=1',
    '/setup',
    '/elsewhere',
  ]) {
    expect([path, await (await fetch(origin + path)).text()]).toEqual([path, 'the app']);
  }
  expect(await (await fetch(`${origin}/auth/silent?code=1`)).text()).toBe('the silent page');
  for (const path of [
    '/missing.js',
    '/assets/missing-1.js',
    '/favicon.ico',
    '/nothing.json',
    '/assets/none',
  ]) {
    expect([path, await statusOf(origin + path)]).toEqual([path, 404]);
  }
  for (const path of ['/', '/calls/a.b', '/auth/silent', '/assets/app-1.js', '/icon.svg', '/config.json']) {
    const { headers } = await fetch(origin + path);
    const expected = productionHeaders(path, origins);
    const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));
    expect([path, actual]).toEqual([path, expected]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await fetch(`${origin}/assets/missing-1.js`)).headers.get('cache-control')).toBe('no-store');

  const config = await (await fetch(`${origin}/config.json`)).json();
  expect(parseConfig(config)).toMatchObject({ ok: true });
  expect(config).toMatchObject({
    api: { baseUrl: facts.serviceOrigin },
    oidc: { authority: facts.issuerOrigin },
  });
  expect(await statusOf(`${facts.issuerOrigin}/.well-known/openid-configuration`)).toBe(200);
  expect(await statusOf(`${facts.serviceOrigin}/api/v3/call_status?callId=1`)).toBe(401);
  expect(await statusOf(`${origin}/api/v3/call_status?callId=1`)).toBe(401);

  server.printUrls();
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toContain(`${origin}/`);
  await server.close();
  await refused(facts.issuerOrigin);
  await refused(facts.serviceOrigin);
});

test('--console serves a console of another server', async () => {
  const root = project({ 'dist/index.html': 'the app' });
  const port = await freePorts();
  const home = 'http://localhost:8080/console/';
  process.env['SANDBOX_CONSOLE'] = home.slice(0, -1);
  const log = quiet();
  const server = await preview(inlineConfig(root, port, log.customLogger)).finally(
    () => delete process.env['SANDBOX_CONSOLE'],
  );
  const authorize = (redirect: string) => {
    const url = new URL(`http://localhost:${port + 1}/authorize`);
    const asked = {
      client_id: 'console',
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
    };
    const query = { ...asked, redirect_uri: redirect, code_challenge: 'c'.repeat(43) };
    url.search = new URLSearchParams(query).toString();
    return fetch(url, { redirect: 'manual' });
  };
  expect((await authorize(`${home}auth/callback`)).status).toBe(303);
  const refusal = await authorize(`http://localhost:${port}/auth/callback`);
  expect([refusal.status, await refusal.text()]).toEqual([400, expect.stringContaining(`href="${home}"`)]);
  const { headers } = await fetch(`http://localhost:${port + 2}/api/v3/call_status?callId=1`, {
    headers: { Origin: 'http://localhost:8080' },
  });
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
  server.printUrls();
  expect(log.lines[0]).toContain(home);
  await server.close();
});

test('dev serves the same routes, and a second start takes over', async () => {
  const root = project({ 'index.html': '<p>the app</p>', 'src/main.ts': 'export {}' });
  const port = await freePorts();
  const log = quiet();
  const first = await createServer(inlineConfig(root, port, log.customLogger));
  await first.listen();
  const origin = `http://localhost:${port}`;
  for (const path of ['/', '/calls/a.b', '/auth/callback']) {
    expect(await (await fetch(origin + path)).text()).toContain('the app');
  }
  expect(await (await fetch(`${origin}/src/main.ts`)).text()).toContain('export {}');
  expect(await statusOf(`${origin}/missing.js`)).toBe(404);
  expect((await (await fetch(`${origin}/config.json`)).json()).environment).toBe('Sandbox');

  await first.restart();
  expect(await statusOf(`http://localhost:${port + 1}/jwks`)).toBe(200);
  await first.close();
  await refused(`http://localhost:${port + 1}/jwks`);
  expect(log.lines.filter((line) => /warn|error/i.test(line))).toEqual([]);
});

test('the content security policy is strict', () => {
  const headers = productionHeaders('/calls', {
    connect: ['https://id.example', 'https://api.example'],
    frame: ['https://id.example'],
  });
  expect(headers['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
      "connect-src 'self' https://id.example https://api.example; frame-src 'self' https://id.example; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('both servers listen on this machine only', () => {
  const { server, preview: previewed } = viteConfig as { server: object; preview: object };
  for (const each of [server, previewed]) expect(each).toMatchObject({ host: '127.0.0.1', cors: false });
});
