import { readFileSync } from 'node:fs';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { expect, test } from 'playwright/test';
import { outcomeOf, signInToConsole, startForConsole } from './testing-console.ts';
import type { Started } from './testing.ts';

// The modules of the OpenID Foundation's suite for relying parties, by their names, against the sandbox. What the suite's
// provider does otherwise is done to the answers of this one.

type Json = Record<string, unknown>;
type Header = { alg: string; kid?: string };

type Bent = {
  claims?: (claims: JWTPayload) => JWTPayload;
  header?: (header: Header) => Header;
  token?: (token: string) => string;
  /** At a renewal by refresh token in place of the sign-in. */
  renewed?: true;
  description?: (description: Json) => Json;
  keys?: number;
};

/** A module that is run: what is bent, and how the sign-in ends. */
type Run = { bent: Bent; ends: RegExp };
/** One that is not, or in which the console does otherwise than the suite wants; why is in docs/conformance.md. */
type NotRun = 'does not pass' | 'does not apply';

const ACCEPTED = /^active$/;
const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const without =
  (name: string) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const unsigned = (token: string): string => `${base64Url({ alg: 'none' })}.${token.split('.')[1]}.`;
const badlySigned = (token: string): string => {
  const [header, claims, signature = ''] = token.split('.');
  return `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
};

const BASIC: Record<string, Run | NotRun> = {
  'oidcc-client-test': { bent: {}, ends: ACCEPTED },
  'oidcc-client-test-invalid-iss': {
    bent: { claims: (claims) => ({ ...claims, iss: `${claims.iss}1` }) },
    ends: /^id_token_issuer: The ID token is from .+1, but/,
  },
  'oidcc-client-test-missing-sub': { bent: { claims: without('sub') }, ends: /^id_token_unreadable/ },
  'oidcc-client-test-invalid-aud': {
    bent: { claims: (claims) => ({ ...claims, aud: `${claims.aud}1` }) },
    ends: /^id_token_audience/,
  },
  'oidcc-client-test-missing-iat': { bent: { claims: without('iat') }, ends: /^id_token_time/ },
  'oidcc-client-test-kid-absent-single-jwks': {
    bent: { header: ({ alg }) => ({ alg }) },
    ends: ACCEPTED,
  },
  'oidcc-client-test-kid-absent-multiple-jwks': 'does not pass',
  'oidcc-client-test-idtoken-sig-rs256': { bent: {}, ends: ACCEPTED },
  'oidcc-client-test-idtoken-sig-none': { bent: { token: unsigned }, ends: /^id_token_unreadable/ },
  'oidcc-client-test-invalid-sig-rs256': 'does not pass',
  'oidcc-client-test-userinfo-invalid-sub': 'does not apply',
  'oidcc-client-test-nonce-invalid': {
    bent: { claims: (claims) => ({ ...claims, nonce: `${String(claims['nonce'])}1` }) },
    ends: /^id_token_unreadable/,
  },
  'oidcc-client-test-scope-userinfo-claims': 'does not apply',
  'oidcc-client-test-client-secret-basic': 'does not apply',
};

const CONFIG: Record<string, Run | NotRun> = {
  'oidcc-client-test-discovery-openid-config': { bent: {}, ends: ACCEPTED },
  'oidcc-client-test-discovery-jwks-uri-keys': 'does not apply',
  'oidcc-client-test-discovery-issuer-mismatch': {
    bent: { description: (description) => ({ ...description, issuer: `${String(description['issuer'])}1` }) },
    ends: /^discovery_issuer: The description of the sign-in service is from .+1, but the configured one is /,
  },
  'oidcc-client-test-idtoken-sig-none': { bent: { token: unsigned }, ends: /^id_token_unreadable/ },
  'oidcc-client-test-signing-key-rotation-just-before-signing': {
    bent: { header: ({ alg }) => ({ alg, kid: 'made-a-moment-ago' }) },
    ends: ACCEPTED,
  },
  'oidcc-client-test-signing-key-rotation': {
    bent: { renewed: true, header: ({ alg }) => ({ alg, kid: 'another-one' }) },
    ends: ACCEPTED,
  },
};

const REFRESH: Record<string, Run | NotRun> = {
  'oidcc-client-test-refresh-token': { bent: { renewed: true }, ends: ACCEPTED },
  'oidcc-client-test-refresh-token-invalid-issuer': {
    bent: { renewed: true, claims: (claims) => ({ ...claims, iss: `${claims.iss}1` }) },
    ends: /^expired$/,
  },
  'oidcc-client-test-refresh-token-invalid-sub': {
    bent: { renewed: true, claims: (claims) => ({ ...claims, sub: `${claims.sub}1` }) },
    ends: /^expired$/,
  },
};

const PLANS = { Basic: BASIC, Config: CONFIG, 'Refresh token': REFRESH };

/** Stands between the console and the sandbox: descriptions and ID tokens are bent, and signed anew with RS256. */
const fetchWith = async ({ claims, header, token, renewed, description }: Bent): Promise<typeof fetch> => {
  const real = globalThis.fetch;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = (await exportJWK(privateKey)).n?.slice(0, 8) ?? '';
  return async (input, init) => {
    const response = await real(input, init);
    const url = input instanceof Request ? input.url : input.toString();
    if (description && url.endsWith('openid-configuration'))
      return Response.json(description((await response.json()) as Json));
    const isRefresh = init?.body?.toString().includes('grant_type=refresh_token') === true;
    if (!url.endsWith('/token') || isRefresh !== (renewed === true)) return response;
    const tokens = (await response.json()) as { id_token: string };
    const given = decodeJwt(tokens.id_token);
    const signed = await new SignJWT(claims ? claims(given) : given)
      .setProtectedHeader((header ?? ((usual) => usual))({ alg: 'RS256', kid }))
      .sign(privateKey);
    return Response.json({ ...tokens, id_token: token ? token(signed) : signed });
  };
};

const run = async (sandbox: Started, bent: Bent): Promise<string> => {
  const real = globalThis.fetch;
  globalThis.fetch = await fetchWith(bent);
  try {
    const oidc = { scope: 'openid profile offline_access' };
    const { session } = await signInToConsole(sandbox, { person: 'Conny Formant', oidc });
    if (bent.renewed) await session.renew(session.accessToken() ?? '');
    return outcomeOf(session.getState());
  } finally {
    globalThis.fetch = real;
  }
};

let sandbox: Started;
test.beforeAll(async () => {
  sandbox = await startForConsole();
});
test.afterAll(() => sandbox.close());

for (const [plan, modules] of Object.entries(PLANS)) {
  for (const [name, module] of Object.entries(modules)) {
    if (typeof module === 'string') continue;
    test(`${plan}: ${name}`, async () => {
      expect(await run(sandbox, module.bent)).toMatch(module.ends);
    });
  }
}

test('docs/conformance.md says of each module what is measured here, and why where it is not run', () => {
  const text = readFileSync('docs/conformance.md', 'utf8');
  const documented = text
    .split(/^## /m)
    .flatMap((section) =>
      [...section.matchAll(/^\| `(oidcc-[\w-]+)` +\| ([a-z ]+?) +\| (.+?) +\|$/gm)].map(
        ([, name, says, why]) => [section.split('\n')[0], name, says, (why ?? '').length > 20],
      ),
    );
  expect(documented).toEqual(
    Object.entries(PLANS).flatMap(([plan, modules]) =>
      Object.entries(modules).map(([name, module]) => [
        plan,
        name,
        typeof module === 'string' ? module : 'passes',
        true,
      ]),
    ),
  );
});
