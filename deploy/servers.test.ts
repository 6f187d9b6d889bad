import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { parse } from 'yaml';
import { startSandbox } from '../sandbox/start.ts';
import { productionHeaders } from '../sandbox/web-server.ts';
import { signInAtServer } from '../e2e/fixtures.ts';

// Real web servers, set up as docs/deployment.md says, under a path and at the root.

const PORT = Number(process.env['TEST_PORT'] ?? 4273);
const ORIGIN = `http://localhost:${PORT}`;

const fill = (text: string, values: Record<string, string>): string =>
  Object.entries(values).reduce((done, [name, value]) => done.replaceAll(`\${${name}}`, value), text);

const isInstalled = (command: string, ...args: string[]) =>
  spawnSync(command, args, { env: { PATH: `${process.env['PATH']}:/usr/sbin` } }).status === 0;

/** Builds for a path, and serves it with config.json. */
const build = (base: string): string => {
  const root = mkdtempSync(join(tmpdir(), 'console-'));
  chmodSync(root, 0o755);
  const folder = join(root, base);
  const built = spawnSync('npx', ['vite', 'build', '--base', base, '--outDir', folder], { encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  return root;
};

/** With the server of the image. */
const serveWithNginx = (root: string, base: string, origins: Record<string, string>): ChildProcess => {
  const own = join(root, 'nginx');
  mkdirSync(own);
  for (const name of ['console.locations', 'default.conf']) {
    const template = readFileSync(`deploy/templates/${name}.template`, 'utf8')
      .replaceAll('/tmp/', `${own}/`)
      .replace('# add_header Strict', 'add_header Strict');
    const values = { BASE_PATH: base, CONSOLE_ROOT: root, CONFIG_FILE: join(root, base, 'config.json') };
    const filled = fill(template, { ...values, ...origins });
    writeFileSync(
      join(own, name),
      filled.replace('listen 8080', `listen 127.0.0.1:${PORT}`).replace('/dev/stdout', `${own}/log`),
    );
  }
  const main = `pid ${own}/pid; daemon off; error_log stderr; events {}
http { include /etc/nginx/mime.types; client_body_temp_path ${own}/1; proxy_temp_path ${own}/2; fastcgi_temp_path ${own}/3; uwsgi_temp_path ${own}/4; scgi_temp_path ${own}/5;
include ${own}/default.conf; }`;
  writeFileSync(join(own, 'main.conf'), main);
  const checked = spawnSync('/usr/sbin/nginx', ['-t', '-c', join(own, 'main.conf')], { encoding: 'utf8' });
  expect(checked.status, checked.stderr).toBe(0);
  return spawn('/usr/sbin/nginx', ['-c', join(own, 'main.conf')], { stdio: 'ignore' });
};

const serveWithCaddy = (root: string, base: string, origins: Record<string, string>): ChildProcess => {
  const file = join(root, 'Caddyfile');
  writeFileSync(file, readFileSync('deploy/Caddyfile', 'utf8').replace('# Strict', 'Strict'));
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...origins,
      SITE: ORIGIN,
      BASE_PATH: base,
      CONSOLE_ROOT: root,
      HOME: root,
      XDG_CONFIG_HOME: root,
      XDG_DATA_HOME: root,
    },
  });
};

const SERVERS = [
  ['nginx', '/console/', isInstalled('nginx', '-v'), serveWithNginx],
  ['nginx', '/', isInstalled('nginx', '-v'), serveWithNginx],
  ['caddy', '/console/', isInstalled('caddy', 'version'), serveWithCaddy],
  ['caddy', '/', isInstalled('caddy', 'version'), serveWithCaddy],
] as const;

