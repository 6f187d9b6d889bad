import { readFileSync } from 'node:fs';
import { decodeJwt, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
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
};

/** A module that is run: what is bent, how the sign-in ends, and whether the suite wants it so. */
type Run = { bent: Bent; ends: RegExp; verdict: 'passes' | 'does not pass' };
/** Of what the console does not do. */
const NOT_RUN = 'does not apply';

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

const accepts = (bent: Bent, verdict: Run['verdict'] = 'passes'): Run => ({
  bent,
  ends: /^(active|renewed)$/,
  verdict,
});
const refuses = (bent: Bent, ends: RegExp): Run => ({ bent, ends, verdict: 'passes' });

const BASIC: Record<string, Run | typeof NOT_RUN> = {
  'oidcc-client-test': accepts({}),
  'oidcc-client-test-invalid-iss': refuses(
    { claims: (claims) => ({ ...claims, iss: `${claims.iss}1` }) },
    /^id_token_issuer: The ID token names the issuer .+1, but/,
  ),
  'oidcc-client-test-missing-sub': refuses({ claims: without('sub') }, /^id_token_unreadable/),
  'oidcc-client-test-invalid-aud': refuses(
    { claims: (claims) => ({ ...claims, aud: 'console1' }) },
    /^id_token_audience/,
  ),
  'oidcc-client-test-missing-iat': refuses({ claims: without('iat') }, /^id_token_time/),
  'oidcc-client-test-kid-absent-single-jwks': accepts({ header: ({ alg }) => ({ alg }) }),
  'oidcc-client-test-kid-absent-multiple-jwks': accepts({ header: ({ alg }) => ({ alg }) }, 'does not pass'),
  'oidcc-client-test-idtoken-sig-rs256': accepts({}),
  'oidcc-client-test-idtoken-sig-none': refuses({ token: unsigned }, /^id_token_unreadable/),
  'oidcc-client-test-invalid-sig-rs256': accepts({ token: badlySigned }, 'does not pass'),
  'oidcc-client-test-userinfo-invalid-sub': NOT_RUN,
  'oidcc-client-test-nonce-invalid': refuses(
    { claims: (claims) => ({ ...claims, nonce: `${String(claims['nonce'])}1` }) },
    /^id_token_unreadable/,
  ),
  'oidcc-client-test-scope-userinfo-claims': NOT_RUN,
  'oidcc-client-test-client-secret-basic': NOT_RUN,
};

const CONFIG: Record<string, Run | typeof NOT_RUN> = {
  'oidcc-client-test-discovery-openid-config': accepts({}),
  'oidcc-client-test-discovery-jwks-uri-keys': NOT_RUN,
  'oidcc-client-test-discovery-issuer-mismatch': refuses(
    { description: (description) => ({ ...description, issuer: `${String(description['issuer'])}1` }) },
    /^discovery_issuer: The description of the sign-in service names the issuer .+1, but the configuration expects /,
  ),
  'oidcc-client-test-idtoken-sig-none': refuses({ token: unsigned }, /^id_token_unreadable/),
  'oidcc-client-test-signing-key-rotation-just-before-signing': accepts({
    header: ({ alg }) => ({ alg, kid: 'made-a-moment-ago' }),
  }),
  'oidcc-client-test-signing-key-rotation': accepts({
    renewed: true,
    header: ({ alg }) => ({ alg, kid: 'another-one' }),
  }),
};

const REFRESH: Record<string, Run | typeof NOT_RUN> = {
  'oidcc-client-test-refresh-token': accepts({ renewed: true }),
  'oidcc-client-test-refresh-token-invalid-issuer': refuses(
    { renewed: true, claims: (claims) => ({ ...claims, iss: `${claims.iss}1` }) },
    /^ended$/,
  ),
  'oidcc-client-test-refresh-token-invalid-sub': refuses(
    { renewed: true, claims: (claims) => ({ ...claims, sub: `${claims.sub}1` }) },
    /^ended$/,
  ),
};

const PLANS = { Basic: BASIC, Config: CONFIG, 'Refresh token': REFRESH };

let sandbox: Started;
let signingKey: CryptoKey;
test.beforeAll(async () => {
  ({ privateKey: signingKey } = await generateKeyPair('RS256'));
  sandbox = await startForConsole();
});
test.afterAll(() => sandbox.close());

/** A proxy that changes descriptions and ID tokens, and signs them again with RS256. */
const fetchWith = ({ claims, header, token, renewed, description }: Bent): typeof fetch => {
  const real = globalThis.fetch;
  return async (input, init) => {
    const response = await real(input, init);
    const url = input instanceof Request ? input.url : input.toString();
    if (description && url.endsWith('openid-configuration'))
      return Response.json(description((await response.json()) as Json));
    const body = init?.body;
    const isRefresh = body instanceof URLSearchParams && body.get('grant_type') === 'refresh_token';
    if (!url.endsWith('/token') || isRefresh !== (renewed === true)) return response;
    const tokens = (await response.json()) as { id_token: string };
    const given = decodeJwt(tokens.id_token);
    const signed = await new SignJWT(claims ? claims(given) : given)
      .setProtectedHeader((header ?? ((usual) => usual))({ alg: 'RS256', kid: 'one' }))
      .sign(signingKey);
    return Response.json({ ...tokens, id_token: token ? token(signed) : signed });
  };
};

const run = async (bent: Bent): Promise<string> => {
  const real = globalThis.fetch;
  globalThis.fetch = fetchWith(bent);
  try {
    const oidc = { scope: 'openid profile offline_access' };
    const { session, page } = await signInToConsole(sandbox, { person: 'Conny Formant', oidc });
    const came = outcomeOf(session.getState());
    if (!bent.renewed || came !== 'active') return came;
    // A token is not renewed in its first minute.
    await page.pass(60);
    return await session.renew(session.accessToken() ?? '');
  } finally {
    globalThis.fetch = real;
  }
};

for (const [plan, modules] of Object.entries(PLANS)) {
  for (const [name, module] of Object.entries(modules)) {
    if (module === NOT_RUN) continue;
    test(`${plan}: ${name}`, async () => {
      expect(await run(module.bent)).toMatch(module.ends);
    });
  }
}

test('the docs name the modules that don’t pass', () => {
  const documented = readFileSync('docs/security.md', 'utf8').match(/oidcc-client-test-[\w-]+/g);
  const failing = Object.values(PLANS)
    .flatMap((modules) => Object.entries(modules))
    .filter(([, module]) => module !== NOT_RUN && module.verdict !== 'passes')
    .map(([name]) => name);
  expect(documented).toEqual(failing);
});
