import type { Config } from '#src/config.ts';
import { checkTokens, type CheckedTokens, type Claims, type Expected } from './id-token.ts';
import { checkAnswerIssuer, checkMetadata, foreign, readAnswer } from './discovery.ts';
import { AuthError, failureOf, randomText, refusal, type Failure } from './problems.ts';

/** `redirect`: the whole page leaves, its request waits in this tab's storage. `here`: a frame or popup, its request is in memory. */
export type Via = 'redirect' | 'here';

/** What is used of the library's OidcClient. */
export type ProtocolClient = {
  metadataService: { getMetadata: () => Promise<unknown> };
  createSigninRequest: (request: {
    state: RequestData;
    nonce: string;
    extraQueryParams: Record<string, string>;
    prompt?: string;
  }) => Promise<{ url: string; state: { id: string } }>;
  processSigninResponse: (url: string) => Promise<unknown>;
  createSignoutRequest: (request: {
    id_token_hint?: string;
    client_id: string;
    extraQueryParams: Record<string, string>;
  }) => Promise<{ url: string }>;
  revokeToken: (token: string, type: 'refresh_token') => Promise<void>;
};

export type Connection = Record<Via, ProtocolClient> & {
  refresh: (refreshToken: string, scope: string) => Promise<unknown>;
  /** Takes the server's description of itself once it is checked. */
  describedBy: (description: Claims) => void;
};

/** What is stored with a request, in this browser only. `session`: the one that made the address `returnTo`. */
export type RequestData = {
  kind: 'sign-in' | 'probe' | 'here';
  attempt: string;
  returnTo: string;
  session?: string | undefined;
};

export type Tokens = Omit<CheckedTokens, 'scope'> & { scope: string; nonce: string };
export type Granted = { ok: true; tokens: Tokens } | { ok: false; failure: Failure };

export const issuerOf = (config: Config): string => config.oidc.metadata?.issuer ?? config.oidc.authority;

const asksForIdToken = (config: Config): boolean => config.oidc.scope.split(/\s+/).includes('openid');

/**
 * The authorization server as a session needs it. What comes back is checked; nothing rejects, save `begin`,
 * `knowsPromptNone` and `signOutUrl` with an AuthError.
 * @param connect loads the library; asked again after a failure, so that a bad description does not stay.
 * @param clocks the time in seconds, by one or two clocks.
 */
export const createServer = (
  config: Config,
  origin: string,
  connect: () => Promise<Connection>,
  clocks: () => number[],
) => {
  const issuer = issuerOf(config);
  const { prompt: configuredPrompt, ...extraQueryParams } = config.oidc.authorizationParams;
  let linked: Promise<{ connection: Connection; metadata: Claims }> | undefined;

  const link = () =>
    (linked ??= (async () => {
      try {
        const connection = await connect();
        const metadata = checkMetadata(await connection.here.metadataService.getMetadata(), issuer);
        connection.describedBy(metadata);
        return { connection, metadata };
      } catch (thrown) {
        linked = undefined;
        throw new AuthError(failureOf(thrown));
      }
    })());

  const judge = (
    answer: unknown,
    expected: Pick<Expected, 'nonce' | 'idTokenRequired' | 'subject'>,
    scope: string,
  ): Granted => {
    const checked = checkTokens(answer, {
      issuer,
      clientId: config.oidc.clientId,
      clocks: clocks(),
      ...expected,
    });
    if (!checked.ok) return checked;
    return {
      ok: true,
      tokens: { ...checked.tokens, scope: checked.tokens.scope ?? scope, nonce: expected.nonce.value },
    };
  };

  return {
    /** Loads the library and the description of the server; a failure shows when they are needed. */
    prepare: (): void => void link().catch(() => undefined),

    /** Whether the server says that it answers `prompt=none` (OpenID Connect Prompt Create 1.0, section 4.1). */
    knowsPromptNone: async (): Promise<boolean> => {
      const { metadata } = await link();
      const values = metadata['prompt_values_supported'];
      return Array.isArray(values) && values.includes('none');
    },

    /** Prepares a request. A `prompt` given here replaces the configured one (`none` must stay `none`). */
    begin: async (via: Via, data: RequestData, prompt?: 'none' | 'login' | 'select_account') => {
      const { connection } = await link();
      const nonce = randomText(32);
      const wanted = prompt ?? configuredPrompt;
      try {
        const request = await connection[via].createSigninRequest({
          state: data,
          nonce,
          extraQueryParams,
          ...(wanted !== undefined && { prompt: wanted }),
        });
        return { url: request.url, state: request.state.id, nonce };
      } catch (thrown) {
        throw new AuthError(failureOf(thrown));
      }
    },

    /** Takes the address that a request came back to, checks it and exchanges the code. */
    finish: async (via: Via, url: string, nonce: string): Promise<Granted> => {
      try {
        const { iss, error, description, code } = readAnswer(url);
        const { connection, metadata } = await link();
        checkAnswerIssuer(iss, metadata, issuer);
        if (error !== null) return { ok: false, failure: refusal(error, description) };
        if (code === null) throw foreign('answer_empty', 'The answer of the sign-in service is incomplete.');
        const response = await connection[via].processSigninResponse(url);
        const idTokenRequired = asksForIdToken(config);
        return judge(
          response,
          { nonce: { value: nonce, of: 'fresh' }, idTokenRequired, subject: undefined },
          config.oidc.scope,
        );
      } catch (thrown) {
        return { ok: false, failure: failureOf(thrown) };
      }
    },

    /** Renews with the refresh token (RFC 6749 section 6); without a new one the old one stays. */
    refresh: async (tokens: Tokens & { refreshToken: string }): Promise<Granted> => {
      try {
        const { connection } = await link();
        const response = await connection.refresh(tokens.refreshToken, tokens.scope);
        const subject = tokens.claims?.['sub'];
        const granted = judge(
          response,
          {
            nonce: { value: tokens.nonce, of: 'renewed' },
            idTokenRequired: false,
            subject: typeof subject === 'string' ? subject : undefined,
          },
          tokens.scope,
        );
        if (!granted.ok) return granted;
        const { refreshToken, idToken, claims, ...rest } = granted.tokens;
        return {
          ok: true,
          tokens: {
            ...rest,
            refreshToken: refreshToken ?? tokens.refreshToken,
            idToken: idToken ?? tokens.idToken,
            claims: claims ?? tokens.claims,
          },
        };
      } catch (thrown) {
        return { ok: false, failure: failureOf(thrown) };
      }
    },

    /** Asks the server to forget a refresh token (RFC 7009), if it offers that. Best effort: never throws. */
    revoke: async (refreshToken: string): Promise<void> => {
      try {
        const { connection, metadata } = await link();
        if (metadata['revocation_endpoint'] !== undefined) {
          await connection.here.revokeToken(refreshToken, 'refresh_token');
        }
      } catch {
        // The session has ended here already; the server's own lifetimes end it there.
      }
    },

    /** Where to leave for to end the server's session (RP-Initiated Logout 1.0); `undefined` if there is no such place. */
    signOutUrl: async (idToken: string | undefined): Promise<string | undefined> => {
      const { connection, metadata } = await link();
      if (metadata['end_session_endpoint'] === undefined) return undefined;
      const params = Object.entries(config.oidc.logoutParams);
      const request = await connection.here.createSignoutRequest({
        client_id: config.oidc.clientId,
        extraQueryParams: Object.fromEntries(
          params.map(([key, value]) => [key, value.replaceAll('{origin}', origin)]),
        ),
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
      return request.url;
    },
  };
};

export type Server = ReturnType<typeof createServer>;
