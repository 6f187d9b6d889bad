import { parseConfig, type Config } from '#src/config.ts';

// For tests: an authorization server behind `fetch`.

export const ORIGIN = 'https://console.voice.example';
export const ISSUER = 'https://login.voice.example';
const CLIENT = 'console';

type Json = Record<string, unknown>;

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const part = (value: unknown): string => base64Url(new TextEncoder().encode(JSON.stringify(value)));

export const encodeJwt = (
  claims: unknown,
  header: unknown = { alg: 'RS256' },
  signature = 'c2ln',
): string => {
  return `${part(header)}.${part(claims)}.${signature}`;
};

export const configWith = (oidc: Json = {}): Config => {
  const result = parseConfig({
    api: { baseUrl: 'https://service.example' },
    oidc: { authority: ISSUER, clientId: CLIENT, ...oidc },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.config;
};

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const nextTask = (): Promise<void> => new Promise((go) => setTimeout(go, 0));

/** Lets promises, the library's import and its hashing go on until `isDone`; never waits for a timer. */
export const until = async (isDone: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 2000 && !isDone(); turn += 1) await nextTask();
  if (!isDone()) throw new Error('what was waited for did not come');
};
/** Lets everything go on that does not wait for a timer or a held answer. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 25; turn += 1) await nextTask();
};

/** An authorization server as we would like it; a test bends one thing. */
export const createFakeServer = (now: () => number) => {
  const codes = new Map<string, { nonce: string | null; challenge: string | null; sub: string }>();
  let count = 0;
  const server = {
    /** Who is signed in there, by cookie. */
    sub: 'alice' as string | undefined,
    lifetime: 300 as unknown,
    refreshTokens: true,
    live: new Set<string>(),
    metadata: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      end_session_endpoint: `${ISSUER}/logout`,
      revocation_endpoint: `${ISSUER}/revoke`,
      authorization_response_iss_parameter_supported: true,
    } as Json,
    bendClaims: (claims: Json): unknown => claims,
    bendIdToken: (token: string): unknown => token,
    bendTokens: (answer: Json): unknown => answer,
    bendAnswer: (_params: URLSearchParams): void => {},
    /** Called before every request. What it returns replaces the answer. */
    intercept: async (_request: { path: string; form: URLSearchParams }): Promise<Response | undefined> =>
      undefined,
    requests: [] as { path: string; form: URLSearchParams }[],
    /** The `credentials` of all requests: no cookie goes along. */
    credentials: new Set<unknown>(),
    tokenRequests: () => server.requests.filter(({ path }) => path === '/token'),

    /** What the browser would be sent back to. */
    authorize: (address: string): string => {
      const { searchParams: asked } = new URL(address);
      const answer = new URLSearchParams({ state: asked.get('state') ?? '', iss: ISSUER });
      if (server.sub === undefined) answer.set('error', 'login_required');
      else {
        count += 1;
        const code = `code-${count}`;
        codes.set(code, {
          nonce: asked.get('nonce'),
          challenge: asked.get('code_challenge'),
          sub: server.sub,
        });
        answer.set('code', code);
      }
      server.bendAnswer(answer);
      return `${asked.get('redirect_uri') ?? ''}?${answer.toString()}`;
    },

    issue: (sub: string, nonce: string | null): Response => {
      count += 1;
      const seconds = Math.floor(now() / 1000);
      const claims = {
        iss: ISSUER,
        aud: CLIENT,
        sub,
        iat: seconds,
        exp: seconds + 3600,
        name: `Name of ${sub}`,
      };
      const idToken = encodeJwt(server.bendClaims(nonce === null ? claims : { ...claims, nonce }));
      const refreshToken = `refresh-${count}-${sub}`;
      if (server.refreshTokens) server.live.add(refreshToken);
      return json(
        server.bendTokens({
          access_token: `access-${count}`,
          token_type: 'Bearer',
          expires_in: server.lifetime,
          id_token: server.bendIdToken(idToken),
          ...(server.refreshTokens && { refresh_token: refreshToken }),
        }),
      );
    },

    token: async (form: URLSearchParams): Promise<Response> => {
      if (form.get('grant_type') === 'refresh_token') {
        const used = form.get('refresh_token') ?? '';
        if (!server.live.delete(used)) return json({ error: 'invalid_grant' }, 400);
        return server.issue(used.split('-')[2] ?? '', null);
      }
      const code = form.get('code') ?? '';
      const known = codes.get(code);
      codes.delete(code);
      const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '');
      const digest = base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', verifier)));
      if (!known || known.challenge !== digest) return json({ error: 'invalid_grant' }, 400);
      return server.issue(known.sub, known.nonce);
    },

    fetch: async (input: unknown, init?: RequestInit): Promise<Response> => {
      const { pathname: path } = new URL(String(input));
      const form = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : '');
      server.requests.push({ path, form });
      server.credentials.add(init?.credentials);
      const instead = await server.intercept({ path, form });
      if (instead) return instead;
      if (path === '/token') return server.token(form);
      if (path === '/revoke') return new Response(null, { status: 200 });
      if (path === '/.well-known/openid-configuration') return json(server.metadata);
      throw new TypeError('Failed to fetch');
    },
  };
  return server;
};
