import { createHash, randomBytes } from 'node:crypto';
import { test } from 'playwright/test';
import { startSandbox, type Sandbox } from './start.ts';

export type Started = Sandbox & { advance: (milliseconds: number) => void };

export const start = async (
  options: { consoleOrigin?: string; provider?: string } = {},
): Promise<Started> => {
  let ahead = 0;
  const sandbox = await startSandbox({
    consoleOrigin: 'http://localhost:5999',
    ...options,
    authorizationPort: 0,
    servicePort: 0,
    now: () => Date.now() + ahead,
  });
  return {
    ...sandbox,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};

export const sandboxForTests = (): Started => {
  const started = {} as Started;
  test.beforeAll(async () => void Object.assign(started, await start()));
  test.afterAll(() => started.close());
  return started;
};

type Tokens = {
  access_token: string;
  token_type?: string;
  expires_in?: number;
  id_token?: string;
  refresh_token?: string;
  error?: string;
};

type Page = { url: string; status: number; headers: Headers; body: string };
type Query = Record<string, string | undefined>;

const defined = (query: Query): [string, string][] =>
  Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  );

export const tokenRequest = async (sandbox: Sandbox, form: Record<string, string>) => {
  const response = await fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    headers: { Origin: sandbox.consoleOrigin },
    body: new URLSearchParams({ client_id: 'console', ...form }),
  });
  return { status: response.status, tokens: (await response.json()) as Tokens };
};

/** A minimal browser: cookies with paths, and redirects until they leave the authorization server. */
export const createBrowser = (sandbox: Sandbox) => {
  const cookies = new Map<string, { value: string; path: string }>();
  const verifier = randomBytes(32).toString('base64url');

  const keepCookies = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/';
      if (!name) continue;
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(`${name}${path}`);
      else cookies.set(`${name}${path}`, { value: `${name}=${value}`, path });
    }
  };
  const cookieHeader = (path: string) =>
    [...cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map((cookie) => cookie.value)
      .join('; ');

  const send = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: cookieHeader(new URL(url).pathname) },
    });
    keepCookies(response.headers);
    const location = response.headers.get('location');
    if (!location)
      return { url, status: response.status, headers: response.headers, body: await response.text() };
    const target = new URL(location, url).href;
    const origins = [sandbox.authorizationOrigin, sandbox.endpointsOrigin];
    if (origins.some((origin) => target.startsWith(`${origin}/`))) return send(target);
    return { url: target, status: response.status, headers: response.headers, body: '' };
  };
  const post = (url: string, form: Record<string, string>) =>
    send(url, { method: 'POST', body: new URLSearchParams(form) });

  return {
    verifier,
    get: (url: string) => send(url),
    post,
    /** Submits the first form of a page. */
    submit: (page: Page, extra: Record<string, string> = {}) => {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.body)?.[1] ?? '';
      const fields = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      return post(new URL(action, page.url).href, {
        ...Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
        ...extra,
      });
    },
    authorize: (query: Query = {}) => {
      const parameters = defined({
        client_id: 'console',
        response_type: 'code',
        redirect_uri: `${sandbox.consoleOrigin}/auth/callback`,
        scope: 'openid profile email',
        state: 's-1',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...query,
      });
      return send(`${sandbox.issuer}/authorize?${new URLSearchParams(parameters)}`);
    },
    cookieNames: () => [...cookies.values()].map((cookie) => cookie.value.split('=')[0] ?? ''),
    sandbox,
  };
};

type Browser = ReturnType<typeof createBrowser>;

/** Signs in and exchanges the code. An empty form is for `prompt=none`. */
export const signIn = async (browser: Browser, form: Record<string, string>, query: Query = {}) => {
  let page = await browser.authorize(query);
  if (Object.keys(form).length > 0) page = await browser.post(page.url, form);
  // For another person, a form that submits itself ends the old session.
  if (page.body.includes('document.forms[0].submit()')) page = await browser.submit(page);
  const params = new URL(page.url).searchParams;
  const code = params.get('code');
  if (!code)
    throw new Error(`no code at ${page.url}: ${page.body.replace(/<style>.*<\/style>/s, '').slice(0, 400)}`);
  const { status, tokens } = await tokenRequest(browser.sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${browser.sandbox.consoleOrigin}/auth/callback`,
    code_verifier: browser.verifier,
  });
  if (status !== 200) throw new Error(`the token endpoint answered ${status}: ${JSON.stringify(tokens)}`);
  return { tokens, params };
};

let people = 0;
export const newPerson = async (sandbox: Sandbox, name?: string) => {
  people += 1;
  const browser = createBrowser(sandbox);
  const first = await signIn(browser, { name: name ?? `Tester ${people}` });
  let token = first.tokens.access_token;
  const send = (method: string, target: string, init: RequestInit = {}) =>
    fetch(`${sandbox.serviceOrigin}${target}`, {
      redirect: 'manual',
      ...init,
      method,
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', ...init.headers },
    });
  const read = (callId: string) => send('GET', `/api/v3/call_status?callId=${encodeURIComponent(callId)}`);
  const save = (fields: object, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
    send('POST', '/api/v3/update_provider', { body: JSON.stringify(fields), headers });
  const pair = (verb: 'add' | 'remove', webhookId: string, campaignId: string) =>
    send('POST', `/api/v3/${verb}_webhook_campaingn?${new URLSearchParams({ webhookId, campaignId })}`);
  return {
    send,
    read,
    save,
    pair,
    renew: async () => {
      token = (await signIn(browser, {}, { prompt: 'none' })).tokens.access_token;
    },
    remove: () => send('DELETE', '/api/v3/delete_provider'),
    log: async () => (await (await send('GET', '/sandbox/log')).json()).entries,
    state: async () => (await send('GET', '/sandbox/state')).json(),
    token: () => token,
  };
};
