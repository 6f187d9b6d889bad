import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { parseConfig } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { PROVIDERS } from './providers/index.ts';
import { oidcOf } from './providers/bend.ts';
import type { Profile } from './providers/profile.ts';
import { outcomeOf, signInToConsole, startForConsole } from './testing-console.ts';
import { createBrowser, type Started } from './testing.ts';

// What the products do over HTTP. e2e/providers.story.ts tests what the user sees.

const SERVICE = 'https://voice.example';

const using = async (provider: string, run: (sandbox: Started) => Promise<void>) => {
  const sandbox = await startForConsole(provider);
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
};

/** What the service says to a call with the token that the console got. */
const asked = async (sandbox: Started, oidc: Record<string, unknown> = {}): Promise<number> => {
  const { session } = await signInToConsole(sandbox, { person: 'Ada', oidc });
  expect(outcomeOf(session.getState())).toBe('active');
  const response = await fetch(`${sandbox.serviceOrigin}/api/v3/call_status?callId=sample-long`, {
    headers: { Authorization: `Bearer ${session.accessToken() ?? ''}`, Accept: 'application/json' },
  });
  return response.status;
};

/** An authorization request of a user that the product does not know. */
const authorize = (sandbox: Started, profile: Profile, parameters: Record<string, string>) => {
  const { clientId, scope = '' } = oidcOf(profile, { ...profile.example, service: SERVICE });
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${sandbox.consoleOrigin}/auth/silent`,
    scope,
    state: 's-1',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const { mount, routes } = profile;
  return createBrowser(sandbox).get(`${sandbox.authorizationOrigin}${mount}${routes.authorization}?${query}`);
};

for (const [name, profile] of Object.entries(PROVIDERS)) {
  test(`${name}: behaves as its profile says`, async () => {
    await using(name, async (sandbox) => {
      const { logout, omits, namesIssuer, cors, mount, routes } = profile;
      const address = `${sandbox.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const description = (await (await fetch(address)).json()) as Record<string, unknown>;
      expect(description['issuer']).toBe(sandbox.issuer);
      expect(description['token_endpoint']).toBe(`${sandbox.endpointsOrigin}${mount}${routes.token}`);
      const isPublished = logout.kind === 'standard' || logout.kind === 'stays';
      expect('end_session_endpoint' in description).toBe(isPublished);
      expect(omits.filter((left) => left in description)).toEqual([]);

      const page = await authorize(sandbox, profile, {});
      expect(page.body).toContain('Choose a sample user');
      for (const [header, value] of Object.entries(profile.pageHeaders))
        expect([header, page.headers.get(header)]).toEqual([header, value]);

      const silent = await authorize(sandbox, profile, { prompt: 'none' });
      const answer = new URL(silent.url).searchParams;
      const isAnswered = profile.promptNone === 'answered';
      expect(answer.get('error')).toBe(isAnswered ? 'login_required' : null);
      expect(silent.body.includes('Choose a sample user')).toBe(!isAnswered);
      expect(answer.get('iss')).toBe(isAnswered && namesIssuer ? sandbox.issuer : null);

      const foreign = await fetch(String(description['token_endpoint']), {
        method: 'POST',
        headers: { Origin: 'https://elsewhere.example' },
        body: new URLSearchParams({ client_id: profile.clientId, grant_type: 'refresh_token' }),
      });
      expect(foreign.headers.has('access-control-allow-origin')).toBe(cors === 'any');
    });
  });
}

/** What each product needs, so that its token is for the service: without it every request is refused. */
const FORGOTTEN: Record<string, Record<string, unknown>> = {
  keycloak: { scope: 'openid profile email' },
  auth0: { authorizationParams: {} },
  entra: { scope: 'openid profile email offline_access' },
  zitadel: { scope: 'openid profile email offline_access' },
  authelia: { authorizationParams: {} },
  hydra: { authorizationParams: {} },
  logto: { resource: undefined, scope: 'openid profile email' },
};

for (const [name, oidc] of Object.entries(FORGOTTEN)) {
  test(`${name}: gives a token for the service`, async () => {
    await using(name, async (sandbox) => {
      expect(await asked(sandbox)).toBe(200);
      expect(await asked(sandbox, oidc)).toBe(401);
    });
  });
}

test('okta-org: its tokens are for Okta alone', async () => {
  await using('okta-org', async (sandbox) => expect(await asked(sandbox)).toBe(401));
});

