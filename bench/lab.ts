import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { build, loadConfigFromFile, preview, type InlineConfig } from 'vite';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';

/** The built console, served as in production beside its sandbox, and a browser. */
export type Lab = {
  /** Of the console, such as `http://localhost:4173`. */
  origin: string;
  /** Where the build lies. */
  dist: string;
  browser: Browser;
  /** The code that stands in each page before its own: the clock, the service, the measuring. */
  pageScript: string;
  close: () => Promise<void>;
};

const OUT = resolve('bench/out/built');
const APP = `${OUT}/app`;

/** The product's own build, but for the byte budget: what is over it is told by `npm run build`. */
const productConfig = async (): Promise<InlineConfig> => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' });
  if (!loaded) throw new Error('There is no vite.config.ts');
  const plugins = (loaded.config.plugins ?? []).filter(
    (plugin) => !(plugin && 'name' in plugin && plugin.name === 'byte-budget'),
  );
  return { ...loaded.config, plugins, configFile: false, logLevel: 'warn' };
};

const buildAll = async (): Promise<void> => {
  // Vite's runner leaves another value behind, and React would come in its slow development build.
  process.env['NODE_ENV'] = 'production';
  await rm(OUT, { recursive: true, force: true });
  const product = await productConfig();
  await build({ ...product, build: { ...product.build, outDir: APP } });
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    root: resolve('bench/rival'),
    base: '/rival/',
    build: { outDir: `${APP}/rival`, emptyOutDir: true, modulePreload: false, reportCompressedSize: false },
  });
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

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolved) => {
    const server = createServer();
    server.once('error', () => resolved(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolved(true)));
  });

/** The first of three free ports in a row: the console's, and the sandbox's two after it. */
const freePorts = async (): Promise<number> => {
  for (let port = 24_100; port < 25_000; port += 3) {
    const free = await Promise.all([isFree(port), isFree(port + 1), isFree(port + 2)]);
    if (free.every(Boolean)) return port;
  }
  throw new Error('No three free ports in a row from 24100 to 25000');
};

/** Whichever Chromium is there, telling how much memory it takes. */
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
  const port = await freePorts();
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

type RawConfig = { oidc: { authority: string; clientId: string; scope: string }; [group: string]: object };

/** Signs in at the authorization server behind the page's back, with tokens that outlast a faked day. */
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
