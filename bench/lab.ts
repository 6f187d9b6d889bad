import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { build, preview } from 'vite';
import { close } from '../sandbox/listen.ts';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';
import type { ServiceSetup } from './page/service.ts';
import { takePorts } from './stage.ts';

export type Lab = {
  /** The console's, such as `http://localhost:4173`. */
  origin: string;
  /** The build's directory. */
  dist: string;
  browser: Browser;
  /** Runs in each page before its code: the service and the measures. */
  pageScript: string;
  close: () => Promise<void>;
};

const OUT = resolve('bench/out/built');
const APP = `${OUT}/app`;

const buildAll = async (): Promise<void> => {
  // Vite's runner leaves another value, with which React would be its slow development build.
  process.env['NODE_ENV'] = 'production';
  await rm(OUT, { recursive: true, force: true });
  await build({ logLevel: 'warn', build: { outDir: APP } });
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: `${OUT}/page`,
      lib: {
        entry: resolve('bench/page/main.ts'),
        formats: ['iife'],
        name: 'benchPage',
        fileName: () => 'page.js',
      },
    },
  });
};

/** Builds another checkout without changing it. Any other directory is a build already. */
export const buildOf = (directory: string): string => {
  if (!existsSync(join(directory, 'vite.config.ts'))) return directory;
  const out = resolve('bench/out/before');
  const words = ['vite', 'build', '--configLoader', 'runner', '--outDir', out, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npx', [...words, '--logLevel', 'warn'], { cwd: directory, env, stdio: 'inherit' });
  return out;
};

/** The installed Chromium, with exact memory figures. */
export const launchOptions = () => {
  const options = chromiumLaunchOptions();
  return {
    ...options,
    args: [
      ...options.args,
      '--enable-precise-memory-info',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
};

export const openLab = async (): Promise<Lab> => {
  await buildAll();
  const { port, servers } = await takePorts();
  await Promise.all(servers.map(close));
  const server = await preview({
    build: { outDir: APP },
    preview: { port, strictPort: true, host: '127.0.0.1', open: false },
    logLevel: 'warn',
  });
  const browser = await chromium.launch(launchOptions());
  return {
    origin: `http://localhost:${port}`,
    dist: APP,
    browser,
    pageScript: `${OUT}/page/page.js`,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
};

type RawConfig = {
  oidc: { authority: string; clientId: string; scope: string };
  api: { baseUrl: string };
  [group: string]: object;
};

/** Signs in without the page, with tokens that outlast a faked day. */
export const signIn = async (
  lab: Pick<Lab, 'origin'>,
  context: BrowserContext,
  name: string,
): Promise<RawConfig> => {
  const shipped = (await (await context.request.get(`${lab.origin}/config.json`)).json()) as RawConfig;
  const { oidc } = shipped;
  const query = new URLSearchParams({
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: `${lab.origin}/auth/callback`,
    scope: oidc.scope,
    state: 'unused',
    code_challenge: createHash('sha256').update('unused').digest('base64url'),
    code_challenge_method: 'S256',
  });
  const choice = await context.request.get(`${oidc.authority}/authorize?${query.toString()}`);
  await context.request.post(choice.url(), { form: { name } });
  await context.route(`${oidc.authority}/token`, async (route) => {
    const answer = await route.fetch();
    if (route.request().method() !== 'POST') return route.fulfill({ response: answer });
    const tokens = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...tokens, expires_in: 48 * 3600 } });
  });
  return shipped;
};

/** One language and time zone, so that numbers and times have one format. */
export const DESK = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Europe/London',
} as const;

export const prepareConsole = async <Changed extends RawConfig>(
  lab: Pick<Lab, 'origin'>,
  context: BrowserContext,
  { name, change }: { name: string; change: (shipped: RawConfig) => Changed },
): Promise<Changed> => {
  const config = change(await signIn(lab, context, name));
  await context.route('**/config.json', (route) => route.fulfill({ json: config }));
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  const { authority, clientId } = config.oidc;
  await context.addInitScript(
    ([own, owner]) => {
      if (location.origin === own) localStorage.setItem('auth.signed-in', owner);
    },
    [lab.origin, JSON.stringify([authority, clientId])] as const,
  );
  return config;
};

export const addPageScript = async (
  lab: Lab,
  page: Page,
  setup: Pick<ServiceSetup, 'origin'>,
): Promise<void> => {
  await page.addInitScript(
    (value) => {
      window.benchSetup = value;
    },
    { seed: 1, ...setup },
  );
  await page.addInitScript({ path: lab.pageScript });
};

export const tellErrors = (page: Page): void => {
  page.on('pageerror', (error) => process.stderr.write(`page error: ${error.message}\n`));
};

export const crash = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
};
