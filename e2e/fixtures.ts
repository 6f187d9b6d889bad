import { createHash } from 'node:crypto';
import { expect, test as base, type BrowserContext, type Page, type Request } from 'playwright/test';
import { parseConfig, type Config } from '#src/config.ts';

export { expect };

/** One request as it leaves the browser for the service. */
export type Sent = {
  method: string;
  /** Path after the service's origin, such as `/api/v3/call_status`. */
  path: string;
  query: [string, string][];
  /** The query, percent-encoded, without the question mark. */
  rawQuery: string;
  headers: Record<string, string>;
  body: string | null;
};

type RawConfig = Record<string, unknown> & {
  api: { baseUrl: string };
  oidc: { authority: string; clientId: string; scope: string };
};

const KNOWN = new Set([
  'POST /api/v3/update_provider',
  'GET /api/v3/call_status',
  'DELETE /api/v3/delete_provider',
  'POST /api/v3/remove_webhook_campaingn',
  'POST /api/v3/add_webhook_campaingn',
]);

/** What browsers log for a failed cross-origin request. No page can prevent it. */
const BROWSERS_OWN =
  /^(?:Failed to load resource|Access to fetch at|Fetch API cannot load|Cross-Origin Request Blocked)/;
const isBrowsersOwnNote = (text: string, url: string, own: string) => {
  // Parts may be on their way when a test goes offline.
  if (text.includes('ERR_INTERNET_DISCONNECTED') && url.includes('/assets/')) return true;
  const about = /https?:\/\/[^\s']+/.exec(text)?.[0] ?? url;
  return !about.startsWith(own) && BROWSERS_OWN.test(text);
};

type Fixtures = {
  /** Loads all parts once idle, as for users. Otherwise only needed parts: a test spares a twelfth of its time. */
  preloads: boolean;
  /** Unique to this test: the sandbox keeps everything per person. */
  person: string;
  /** Every request to the service, in order. */
  wire: Sent[];
  /** Fails the test on a console error or warning, a page error or an unknown request. */
  strict: { allow: (pattern: RegExp) => void; allowRequest: (pattern: RegExp) => void };
  /** Opens `path` signed in as `person`. */
  signIn: (path?: string, options?: { name?: string }) => Promise<void>;
  /** Changes the configuration, merged one level deep. Call it before opening a page. */
  configure: (patch: Record<string, unknown>) => Promise<Config>;
  /** What the sandbox received and did for this person. */
  serviceLog: () => Promise<ServiceLogEntry[]>;
};

export type ServiceLogEntry = {
  at: number;
  method: string;
  path: string;
  query: [string, string][];
  did: string | null;
  answer: number | 'dropped';
  tokenId: string | null;
  contentType: string | null;
  accept: string | null;
  body: unknown;
};

const toSent = (request: Request): Sent => {
  const url = new URL(request.url());
  return {
    method: request.method(),
    path: url.pathname,
    query: [...url.searchParams.entries()],
    rawQuery: url.search.slice(1),
    headers: request.headers(),
    body: request.postData(),
  };
};

/** Stories run in every engine: fail early if one uses what only Chromium has. */
const refuseChromiumsOwn = (context: BrowserContext) => {
  const refuse = () => Promise.reject(new Error('Only Chromium has this: it has no place in a story.'));
  Object.assign(context, { newCDPSession: refuse, grantPermissions: refuse });
};

let lastPerson = 0;

export const test = base.extend<Fixtures>({
  preloads: [false, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern
  person: async ({}, use, testInfo) => {
    lastPerson += 1;
    await use(`Test ${testInfo.parallelIndex} ${testInfo.workerIndex} ${lastPerson}`);
  },

  strict: [
    async ({ page, context, baseURL, preloads }, use, { tags }) => {
      if (tags.includes('@story')) refuseChromiumsOwn(context);
      // Otherwise the intervals of checks vary, and a time has sometimes one more.
      await context.addInitScript((saveData) => {
        Math.random = () => 0.5;
        if (saveData) Object.defineProperty(navigator, 'connection', { value: { saveData } });
      }, !preloads);
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      const allowedRequests: RegExp[] = [];
      const own = baseURL ?? '';
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (isBrowsersOwnNote(message.text(), message.location().url, own)) return;
        faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        const line = `${request.method()} ${url.pathname}`;
        const toService =
          url.port === String(Number(new URL(own).port) + 2) || url.pathname.startsWith('/api/');
        if (toService && request.method() !== 'OPTIONS' && !KNOWN.has(line)) {
          if (!allowedRequests.some((pattern) => pattern.test(line))) faults.push(`request: ${line}`);
        }
        if (!toService && request.headers()['authorization']) faults.push(`token sent to ${request.url()}`);
      });
      await use({
        allow: (pattern) => allowed.push(pattern),
        allowRequest: (pattern) => allowedRequests.push(pattern),
      });
      // A request may still be under way when the test ends.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],

  wire: [
    async ({ page, baseURL }, use) => {
      const sent: Sent[] = [];
      const servicePort = String(Number(new URL(baseURL ?? '').port) + 2);
      page.on('request', (request) => {
        const url = new URL(request.url());
        const toService = url.port === servicePort || url.pathname.includes('/api/v3/');
        if (toService && request.method() !== 'OPTIONS') sent.push(toSent(request));
      });
      await use(sent);
    },
    { auto: true },
  ],

  signIn: async ({ page, person, baseURL }, use) => {
    await use(async (path = '/calls', { name = person } = {}) => {
      await arriveSignedIn(page, baseURL ?? '', name, path);
      await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
    });
  },

  configure: async ({ page, request }, use) => {
    await use(async (patch) => {
      const shipped = (await (await request.get('/config.json')).json()) as RawConfig;
      const merged: Record<string, unknown> = { ...shipped };
      for (const [key, value] of Object.entries(patch)) {
        const before = merged[key];
        const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
        merged[key] = isGroup && typeof before === 'object' ? { ...before, ...value } : value;
      }
      await page.route('/config.json', (route) => route.fulfill({ json: merged }));
      const parsed = parseConfig(merged);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      return parsed.config;
    });
  },

  serviceLog: async ({ request, wire, baseURL }, use) => {
    await use(async () => {
      const authorization = wire.findLast((sent) => sent.headers['authorization'])?.headers['authorization'];
      if (!authorization) return [];
      const servicePort = Number(new URL(baseURL ?? '').port) + 2;
      const answer = await request.get(`http://localhost:${servicePort}/sandbox/log`, {
        headers: { authorization },
      });
      return ((await answer.json()) as { entries: ServiceLogEntry[] }).entries;
    });
  },
});

/** Signs in at the authorization server by requests alone, replacing any session there. */
export const signInBehind = async (page: Page, origin: string, name: string) => {
  const { oidc } = (await (await page.request.get('/config.json')).json()) as RawConfig;
  const query = new URLSearchParams({
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: `${origin}/auth/callback`,
    scope: oidc.scope,
    state: 'unused',
    code_challenge: createHash('sha256').update('unused').digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.context().clearCookies();
  const choice = await page.request.get(`${oidc.authority}/authorize?${query.toString()}`);
  await page.request.post(choice.url(), { form: { name } });
  return oidc;
};

/** Opens a path signed in, as after a reload. `session.test.ts` tests the sign-in page itself. */
export const arriveSignedIn = async (page: Page, origin: string, name: string, path: string) => {
  const oidc = await signInBehind(page, origin, name);
  const marking = await page.addInitScript(
    ([own, owner]) => {
      if (location.origin === own) localStorage.setItem('auth.signed-in', owner);
    },
    [origin, JSON.stringify([oidc.authority, oidc.clientId])] as const,
  );
  await page.goto(path);
  await marking.dispose();
};

/** Fills in and submits the authorization server's page. */
export const signInAtServer = async (page: Page, name: string) => {
  await page.getByLabel('Any name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Holds a page's requests until the result is called. */
export const hold = async (page: Page, url: RegExp): Promise<() => void> => {
  const held: (() => void)[] = [];
  const through = new Promise<void>((resolve) => held.push(resolve));
  await page.route(url, async (route) => {
    await through;
    await route.continue();
  });
  return () => held.forEach((letGo) => letGo());
};

/** Resolves when a page is back from the authorization server. Until then another address would break off the sign-out. */
export const backFromServer = (page: Page) =>
  page.waitForEvent('domcontentloaded', { predicate: () => new URL(page.url()).pathname === '/' });

/** Signs out here and at the authorization server, and waits until the browser is back. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click();
  const back = backFromServer(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await back;
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
};

/** All databases, storage and cookies of the console as text, one row a line. */
export const storage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        rows.push(...(await done(db.transaction(store).objectStore(store).getAll())));
      }
      db.close();
    }
    rows.push({ ...localStorage }, { ...sessionStorage }, document.cookie);
    return rows.map((row) => JSON.stringify(row)).join('\n');
  });
