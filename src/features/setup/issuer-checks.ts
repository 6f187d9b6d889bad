import { isCrossSite } from '#src/auth/bootstrap.ts';
import { checkMetadata, getIssuer } from '#src/auth/discovery.ts';
import type { Claims } from '#src/auth/id-token.ts';
import { plainText, toFailure } from '#src/auth/problems.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { bad, FRAME_LIMIT_MS, notChecked, ok, warn, type Configured, type Finding } from './finding.ts';
import { describeBlocked, fetchPage, watchPolicy } from './fetch-page.ts';

type Discovery = { finding: Finding; description?: Claims };

const lacks = (description: Claims, name: string, value: string): boolean => {
  const listed = description[name];
  return Array.isArray(listed) && !listed.includes(value);
};

const checkDescription = (given: unknown, config: Config): Discovery => {
  try {
    const description = checkMetadata(given, getIssuer(config));
    if (
      lacks(description, 'code_challenge_methods_supported', 'S256') ||
      lacks(description, 'response_types_supported', 'code')
    ) {
      return { description, finding: bad('It does not offer the authorization code flow with PKCE (S256).') };
    }
    return { description, finding: ok('It describes itself under the configured name.') };
  } catch (thrown) {
    return { finding: bad(toFailure(thrown).text) };
  }
};

export const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  if (given.authorization_endpoint !== undefined && given.token_endpoint !== undefined) {
    return checkDescription({ ...given, issuer: getIssuer(config) }, config);
  }
  const page = await fetchPage(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (page.kind !== 'answered') return { finding: bad(page.reason) };
  const { ok: isOk, status } = page.response;
  if (!isOk) return { finding: bad(`The issuer answered ${status} in place of its description.`) };
  const description: unknown = await page.response.json().catch(() => undefined);
  return checkDescription(isRecord(description) ? { ...description, ...given } : description, config);
};

const getEndpoint = ({ description }: Discovery, name: string): string | undefined => {
  const endpoint = description?.[name];
  return typeof endpoint === 'string' ? endpoint : undefined;
};

export const checkTokenEndpoint = async ({ oidc }: Config, discovery: Discovery): Promise<Finding> => {
  const url = getEndpoint(discovery, 'token_endpoint');
  if (url === undefined) return notChecked('The address of the token endpoint is unknown.');
  const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: oidc.clientId });
  const page = await fetchPage(url, { method: 'POST', body });
  if (page.kind !== 'answered') return bad(page.reason);
  const { status } = page.response;
  const answer: unknown = await page.response.json().catch(() => undefined);
  const code = isRecord(answer) ? plainText(answer['error'], 60) : '';
  if (status === 404 || status >= 500) return warn(`It answered ${status}${code && `, ${code}`}.`);
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return bad(`It refused this client: ${status}, ${code}.`);
  // Some issuers have their own way to refuse.
  return ok(`It refused a request without a code (${code || status}), and this page could read that.`);
};

const STANDARD_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);

/** Issuers need not list the scopes of services, nor scopes that are addresses. */
const mustBeListed = (scope: string, listed: readonly unknown[]): boolean =>
  STANDARD_SCOPES.has(scope) ||
  (!scope.includes(':') && listed.some((each) => !STANDARD_SCOPES.has(String(each))));

export const checkScopes = ({ oidc }: Config, { description }: Discovery): Finding => {
  if (!description) return notChecked('The issuer’s description could not be read.');
  const listed = description['scopes_supported'];
  if (!Array.isArray(listed)) return ok('The issuer does not list its scopes.');
  const scopes = oidc.scope.split(/\s+/).filter(Boolean);
  const missing = scopes.filter((scope) => !listed.includes(scope) && mustBeListed(scope, listed));
  if (missing.length === 0) return ok(`Asked for: ${scopes.join(' ')}.`);
  return warn(
    `The issuer does not list ${missing.join(', ')}. It lists ${plainText(listed.join(', '), 300)}.`,
  );
};

/** No user is signed in at the server (OpenID Connect Core, section 3.1.2.6). */
const NOT_SIGNED_IN = /^(login|interaction|consent|account_selection)_required$/;

const WITHOUT_SILENT =
  'set oidc.silentSignIn to false, and oidc.tokenStorage to "session". Sessions then last longer than a token only with a refresh token: add offline_access to oidc.scope';

const SWITCHED_OFF =
  'Switched off: oidc.silentSignIn is false. A reload asks for a sign-in, unless oidc.tokenStorage is "session". A session ends with its token, unless the issuer gives a refresh token (offline_access).';

const describeSilence = (config: Config): Finding => {
  const isElsewhere = isCrossSite(location.origin, config.oidc.authority);
  const cookies = isElsewhere
    ? ` The issuer is on another site than ${location.origin}, so browsers may withhold its cookies in a frame: put both on one site, or use refresh tokens (offline_access).`
    : '';
  return warn(
    `Nothing came back within ${FRAME_LIMIT_MS / 1000} s.${cookies}`,
    `Register ${location.origin}${BASE}auth/silent as a redirect address, and allow ${location.origin} to frame the issuer. If the issuer cannot sign in without a page, ${WITHOUT_SILENT}.`,
  );
};

export const checkSilentSignIn = async (
  { config, session }: Configured,
  discovery: Discovery,
): Promise<Finding> => {
  if (!config.oidc.silentSignIn) return ok(SWITCHED_OFF);
  const endpoint = getEndpoint(discovery, 'authorization_endpoint');
  if (endpoint === undefined) return notChecked('The address of the authorization endpoint is unknown.');
  const { result: address, isBlocked } = await watchPolicy(endpoint, session.testSilentSignIn);
  if (isBlocked) return bad(describeBlocked('frame-src', endpoint));
  if (address === undefined) return describeSilence(config);
  const { searchParams } = new URL(address);
  const code = plainText(searchParams.get('error') ?? '', 60);
  if (code === '') return ok('A user is signed in there. The code it gave was not used.');
  if (NOT_SIGNED_IN.test(code)) return ok(`It answered ${code}: no user is signed in there.`);
  const reason = plainText(searchParams.get('error_description') ?? '', 300);
  return bad(
    `It refused with ${code}${reason && `: “${reason}”`}.`,
    `A reload then shows the sign-in page. If the issuer does not take prompt=none, ${WITHOUT_SILENT}.`,
  );
};
