import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { signInAtServer } from '../../e2e/fixtures.ts';
import { absent, freshFolder, openSandbox, ORIGIN, PORT, prepare, runNginx } from './server-kit.ts';

// Mistakes of operators on a real nginx: the page names cause and cure within 20 seconds.

const MOST_MS = 20_000;
const SERVICE_PORT = PORT + 2;
const GATEWAY_PORT = PORT + 3;

type Config = { api: { baseUrl: string }; oidc: { authority: string; clientId: string } };

type Mistake = {
  name: string;
  /** Prepared for this path; `/` if not named. */
  base?: string;
  /** Where it is served, if elsewhere. */
  servedAt?: string;
  /** Registered at the issuer for this path. */
  registered?: string;
  /** Changes the configuration before it is prepared. */
  change?: (config: Config) => void;
  /** Changes what was prepared; the site is at `site`, the file for nginx at `include`. */
  spoil?: (site: string, include: string) => void;
  /** Lines of a gateway in front of the service. */
  gateway?: string;
  /** Until the page says it. */
  look: (page: Page) => Promise<void>;
  says: readonly string[];
};

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

const CORS = `add_header Access-Control-Allow-Origin ${ORIGIN}`;
const preflight = (methods: string, headers: string) =>
  `if ($request_method = OPTIONS) { ${CORS} always; add_header Access-Control-Allow-Methods "${methods}" always; add_header Access-Control-Allow-Headers "${headers}" always; return 204; }`;
const ALL_METHODS = 'GET, POST, DELETE';
const ALL_HEADERS = 'Authorization, Content-Type, Accept';

const runChecks = (page: Page) => page.getByRole('button', { name: 'Run all checks' }).click();

const openSetup = async (page: Page) => {
  await page.goto(`${ORIGIN}/setup`);
  await runChecks(page);
};

const signIn = async (page: Page, path: string) => {
  await page.goto(`${ORIGIN}${path}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, 'Operator');
};

const checkSignedIn = async (page: Page) => {
  await signIn(page, '/setup');
  await runChecks(page);
};

const MISTAKES: readonly Mistake[] = [
  {
    name: 'redirect address not registered',
    registered: '/elsewhere/',
    look: openSetup,
    says: [`Nothing came back within 8 s.`, `Register ${ORIGIN}/auth/silent as a redirect address`],
  },
  {
    name: 'client ID',
    change: ({ oidc }) => (oidc.clientId = 'consol'),
    look: openSetup,
    says: ['It refused this client', 'Register the client ID as a public client'],
  },
  {
    name: 'no CORS at the service',
    gateway: '',
    look: checkSignedIn,
    says: ['does not let this page read it (CORS)', `send Access-Control-Allow-Origin: ${ORIGIN}`],
  },
  {
    name: 'no CORS on errors',
    gateway: `${preflight(ALL_METHODS, ALL_HEADERS)} ${CORS};`,
    look: checkSignedIn,
    says: ['does not let this page read it (CORS)', 'with every answer, errors too'],
  },
  {
    name: 'CORS without Authorization',
    gateway: `${preflight(ALL_METHODS, 'Content-Type, Accept')} ${CORS} always;`,
    look: checkSignedIn,
    says: ['stopped a request with the header Authorization', 'Access-Control-Allow-Headers: Authorization'],
  },
  {
    name: 'CORS without DELETE',
    gateway: `${preflight('GET, POST', ALL_HEADERS)} ${CORS} always;`,
    look: async (page) => {
      await signIn(page, '/provider');
      await page.getByRole('button', { name: 'Delete configuration' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Sandbox');
      await dialog.getByRole('button', { name: /^Delete/ }).click();
    },
    says: ['Outcome unknown', 'the method DELETE (CORS)'],
  },
  {
    name: 'slash at the end of the issuer',
    change: ({ oidc }) => (oidc.authority += '/'),
    look: openSetup,
    says: ['but the configuration expects', 'Set oidc.authority to exactly the name'],
  },
  {
    name: 'typing error in a key',
    spoil: (site) => edit(join(site, 'config.json'), (text) => text.replace('"clientId"', '"clientID"')),
    look: async (page) => void (await page.goto(ORIGIN)),
    says: ['oidc.clientID is not a known key; known here', 'oidc.clientId is missing'],
  },
  {
    name: 'broken JSON',
    spoil: (site) => edit(join(site, 'config.json'), (text) => text.slice(0, -1)),
    look: async (page) => void (await page.goto(ORIGIN)),
    says: ['The file is not valid JSON'],
  },
  {
    name: 'no config.json',
    spoil: (site) => rmSync(join(site, 'config.json')),
    look: async (page) => void (await page.goto(ORIGIN)),
    says: ['was answered with 404', 'Put a config.json beside index.html'],
  },
  {
    name: 'page of an older version',
    spoil: (site) =>
      edit(join(site, 'index.html'), (html) =>
        html
          .replace(/(src="\/assets\/index-)[\w-]+\.js/, '$1older000.js')
          .replace(/data-build="\w+"/, 'data-build="older"'),
      ),
    look: async (page) => void (await page.goto(ORIGIN)),
    says: ['This page is out of date', 'Cache-Control: no-cache'],
  },
  {
    name: 'policy without the issuer',
    spoil: (_site, include) =>
      edit(include, (text) =>
        text.replaceAll(`connect-src 'self' http://localhost:${PORT + 1}`, "connect-src 'self'"),
      ),
    look: openSetup,
    says: [`connect-src must name http://localhost:${PORT + 1}`],
  },
  {
    name: 'prepared for /, served at /console/',
    servedAt: '/console/',
    look: async (page) => void (await page.goto(`${ORIGIN}/console/`)),
    says: ['is served at /console/, and was prepared for /.', 'CONSOLE_BASE_PATH=/console/'],
  },
  {
    name: 'prepared for /console/, served at /',
    base: '/console/',
    servedAt: '/',
    look: async (page) => void (await page.goto(ORIGIN)),
    says: ['is served at /, and was prepared for /console/.', 'CONSOLE_BASE_PATH=/'],
  },
  {
    name: 'prepared for /console/, served at /admin/',
    base: '/console/',
    servedAt: '/admin/',
    look: async (page) => void (await page.goto(`${ORIGIN}/admin/calls`)),
    says: ['is served at /admin/, and was prepared for /console/.', 'CONSOLE_BASE_PATH=/admin/'],
  },
];

