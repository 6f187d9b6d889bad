import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import type { Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import { createMemoryAdapter } from './memory-adapter.ts';
import { problemPage, signedOutPage, signingOutPage, signInPage, signOutPage } from './pages.ts';
import { createDirectory, type Directory } from './people.ts';

export const CLIENT_ID = 'console';

/** The scope that stands for the service where the console asks for no `openid`. */
export const API_SCOPE = 'api';

const ALGORITHM = 'ES256';
const HOUR = 3600;
const MAX_FORM_BYTES = 10_000;

export type Origins = {
  console: string;
  /** The path that the console lies under, with a slash at both ends. */
  base?: string;
  issuer: string;
  service: string;
};

export type AuthorizationServer = { listener: RequestListener; publicKeys: JSONWebKeySet };

const createKeys = async () => {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const facts = { kid: randomUUID(), alg: ALGORITHM, use: 'sig' };
  return {
    signing: { ...(await exportJWK(pair.privateKey)), ...facts },
    publicKeys: { keys: [{ ...(await exportJWK(pair.publicKey)), ...facts }] },
  };
};

/** Grants what was asked for, without a consent screen: the console is the house's own client. */
const grantEverything = async (ctx: KoaContextWithOIDC) => {
  const { client, provider, session } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const kept = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant =
    kept?.accountId === session.accountId
      ? kept
      : new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(' '));
  for (const resource of Object.keys(ctx.oidc.resourceServers ?? {}))
    grant.addResourceScope(resource, API_SCOPE);
  await grant.save();
  return grant;
};

/**
 * Puts back `offline_access`, which the provider strips unless a consent screen is asked for (OpenID Connect Core,
 * section 11, leaves other conditions to the server), and names the default scope (RFC 6749, section 3.3).
 */
const settleScope = (ctx: KoaContextWithOIDC) => {
  const { params } = ctx.oidc;
  if (!params) return;
  const scope = typeof params['scope'] === 'string' ? params['scope'].split(' ') : [];
  const asked = new URLSearchParams(ctx.querystring).get('scope')?.split(' ') ?? [];
  if (asked.includes('offline_access') && !scope.includes('offline_access')) scope.push('offline_access');
  if (scope.length === 0) scope.push(API_SCOPE);
  params['scope'] = scope.join(' ');
};

const configurationFor = (origins: Origins, directory: Directory, signing: object): Configuration => {
  const port = new URL(origins.issuer).port;
  const home = `${origins.console}${origins.base ?? '/'}`;
  const resourceServer: ResourceServer = {
    scope: API_SCOPE,
    audience: origins.service,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: ALGORITHM } },
  };
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [signing] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'Telephony Campaign Console',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['callback', 'silent'].map((page) => `${home}auth/${page}`),
        post_logout_redirect_uris: [home],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === origins.console,
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'role'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    cookies: {
      // Cookies do not know ports: without it the dev server's session and the preview's would end each other.
      names: { session: `session_${port}`, interaction: `interaction_${port}`, resume: `resume_${port}` },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
      keys: [randomBytes(32)],
    },
    enabledJWA: {
      idTokenSigningAlgValues: [ALGORITHM],
      userinfoSigningAlgValues: [ALGORITHM],
      clientAuthSigningAlgValues: [ALGORITHM],
    },
    extraParams: { sandbox_scope: settleScope },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? origins.service,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (new URL(resource).href !== new URL(origins.service).href) throw new InvalidTarget();
          return resourceServer;
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const sub = ctx.oidc.session?.accountId ?? '';
          const hinted = ctx.oidc.entities.IdTokenHint?.payload.sub === sub;
          ctx.body = hinted ? signingOutPage(form) : signOutPage(form, directory.find(sub)?.name ?? sub);
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = signedOutPage(origins.console);
        },
      },
      userinfo: { enabled: true },
    },
    findAccount: (_ctx, sub) => {
      const person = directory.find(sub);
      if (!person) return undefined;
      const { name, email, role } = person;
      return {
        accountId: sub,
        claims: () => ({ sub, name, preferred_username: sub, role, email, email_verified: true }),
      };
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    expiresWithSession: () => true,
    rotateRefreshToken: () => true,
    loadExistingGrant: grantEverything,
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = problemPage(
        'That did not work',
        [out.error, out.error_description].filter(Boolean).join(': '),
        origins.console,
      );
    },
    responseTypes: ['code'],
    routes: { authorization: '/authorize' },
    ttl: {
      AccessToken: (_ctx, token) => directory.find(token.accountId)?.accessTokenSeconds ?? 600,
      AuthorizationCode: 60,
      Grant: 12 * HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: 12 * HOUR,
      Session: 12 * HOUR,
    },
  };
};

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_FORM_BYTES) break;
    chunks.push(buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

const addSignInPage = (provider: Provider, origins: Origins, directory: Directory) => {
  provider.use(async (ctx, next) => {
    if (!/^\/interaction\/[\w-]+$/.test(ctx.path)) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    let interaction;
    try {
      interaction = await provider.interactionDetails(ctx.req, ctx.res);
    } catch {
      ctx.status = 400;
      ctx.body = problemPage(
        'This sign-in has ended',
        'It was finished or given up, or it took too long.',
        origins.console,
      );
      return undefined;
    }
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) => {
      ctx.status = 303;
      ctx.redirect(
        await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: true }),
      );
    };
    if (interaction.prompt.name === 'consent') return finish({ consent: {} });
    if (ctx.method !== 'POST') {
      const hint = interaction.params['login_hint'];
      ctx.body = signInPage(typeof hint === 'string' ? hint : '');
      return undefined;
    }
    const form = await readForm(ctx.req);
    if (form.has('cancel'))
      return finish({ error: 'access_denied', error_description: 'Sign-in was cancelled' });
    const sample = directory.find(form.get('person') ?? '');
    const typed = sample?.name ?? form.get('name') ?? '';
    const signIn = directory.signIn(typed);
    switch (signIn.outcome) {
      case 'signed-in':
        return finish({ login: { accountId: signIn.person.sub, amr: ['pwd'] } });
      case 'refused':
        return finish({ error: signIn.error, error_description: signIn.description });
      case 'invalid':
        // Not 422: browsers report a failed document on the console.
        ctx.body = signInPage(typed, signIn.reason);
        return undefined;
    }
  });
};

/**
 * A certified OpenID Connect provider for one public client: code flow with PKCE, JWT access tokens for the service
 * (RFC 8707, RFC 9068), rotating refresh tokens, RP-initiated logout. Keys and state live as long as the process.
 */
export const createAuthorizationServer = async (origins: Origins): Promise<AuthorizationServer> => {
  const { signing, publicKeys } = await createKeys();
  const directory = createDirectory();
  const provider = new Provider(origins.issuer, configurationFor(origins, directory, signing));
  addSignInPage(provider, origins, directory);
  return { listener: provider.callback(), publicKeys };
};
