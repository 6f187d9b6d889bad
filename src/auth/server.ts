import type { OidcClient } from 'oidc-client-ts';
import { isSecure, type Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { randomHex } from '#src/lib/hex.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { readJson } from '#src/lib/json.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import { parseRetryAfter } from '#src/lib/retry-after.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import { checkTokens, type Claims, type Expected, type Tokens } from './id-token.ts';
import type { Platform } from './platform.ts';
import {
  AuthError,
  toFailure,
  foreign,
  malformed,
  otherIssuer,
  refusal,
  UNREACHABLE,
  type Failure,
} from './problems.ts';

const REQUEST_LIMIT_SECONDS = 10;

const TOO_SLOW: Failure = {
  kind: 'unreachable',
  code: 'no_answer',
  text: 'The sign-in service took too long.',
};

/** Longer addresses are refused by many servers, with an error page in place of the sign-out. In characters. */
const MAX_ID_TOKEN_HINT = 4000;

export type TokenResult =
  | { ok: true; tokens: Tokens }
  | { ok: false; failure: Failure; retryAfterMs?: number | undefined };

export const getIssuer = ({ oidc }: Config): string => oidc.metadata?.issuer ?? oidc.authority;

const isSafeEndpoint = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && isSecure(new URL(value));

const REQUIRED = ['authorization_endpoint', 'token_endpoint'];
const OPTIONAL = ['end_session_endpoint', 'revocation_endpoint'];

export const checkMetadata = (metadata: unknown, issuer: string): Claims => {
  // RFC 8414 section 3.3, and over TLS.
  if (!isRecord(metadata))
    throw malformed('discovery_unreadable', 'The sign-in service doesn’t describe itself.');
  const found = metadata['issuer'];
  if (found !== issuer)
    throw foreign('discovery_issuer', otherIssuer('The description of the sign-in service', found, issuer));
  for (const name of [...REQUIRED, ...OPTIONAL.filter((each) => metadata[each] !== undefined)]) {
    if (!isSafeEndpoint(metadata[name]))
      throw foreign('discovery_endpoint', `The sign-in service has no safe address for its ${name}.`);
  }
  return metadata;
};

const readParameter = (address: string, name: string): string | null => {
  const values = new URL(address).searchParams.getAll(name);
  // RFC 6749 section 3.1
  if (values.length > 1)
    throw foreign('answer_ambiguous', 'The answer of the sign-in service contradicts itself.');
  return values[0] ?? null;
};

export const checkAnswerIssuer = (iss: string | null, metadata: Claims, issuer: string): void => {
  // RFC 9207 section 2.4
  const isPromised = metadata['authorization_response_iss_parameter_supported'] === true;
  if (iss === null ? isPromised : iss !== issuer)
    throw foreign('answer_issuer', otherIssuer('The answer', iss, issuer));
};

/** Never rejects. */
export const toTokenResult = async (ask: () => Promise<Tokens>): Promise<TokenResult> => {
  try {
    return { ok: true, tokens: await ask() };
  } catch (thrown) {
    const retryAfterMs = thrown instanceof AuthError ? thrown.retryAfterMs : undefined;
    return { ok: false, failure: toFailure(thrown), retryAfterMs };
  }
};

/** Not by the library, which hides `Retry-After`. */
const postForm = async (url: string, form: Record<string, string>, nowMs: number): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_LIMIT_SECONDS * 1000),
  });
  const answer = readJson(await response.text())?.value;
  if (response.ok && isRecord(answer)) return answer;
  const { error, error_description: description }: Record<string, unknown> = isRecord(answer) ? answer : {};
  const failure = typeof error === 'string' ? refusal(error, description) : UNREACHABLE;
  throw new AuthError(failure, parseRetryAfter(response.headers.get('retry-after'), nowMs));
};

