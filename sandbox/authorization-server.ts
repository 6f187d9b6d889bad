import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import type { Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import { createMemoryAdapter } from './memory-adapter.ts';
import { problemPage, signedOutPage, signingOutPage, signOutPage } from './pages.ts';
import { createDirectory, type Directory } from './people.ts';
import { addDifferences, atItsAddresses, issuerOf } from './providers/bend.ts';
import type { Profile } from './providers/profile.ts';
import { addSignInPage } from './sign-in.ts';

/** The scope of the service, if the console does not ask for `openid`. */
const API_SCOPE = 'api';

const ALGORITHM = 'ES256';
const HOUR = 3600;

/**
 * `issuer` is the address of the authorization server, `endpoints` another name for it. `home` is the console's address, with a
 * slash at its end.
 */
export type Origins = { console: string; home: string; issuer: string; endpoints?: string; service: string };

type Introspection = { sub: string; jti: string };

export type AuthorizationServer = {
  issuer: string;
  listener: RequestListener;
  publicKeys: JSONWebKeySet;
  /** The owner of an opaque access token for the service, as in RFC 7662. */
  introspect: (token: string) => Promise<Introspection | undefined>;
};

const createKeys = async () => {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const facts = { kid: randomUUID(), alg: ALGORITHM, use: 'sig' };
  return {
    signing: { ...(await exportJWK(pair.privateKey)), ...facts },
    publicKeys: { keys: [{ ...(await exportJWK(pair.publicKey)), ...facts }] },
  };
};

/** Without a consent screen: the console is a first-party client. */
const grantEverything = (serviceScope: string) => async (ctx: KoaContextWithOIDC) => {
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
    grant.addResourceScope(resource, serviceScope);
  await grant.save();
  return grant;
};

/**
 * Puts back `offline_access`, which the provider strips unless a consent screen is asked for (OpenID Connect Core,
 * section 11, leaves other conditions to the server), and names the default scope (RFC 6749, section 3.3).
 */
const settleScope = (wantsConsent: boolean) => (ctx: KoaContextWithOIDC) => {
  const { params } = ctx.oidc;
  if (!params) return;
  const scope = typeof params['scope'] === 'string' ? params['scope'].split(' ') : [];
  const asked = new URLSearchParams(ctx.querystring).get('scope')?.split(' ') ?? [];
  if (!wantsConsent && asked.includes('offline_access') && !scope.includes('offline_access'))
    scope.push('offline_access');
  if (scope.length === 0) scope.push(API_SCOPE);
  params['scope'] = scope.join(' ');
};

/** A token that may be used again is not marked as used. */
const withRepeats = (adapter: ReturnType<typeof createMemoryAdapter>) => (model: string) => {
  const store = adapter(model);
  return model === 'RefreshToken' ? { ...store, consume: async () => {} } : store;
};

const configurationFor = (
  origins: Origins,
  directory: Directory,
  signing: object,
  profile: Profile,
): Configuration => {
  const { refresh, logout } = profile;
  const { home, issuer: origin, endpoints = origin, service } = origins;
  const at = { origin, endpoints, service };
  const adapter = createMemoryAdapter();
  const serviceScope = [API_SCOPE, ...profile.serviceScopes].join(' ');

  const port = new URL(origins.issuer).port;
  const resourceServer: ResourceServer = {
    scope: serviceScope,
    audience: origins.service,
    ...(profile.tokenForm === 'jwt'
      ? { accessTokenFormat: 'jwt', jwt: { sign: { alg: ALGORITHM } } }
      : { accessTokenFormat: 'opaque' }),
  };
  return {
    adapter: refresh.mayRepeat ? withRepeats(adapter) : adapter,
    jwks: { keys: [signing] },
    clients: [
      {
        client_id: profile.clientId,
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
    clientBasedCORS: (_ctx, asking) => profile.cors === 'any' || asking === origins.console,
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'role', 'realm_access'],
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
    extraParams: { sandbox_scope: settleScope(refresh.issued === 'consent'), audience: null },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, _client, oneOf) => {
          if (oneOf?.[0] !== undefined) return oneOf[0];
          const parameters = ctx.oidc.params ?? {};
          const scope = typeof parameters['scope'] === 'string' ? parameters['scope'].split(' ') : [];
          // A code or refresh token has the scope that was granted.
          if (ctx.oidc.route === 'token') return [];
          return profile.isForService({ scope, parameters }, at) ? origins.service : [];
        },
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
        enabled: logout.kind !== 'none',
        logoutSource: (ctx, form) => {
          const sub = ctx.oidc.session?.accountId ?? '';
          const hinted = ctx.oidc.entities.IdTokenHint?.payload.sub === sub;
          const asks = !hinted && logout.kind === 'standard';
          ctx.body = !asks ? signingOutPage(form) : signOutPage(form, directory.find(sub)?.name ?? sub);
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = signedOutPage(home);
        },
      },
      userinfo: { enabled: true },
    },
    findAccount: (_ctx, sub, token) => {
      const person = directory.find(sub);
      if (!person || (token?.kind === 'RefreshToken' && !directory.mayRenew(sub))) return undefined;
      const { name, email, role } = person;
      return {
        accountId: sub,
        claims: () => ({
          sub,
          name,
          preferred_username: sub,
          role,
          realm_access: { roles: [role] },
          email,
          email_verified: true,
        }),
      };
    },
    interactions: { url: (_ctx, interaction) => `${profile.mount}/interaction/${interaction.uid}` },
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      (refresh.issued === 'always' || (refresh.issued !== 'never' && source.scopes.has('offline_access'))),
    expiresWithSession: () => refresh.endsWithSession,
    rotateRefreshToken: () => refresh.rotates,
    loadExistingGrant: grantEverything(serviceScope),
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = problemPage(
        'That did not work',
        [out.error, out.error_description].filter(Boolean).join(': '),
        home,
      );
    },
    responseTypes: ['code'],
    routes: profile.routes,
    ttl: {
      AccessToken: (_ctx, token) => directory.find(token.accountId)?.accessTokenSeconds ?? 600,
      AuthorizationCode: 60,
      Grant: 90 * 24 * HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: (ctx) =>
        (refresh.endsAfter !== undefined && ctx.oidc.entities.RotatedRefreshToken?.remainingTTL) ||
        (refresh.endsAfter ?? 12 * HOUR),
      Session: 12 * HOUR,
    },
  };
};

/**
 * A certified OpenID Connect provider for one public client: code flow with PKCE, access tokens for the service
 * (RFC 8707, RFC 9068), refresh tokens, RP-initiated logout; in what `profile` names it does as that product does. Keys
 * and state live as long as the process.
 */
export const createAuthorizationServer = async (
  origins: Origins,
  profile: Profile,
): Promise<AuthorizationServer> => {
  const { signing, publicKeys } = await createKeys();
  const directory = createDirectory();
  const issuer = issuerOf(profile, origins.issuer);
  const provider = new Provider(issuer, configurationFor(origins, directory, signing, profile));
  addDifferences(provider, profile, origins.endpoints ?? origins.issuer);
  addSignInPage(provider, origins.home, directory);
  return {
    issuer,
    listener: atItsAddresses(profile, origins.issuer, provider.callback()),
    publicKeys,
    introspect: async (token) => {
      const found = await provider.AccessToken.find(token);
      return found?.aud === origins.service ? { sub: found.accountId, jti: found.jti } : undefined;
    },
  };
};