const start = async ({ base = '/', servedAt, registered, change, spoil, gateway }: Mistake) => {
  const folder = freshFolder('mistake');
  const sandbox = await openSandbox(registered ?? base);
  const config = structuredClone(sandbox.config) as Config;
  if (gateway !== undefined) config.api.baseUrl = `http://localhost:${GATEWAY_PORT}`;
  change?.(config);
  prepare(folder, base, config);
  const site = join(folder, 'current/site', base);
  const include = join(folder, 'current/console.nginx.conf');
  spoil?.(site, include);
  const console_ =
    servedAt === undefined
      ? `include ${include};`
      : `location ${servedAt} { alias ${site}; try_files $uri ${servedAt}index.html; }`;
  const hidden = ['Origin', 'Methods', 'Headers'].map(
    (name) => `proxy_hide_header Access-Control-Allow-${name};`,
  );
  const servers = [
    `server { listen ${PORT}; ${console_} location = /ready { return 200; } }`,
    `server { listen ${GATEWAY_PORT}; location / { ${gateway ?? ''} ${hidden.join(' ')} proxy_pass http://localhost:${SERVICE_PORT}; } }`,
  ];
  return runNginx(sandbox, folder, servers.join('\n'), '/ready');
};

for (const mistake of MISTAKES)
  test(`names the mistake: ${mistake.name}`, async ({ page }) => {
    test.skip(absent.nginx !== undefined, absent.nginx);
    const running = await start(mistake);
    try {
      const began = performance.now();
      await mistake.look(page);
      for (const text of mistake.says)
        await expect(page.locator('body')).toContainText(text, { timeout: MOST_MS });
      const ms = Math.round(performance.now() - began);
      test.info().annotations.push({ type: 'seconds', description: (ms / 1000).toFixed(1) });
      expect(ms).toBeLessThan(MOST_MS);
    } finally {
      await running.stop();
    }
  });