export const createServer = (config: Config, platform: Platform) => {
  const { oidc } = config;
  const issuer = getIssuer(config);
  const { prompt: configuredPrompt, ...extraQueryParams } = oidc.authorizationParams;
  const resource = [oidc.resource ?? []].flat();
  // The token is for the service, the first resource; few servers issue one for several (RFC 8707 section 2.2).
  const extraTokenParams = { ...(resource[0] !== undefined && { resource: resource[0] }) };
  /** Else the server is asked for an access token alone. */
  const isOpenId = oidc.scope.split(/\s+/).includes('openid');
  const startedAt = platform.now() - platform.uptime();

  /** The library's own limit ends with the headers: a body that never ends would leave the page empty. */
  const limitTime = async <T>(work: Promise<T>): Promise<T> => {
    const done = await waitAtMost(
      work.then((result) => ({ result })),
      REQUEST_LIMIT_SECONDS * 1000,
      platform.after,
    );
    if (!done) throw new AuthError(TOO_SLOW);
    return done.result;
  };

  const createClient = async (): Promise<OidcClient> => {
    // By its names, so that the build leaves out the rest.
    const { InMemoryWebStorage, OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
    const { issuer: _, ...given } = oidc.metadata ?? {};
    const endpoints = omitUndefined<Record<string, string>>(given);
    const isComplete = 'authorization_endpoint' in endpoints && 'token_endpoint' in endpoints;
    return new OidcClient({
      authority: oidc.authority,
      client_id: oidc.clientId,
      redirect_uri: `${platform.origin}${BASE}auth/callback`,
      post_logout_redirect_uri: `${platform.origin}${BASE}`,
      scope: oidc.scope,
      loadUserInfo: false,
      fetchRequestCredentials: 'omit',
      requestTimeoutInSeconds: REQUEST_LIMIT_SECONDS,
      stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      extraTokenParams,
      ...(resource.length > 0 && { resource }),
      // The configured issuer must not replace a fetched one: that would hide a foreign server.
      ...(isComplete && { metadata: { ...endpoints, issuer } }),
      metadataSeed: endpoints,
    });
  };

  const connect = async (): Promise<{ client: OidcClient; metadata: Claims }> => {
    const client = await createClient();
    const metadata = checkMetadata(await limitTime(client.metadataService.getMetadata()), issuer);
    return { client, metadata };
  };

  let connected: ReturnType<typeof connect> | undefined;
  /** Loads the library and the metadata once; after a failure, again. */
  const connection = () =>
    (connected ??= connect().catch((thrown: unknown) => {
      connected = undefined;
      throw thrown;
    }));

  const check = (
    answer: unknown,
    scope: string,
    expected: Omit<Expected, 'issuer' | 'clientId' | 'clocks'>,
  ) => {
    const tokens = checkTokens(answer, {
      issuer,
      clientId: oidc.clientId,
      // The wall clock, and the same clock as if it hadn't been set since the page was loaded.
      clocks: [platform.now() / 1000, (startedAt + platform.uptime()) / 1000],
      ...expected,
    });
    return { ...tokens, scope: tokens.scope ?? scope, nonce: expected.nonce.value };
  };

  return {
    prepare: (): void => void connection().catch(() => undefined),

    /**
     * Creates a request that returns to `/auth/callback` or, in a frame or popup, to `/auth/silent`. A `prompt` replaces the
     * configured one. `saved` brings the request back after a redirect.
     */
    createRequest: async (page: 'callback' | 'silent', prompt = configuredPrompt) => {
      const { client } = await connection();
      const nonce = randomHex(32);
      const { url, state } = await client.createSigninRequest({
        redirect_uri: `${platform.origin}${BASE}auth/${page}`,
        // OpenID Connect's own: other servers may refuse it.
        ...(isOpenId && { nonce }),
        extraQueryParams,
        ...(prompt !== undefined && { prompt }),
      });
      return { url, state: state.id, nonce, saved: state.toStorageString() };
    },

    /** Checks the address that a request came back to, and exchanges its code. */
    exchange: async (
      address: string,
      { nonce, saved }: { nonce: string; saved: string },
    ): Promise<Tokens> => {
      const state = readParameter(address, 'state');
      const iss = readParameter(address, 'iss');
      const error = readParameter(address, 'error');
      const code = readParameter(address, 'code');
      const { client, metadata } = await connection();
      checkAnswerIssuer(iss, metadata, issuer);
      if (error !== null) throw new AuthError(refusal(error, readParameter(address, 'error_description')));
      if (code === null) throw foreign('answer_empty', 'The answer of the sign-in service is incomplete.');
      await client.settings.stateStore.set(state ?? '', saved);
      return check(await limitTime(client.processSigninResponse(address)), oidc.scope, {
        nonce: { value: nonce, isRequired: isOpenId },
        idTokenRequired: isOpenId,
        subject: undefined,
      });
    },

    /** Renews with the refresh token (RFC 6749 section 6), which stays if there is no new one. */
    refresh: async (before: Tokens & { refreshToken: string }): Promise<Tokens> => {
      const { metadata } = await connection();
      const form = {
        grant_type: 'refresh_token',
        client_id: oidc.clientId,
        refresh_token: before.refreshToken,
        scope: before.scope,
        ...extraTokenParams,
      };
      const answer = await postForm(String(metadata['token_endpoint']), form, platform.now());
      const tokens = check(answer, before.scope, {
        nonce: { value: before.nonce, isRequired: false },
        idTokenRequired: false,
        subject: before.claims?.['sub'],
      });
      return {
        ...tokens,
        refreshToken: tokens.refreshToken ?? before.refreshToken,
        idToken: tokens.idToken ?? before.idToken,
        claims: tokens.claims ?? before.claims,
      };
    },

    /** Revokes a refresh token (RFC 7009), if the server offers that. Never rejects. */
    revoke: async (refreshToken: string | undefined): Promise<void> => {
      if (refreshToken === undefined) return;
      try {
        const { client, metadata } = await connection();
        if (metadata['revocation_endpoint'] !== undefined)
          await client.revokeToken(refreshToken, 'refresh_token');
      } catch {
        // The session has ended here. At the server it ends by itself.
      }
    },

    /** The address that ends the server's session (RP-Initiated Logout 1.0); `undefined` if there is none. Never rejects. */
    signOutUrl: async (idToken: string | undefined): Promise<string | undefined> => {
      const params = Object.entries(oidc.logoutParams).map(([name, value]) => [
        name,
        value.replaceAll('{origin}', platform.origin),
      ]);
      try {
        const { client, metadata } = await connection();
        if (metadata['end_session_endpoint'] === undefined) return undefined;
        const { url } = await client.createSignoutRequest({
          client_id: oidc.clientId,
          extraQueryParams: Object.fromEntries(params) as Record<string, string>,
          ...(idToken !== undefined && idToken.length <= MAX_ID_TOKEN_HINT && { id_token_hint: idToken }),
        });
        return url;
      } catch {
        return undefined;
      }
    },
  };
};

export type Server = ReturnType<typeof createServer>;
