import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';
import type { ServiceSetup } from './page/service.ts';
import type { Stage } from './stage.ts';

export type Lab = {
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
    // Playwright would end the bench before it prints.
    handleSIGINT: false,
    args: [
      ...options.args,
      '--enable-precise-memory-info',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
};

export const openLab = async (): Promise<Lab> => {
  await buildAll();
  const browser = await chromium.launch(launchOptions());
  return { dist: APP, browser, pageScript: `${OUT}/page/page.js`, close: () => browser.close() };
};

/** The console's and the sandbox's client. */
const CLIENT = 'console';

/** The console's mark in local storage that a user is signed in with this browser. */
export const signedInMark = ({ issuer }: Stage): string => JSON.stringify([issuer, CLIENT]);

/** Signs in without the page, with tokens that outlast a faked day. */
export const signIn = async (
  { origin, issuer }: Stage,
  context: BrowserContext,
  name: string,
): Promise<void> => {
  const query = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: `${origin}/auth/callback`,
    scope: 'openid',
    state: 'unused',
    code_challenge: createHash('sha256').update('unused').digest('base64url'),
    code_challenge_method: 'S256',
  });
  const choice = await context.request.get(`${issuer}/authorize?${query.toString()}`);
  await context.request.post(choice.url(), { form: { name } });
  await context.route(`${issuer}/token`, async (route) => {
    const answer = await route.fetch();
    if (route.request().method() !== 'POST') return route.fulfill({ response: answer });
    const tokens = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...tokens, expires_in: 48 * 3600 } });
  });
};

/** One language and time zone, so that numbers and times have one format. */
export const DESK = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Europe/London',
} as const;

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