for (const [name, base, installed, serve] of SERVERS) {
  test(`${name} serves the console at ${base}`, async ({ page }) => {
    test.skip(!installed, `NOT TESTED: ${name} is not installed`);
    const sandbox = await startSandbox({
      consoleOrigin: ORIGIN,
      base,
      authorizationPort: PORT + 1,
      servicePort: PORT + 2,
    });
    const frame = [...new Set([sandbox.authorizationOrigin, sandbox.endpointsOrigin])];
    const origins = { connect: [...frame, sandbox.serviceOrigin], frame };
    const root = build(base);
    writeFileSync(join(root, base, 'config.json'), JSON.stringify(sandbox.config));
    const child = serve(root, base, {
      CONNECT_ORIGINS: origins.connect.join(' '),
      FRAME_ORIGINS: origins.frame.join(' '),
    });
    /** The headers of every answer, with the one that an operator may add. */
    const expectAll = ({ url, headers }: Response) => {
      expect(headers.get('content-security-policy'), url).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security'), url).toBe('max-age=31536000');
    };
    const at = (path: string) => `${ORIGIN}${base}${path.slice(1)}`;
    try {
      await expect
        .poll(() =>
          fetch(at('/')).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      const index = readFileSync(join(root, base, 'index.html'), 'utf8');
      const asset = readdirSync(join(root, base, 'assets'))[0] ?? '';
      if (base !== '/') {
        for (const query of ['', '?x=1']) {
          const slashless = await fetch(at('/').slice(0, -1) + query, { redirect: 'manual' });
          expect([slashless.status, slashless.headers.get('location')]).toEqual([301, base + query]);
          expectAll(slashless);
        }
        const outside = await fetch(ORIGIN);
        expect([outside.status, await outside.text()]).toEqual([
          404,
          expect.stringContaining('No such page.'),
        ]);
        expectAll(outside);
      }
      if (name === 'nginx') expect((await fetch(`${ORIGIN}/healthz`)).status).toBe(200);
      for (const path of [
        '/',
        '/calls',
        '/calls/a.b',
        '/webhooks/bulk',
        '/provider',
        '/setup',
        '/auth/callback?code=1',
      ])
        expect([path, await (await fetch(at(path))).text()]).toEqual([path, index]);
      for (const path of [
        '/',
        '/calls/a.b',
        '/auth/silent',
        `/assets/${asset}`,
        '/icon.svg',
        '/config.json',
        '/setup',
      ]) {
        const answer = await fetch(at(path), { headers: { 'If-Modified-Since': new Date().toUTCString() } });
        const { headers, status } = answer;
        expectAll(answer);
        expect([path, headers.get('etag'), headers.get('last-modified')]).toEqual([path, null, null]);
        const wanted = productionHeaders(path, origins);
        const sent = Object.fromEntries(Object.keys(wanted).map((header) => [header, headers.get(header)]));
        expect([path, status, sent]).toEqual([path, 200, wanted]);
      }
      for (const path of ['/assets/none.js', '/none.json', '/favicon.ico']) {
        const answer = await fetch(at(path));
        expectAll(answer);
        expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
      }
      await page.goto(at('/setup'));
      await page.getByRole('button', { name: 'Run all checks' }).click();
      await expect(page.getByText('No check failed.')).toBeVisible();
      await page.goto(at('/provider'));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signInAtServer(page, 'Operator');
      await expect(page.getByLabel('Account SID')).toBeVisible();
    } finally {
      child.kill();
      await sandbox.close();
      rmSync(root, { recursive: true, force: true });
    }
  });
}

test('the SBOM of a release lists all packages of the build', () => {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    jobs: { release: { steps: { run?: string }[] } };
  };
  const command = jobs.release.steps.find(({ run }) => run?.includes('npm sbom'))?.run ?? '';
  const root = build('/');
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(root, file));
  const env = { ...process.env, npm_config_offline: 'true' };
  const made = spawnSync('bash', ['-e', '-c', command], { cwd: root, env, encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  type Package = { name: string; version: string };
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
  const toNames = (packages: Package[]) => packages.map(({ name, version }) => `${name}@${version}`);
  const { components } = read('sbom.cdx.json') as { components: Package[] };
  expect(toNames(components)).toEqual(expect.arrayContaining(toNames(read('licenses.json') as Package[])));
  expect(components.filter(({ name }) => ['vite', 'typescript', 'knip'].includes(name))).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});