test('entra: refuses documents of version 1 and all tenants', async () => {
  await using('entra', async (sandbox) => {
    const tenant = new URL(sandbox.issuer).pathname.split('/')[1] ?? '';
    for (const [path, found] of [
      [`/${tenant}`, `https://sts.windows.net/${tenant}/`],
      ['/common/v2.0', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
    ] as const) {
      const authority = `${sandbox.authorizationOrigin}${path}`;
      const { session } = await signInToConsole(sandbox, { person: 'Ada', oidc: { authority } });
      expect(outcomeOf(session.getState())).toBe(
        `discovery_issuer: The description of the sign-in service names the issuer ${found}, but the configuration expects ${authority}.`,
      );
    }
  });
});

for (const [name, authority] of [
  ['authentik', (issuer: string) => issuer.replace(/\/$/, '')],
  ['auth0', (issuer: string) => issuer.replace(/\/$/, '')],
  ['keycloak', (issuer: string) => `${issuer}/`],
] as const) {
  test(`${name}: refuses a missing or additional slash`, async () => {
    await using(name, async (sandbox) => {
      const wrong = authority(sandbox.issuer);
      const { session } = await signInToConsole(sandbox, { person: 'Ada', oidc: { authority: wrong } });
      expect(outcomeOf(session.getState())).toContain(
        `names the issuer ${sandbox.issuer}, but the configuration expects ${wrong}.`,
      );
    });
  });
}

for (const [name, last, over] of [
  ['entra', 23, 25],
  ['logto', 13 * 24, 15 * 24],
] as const) {
  test(`${name}: a refresh token ends in time`, async () => {
    const real = Date.now;
    const start = real();
    try {
      await using(name, async (sandbox) => {
        const { session, page } = await signInToConsole(sandbox, { person: 'Ada' });
        const renewAt = (hours: number) => {
          const milliseconds = hours * 3_600_000;
          Date.now = () => start + milliseconds;
          Object.assign(page.clock, { wall: start + milliseconds, up: milliseconds });
          return session.renew(session.accessToken() ?? '');
        };
        expect(await renewAt(last / 2)).toBe('renewed');
        expect(await renewAt(last)).toBe('renewed');
        expect(await renewAt(over)).toBe('ended');
      });
    } finally {
      Date.now = real;
    }
  });
}

for (const name of Object.keys(PROVIDERS)) {
  test(`${name}: has sources and a readable configuration`, () => {
    const profile = PROVIDERS[name];
    if (!profile) throw new Error(name);
    expect(profile.sources.length).toBeGreaterThan(0);
    expect(profile.sources.every((source) => source.startsWith('https://'))).toBe(true);
    const oidc = oidcOf(profile, { ...profile.example, service: SERVICE });
    const parsed = parseConfig({ api: { baseUrl: SERVICE }, oidc });
    expect(parsed.ok).toBe(true);
  });
}

/** The JSON blocks of a page. */
const blocksOf = (file: string): unknown[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) =>
    JSON.parse(text),
  );

type Shown = { oidc?: object };

/** The configuration that a page shows, and that of a variant, which has only what differs. */
const configsOf = (file: string): unknown[] => {
  const isConfig = (block: unknown): block is Shown => isRecord(block) && 'oidc' in block;
  const [first, variant] = blocksOf(file).filter(isConfig);
  return [first, { ...first, oidc: { ...first?.oidc, ...variant?.oidc } }];
};

/** The page of a product, and those of its variants that have none of their own. */
const PAGE_OF: Record<string, string> = { 'auth0-old': 'auth0', 'okta-org': 'okta' };

for (const [name, profile] of Object.entries(PROVIDERS)) {
  const file = `docs/providers/${PAGE_OF[name] ?? name}.md`;
  if (profile.needsSecret || name === 'okta-org') continue;
  test(`${name}: its page shows the configuration`, () => {
    const oidc = oidcOf(profile, { ...profile.example, service: SERVICE });
    expect(configsOf(file)).toContainEqual({ oidc });
  });
}

test('refuses an unknown product and lists the known ones', async () => {
  await expect(startForConsole('keyclock')).rejects.toThrow(/No provider "keyclock".+keycloak, auth0/);
  const started = spawnSync('node', ['scripts/vite.mjs', 'preview', '--provider'], { encoding: 'utf8' });
  expect([started.status, started.stderr]).toEqual([1, expect.stringContaining('--provider needs the name')]);
});

test('the guide links a page for each product', () => {
  const guide = readFileSync('docs/identity-providers.md', 'utf8');
  const pages = new Set(Object.keys(PROVIDERS).map((name) => `providers/${PAGE_OF[name] ?? name}.md`));
  expect(pages.size).toBe(12);
  for (const page of pages) expect(guide).toContain(`](${page})`);
});
