import type { IncomingMessage, RequestListener } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { stillSignedInPage } from '../pages.ts';
import type { Addresses, OidcConfig, Profile } from './profile.ts';

const DISCOVERY = '/.well-known/openid-configuration';

export const issuerOf = (profile: Profile, origin: string): string => `${origin}${profile.issuerPath}`;

export const oidcOf = (profile: Profile, at: Addresses): OidcConfig => ({
  authority: issuerOf(profile, at.origin),
  clientId: profile.clientId,
  ...profile.oidc(at),
});

const documentAt = (issuer: string): string => `${issuer.replace(/\/$/, '')}${DISCOVERY}`;

/** The issuer in the requested document. */
const nameAsked = new WeakMap<IncomingMessage, string>();

/** How the product changes a request before it reads it. */
const rewrite = (profile: Profile, url: URL): void => {
  const parameters = url.searchParams;
  if (url.pathname === profile.routes.authorization) {
    if (profile.promptNone === 'ignored' && parameters.get('prompt') === 'none') parameters.delete('prompt');
    if (profile.promptNone === 'asks') parameters.set('prompt', 'login');
  }
  if (url.pathname === profile.routes.end_session && profile.logout.kind === 'own') {
    const back = parameters.get(profile.logout.back);
    for (const name of ['post_logout_redirect_uri', 'id_token_hint', profile.logout.back])
      parameters.delete(name);
    if (back !== null) parameters.set('post_logout_redirect_uri', back);
  }
};

/** Where a refused request returns to. */
const refuseSilence = (parameters: URLSearchParams): string => {
  const back = new URL(parameters.get('redirect_uri') ?? '');
  back.searchParams.set('error', 'invalid_request');
  back.searchParams.set('error_description', 'id_token_hint is missing');
  back.searchParams.set('state', parameters.get('state') ?? '');
  return back.href;
};

/** The endpoints of a description at another origin. */
const atOrigin = (description: Record<string, unknown>, origin: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(description).map(([name, value]) =>
      name.endsWith('_endpoint') && typeof value === 'string'
        ? [name, `${origin}${new URL(value).pathname}`]
        : [name, value],
    ),
  );

/** The product's description. */
const describe = (
  { logout, namesIssuer, omits }: Profile,
  description: Record<string, unknown>,
): Record<string, unknown> => {
  const left = new Set(omits);
  if (!namesIssuer) left.add('authorization_response_iss_parameter_supported');
  if (logout.kind === 'own' || logout.kind === 'none') left.add('end_session_endpoint');
  return Object.fromEntries(Object.entries(description).filter(([name]) => !left.has(name)));
};

/** Adds the product's differences from the plain server. Must be the first middleware. */
export const addDifferences = (provider: Provider, profile: Profile, endpoints: string) => {
  provider.use(async (ctx, next) => {
    if (profile.needsSecret && ctx.path === profile.routes.token && ctx.method === 'POST') {
      ctx.status = 400;
      ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'));
      ctx.body = { error: 'invalid_request', error_description: 'client_secret is missing.' };
      return;
    }
    if (profile.logout.kind === 'stays' && ctx.path === profile.routes.end_session) {
      ctx.type = 'html';
      ctx.body = stillSignedInPage(profile.title);
    } else await next();
    if (ctx.response.is('html')) ctx.set(profile.pageHeaders);
    const back = ctx.response.get('Location');
    if (!profile.namesIssuer && URL.canParse(back)) {
      const url = new URL(back);
      url.searchParams.delete('iss');
      ctx.set('Location', url.href);
    }
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route === 'discovery') {
      const described = ctx.body as Record<string, unknown>;
      ctx.body = describe(profile, {
        ...atOrigin(described, endpoints),
        issuer: nameAsked.get(ctx.req),
      });
    }
  });
};

export const atItsAddresses = (
  profile: Profile,
  origin: string,
  listener: RequestListener,
): RequestListener => {
  const own = issuerOf(profile, origin);
  const documents = new Map([
    [documentAt(own), own],
    ...profile.otherDocuments.map(({ path, issuer }) => [documentAt(`${origin}${path}`), issuer] as const),
  ]);
  return (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const named = documents.get(`${origin}${url.pathname}`);
    if (named !== undefined) {
      nameAsked.set(request, named);
      url.pathname = DISCOVERY;
    } else if (url.pathname.startsWith(`${profile.mount}/`)) {
      url.pathname = url.pathname.slice(profile.mount.length);
      rewrite(profile, url);
    } else {
      response.writeHead(404).end();
      return;
    }
    const isSilent =
      url.pathname === profile.routes.authorization && url.searchParams.get('prompt') === 'none';
    if (profile.promptNone === 'refused' && isSilent) {
      response.writeHead(302, { Location: refuseSilence(url.searchParams) }).end();
      return;
    }
    // The provider derives its mount path from the difference.
    request.url = `${url.pathname}${url.search}`;
    Object.assign(request, { originalUrl: `${profile.mount}${request.url}` });
    listener(request, response);
  };
};
