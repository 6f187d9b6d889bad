import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';
import { signInAtServer } from '../../e2e/fixtures.ts';
import { makeOtherBuild } from './other-build.ts';
import { absent, freshFolder, openSandbox, ORIGIN, PORT, prepare, runNginx } from './server-kit.ts';

test.skip(absent.nginx !== undefined, absent.nginx);

const DEPLOYMENTS = 12;
const REQUESTS_A_SECOND = 200;

/** Requests go on meanwhile. */
const runCommand = promisify(execFile);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** On a connection of its own: a server may close one that is kept alive while a request is on its way. */
const get = (url: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(url, { agent: false }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += String(part)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

/** Asks for pages, and for the files of pages that are open. */
const makeLoad = () => {
  const counts: Record<string, number> = {};
  let open: string[] = [];
  const ask = async (path: string): Promise<void> => {
    const { status, text } = await get(ORIGIN + path);
    const outcome = status === 200 ? '200' : `${status} ${path}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (path === '/')
      open = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  };
  const others = ['/', '/config.json', '/version.json', '/auth/silent', '/calls/a.b'];
  const pick = (): string => {
    const all = Math.random() < 0.5 ? others : open;
    return all[Math.floor(Math.random() * all.length)] ?? '/';
  };
  const asked: Promise<void>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    // A timer may be late on a busy machine.
    const due = ((performance.now() - began) / 1000) * REQUESTS_A_SECOND;
    while (asked.length < due) asked.push(ask(pick()));
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
    const seconds = (performance.now() - began) / 1000;
    return { counts, perSecond: Math.round(asked.length / seconds) };
  };
};

test('no request is lost in twelve deployments', async () => {
  test.setTimeout(120_000);
  const sandbox = await openSandbox('/');
  const folder = freshFolder('rollout');
  prepare(folder, '/', sandbox.config);
  const include = join(folder, 'console.nginx.conf');
  const running = await runNginx(
    sandbox,
    folder,
    `server { listen ${PORT}; include ${include}; }`,
    '/healthz',
  );
  const builds = ['a1', 'b2'].map(makeOtherBuild);
  const configFile = join(folder, 'config.json');
  const reload = () => runCommand('nginx', ['-p', folder, '-c', join(folder, 'main.conf'), '-s', 'reload']);
  const deploy = async (build: string) => {
    await runCommand('node', ['release/prepare.mjs', build, folder, configFile]);
    await reload();
    await pause(500);
  };
  try {
    const stop = makeLoad();
    for (let count = 0; count < DEPLOYMENTS; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one deployment after the other
      await deploy(builds[count % 2] ?? '');
    }
    const { counts, perSecond } = await stop();
    const description = `${JSON.stringify(counts)}, ${perSecond} a second`;
    test.info().annotations.push({ type: 'requests', description });
    expect(Object.keys(counts)).toEqual(['200']);
    expect((await (await fetch(`${ORIGIN}/version.json`)).json()) as unknown).toMatchObject({ build: 'b2' });

    await runCommand('node', ['release/prepare.mjs', 'rollback', folder]);
    await reload();
    const readBuild = async () => (await (await fetch(`${ORIGIN}/version.json`)).text()).includes('a1');
    await expect.poll(readBuild).toBe(true);
  } finally {
    await running.stop();
  }
});

test('a page starts while two releases answer in turn', async ({ browser }) => {
  test.setTimeout(180_000);
  const sandbox = await openSandbox('/');
  const [older, newer] = [freshFolder('older'), freshFolder('newer')];
  prepare(older, '/', sandbox.config);
  prepare(newer, '/', sandbox.config);
  prepare(newer, '/', sandbox.config, makeOtherBuild('n2'));
  const servers = [older, newer].map(
    (folder, at) => `server { listen ${PORT + 3 + at}; include ${join(folder, 'console.nginx.conf')}; }`,
  );
  const upstream = `upstream both { server 127.0.0.1:${PORT + 3}; server 127.0.0.1:${PORT + 4}; }`;
  const front = `server { listen ${PORT}; location / { proxy_pass http://both; } }`;
  const running = await runNginx(
    sandbox,
    freshFolder('front'),
    [upstream, ...servers, front].join('\n'),
    '/healthz',
  );
  try {
    const seconds: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      // oxlint-disable no-await-in-loop -- one start after the other
      const context = await browser.newContext();
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(`${ORIGIN}/calls`);
      await page.getByRole('button', { name: 'Sign in' }).click({ timeout: 15_000 });
      seconds.push(Math.round((performance.now() - began) / 100) / 10);
      await signInAtServer(page, 'Operator');
      await expect(page.getByLabel('Call IDs to watch')).toBeVisible({ timeout: 15_000 });
      await context.close();
      // oxlint-enable no-await-in-loop
    }
    test.info().annotations.push({ type: 'seconds', description: seconds.join(' ') });
    expect(seconds).toHaveLength(20);
  } finally {
    await running.stop();
  }
});
