import { isRecord } from '#src/lib/is-record.ts';
import type { Claims } from '#src/auth/id-token.ts';
import { checkMetadata } from '#src/auth/discovery.ts';
import { browserPlatform } from '#src/auth/platform.ts';
import { askInFrame } from '#src/auth/frame.ts';
import { failureOf, plainText, randomText } from '#src/auth/problems.ts';
import { issuerOf } from '#src/auth/server.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { ask, underPolicy, type Asked } from './ask.ts';
import { findingOf, type Finding, type Found } from './finding.ts';

/** Milliseconds for the issuer to answer in a frame, as long as a silent sign-in waits. */
const FRAME_LIMIT_MS = 8000;

/** What to say of the issuer’s description of itself, and the description where it can be used. */
export type Discovery = { finding: Finding; description?: Claims };

const noAnswer = (kind: Exclude<Asked['kind'], 'answered'>, url: string): [came: string, change: string] => {
  const { origin } = new URL(url);
  switch (kind) {
    case 'policy':
      return [
        'This page’s own policy stopped the request.',
        `Put ${origin} into connect-src of the Content-Security-Policy.`,
      ];
    case 'cors':
      return [
        `${origin} answers, but does not let this page read it (CORS).`,
        `Allow the origin ${location.origin} at the issuer, in its settings for browser apps (“web origins”, “CORS”, “trusted origins”).`,
      ];
    case 'unreachable':
      return [
        `No answer from ${origin}.`,
        'Check oidc.authority, and that this browser reaches the issuer: name, network, certificate.',
      ];
  }
};

const lacks = (description: Claims, name: string, value: string): boolean => {
  const listed = description[name];
  return Array.isArray(listed) && !listed.includes(value);
};

const judge = (given: unknown, config: Config, found: Found): Discovery => {
  const issuer = issuerOf(config);
  const name = isRecord(given) ? given['issuer'] : undefined;
  if (typeof name === 'string' && name !== issuer) {
    const came = `It names itself “${plainText(name, 200)}”. Configured is “${issuer}”.`;
    const change = 'Set oidc.authority to exactly the name that it gives itself, slash at the end included.';
    return { finding: found('bad', came, change) };
  }
  try {
    const description = checkMetadata(given, issuer);
    if (
      lacks(description, 'code_challenge_methods_supported', 'S256') ||
      lacks(description, 'response_types_supported', 'code')
    ) {
      const came = 'It does not offer the authorization code flow with PKCE (S256).';
      const change = 'Allow that flow for this client. The console uses no other.';
      return { description, finding: found('bad', came, change) };
    }
    return { description, finding: found('ok', 'It describes itself under the configured name.') };
  } catch (thrown) {
    const change = 'Correct the issuer’s description, or name its endpoints in oidc.metadata.';
    return { finding: found('bad', failureOf(thrown).text, change) };
  }
};

export const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  if (given.authorization_endpoint !== undefined && given.token_endpoint !== undefined) {
    const found = findingOf('Read the endpoints of oidc.metadata.');
    return judge({ ...given, issuer: issuerOf(config) }, config, found);
  }
  const url = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = findingOf(`Read ${url}.`);
  const asked = await ask(url);
  if (asked.kind !== 'answered') return { finding: found('bad', ...noAnswer(asked.kind, url)) };
  if (!asked.response.ok) {
    const came = `It was answered with ${asked.response.status}.`;
    const change =
      'Check oidc.authority. Where the issuer has no such document, name its endpoints in oidc.metadata.';
    return { finding: found('bad', came, change) };
  }
  const description: unknown = await asked.response.json().catch(() => undefined);
  return judge(isRecord(description) ? { ...description, ...given } : description, config, found);
};

const notDescribed = (tried: string): Finding =>
  findingOf(tried)('none', 'Without the issuer’s description its endpoints are not known.');

const endpointOf = (description: Claims | undefined, name: string): string | undefined => {
  const endpoint = description?.[name];
  return typeof endpoint === 'string' ? endpoint : undefined;
};

export const checkTokenEndpoint = async (
  { oidc }: Config,
  description: Claims | undefined,
): Promise<Finding> => {
  const url = endpointOf(description, 'token_endpoint');
  if (url === undefined) return notDescribed('Would have asked the token endpoint.');
  const found = findingOf(
    `Asked ${url} for tokens without a code. It must refuse, with an answer that this page can read.`,
  );
  const asked = await ask(url, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: oidc.clientId }),
  });
  if (asked.kind !== 'answered') return found('bad', ...noAnswer(asked.kind, url));
  const { status } = asked.response;
  const answer: unknown = await asked.response.json().catch(() => undefined);
  const code = isRecord(answer) ? plainText(answer['error'], 60) : '';
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    return found(
      'bad',
      `It refused this client: ${status}, ${code}.`,
      'Register the client ID as a public client: no client secret, authorization code with PKCE.',
    );
  }
  if (code === '') {
    return found(
      'warn',
      `It answered ${status} without the code of an error.`,
      'Check that this is the token endpoint.',
    );
  }
  return found('ok', `It refused as it should (${code}), and this page could read it.`);
};

/** What only means that nobody is signed in there (OpenID Connect Core, section 3.1.2.6). */
const NOBODY = /^(login|interaction|consent|account_selection)_required$/;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const silentRequest = ({ oidc }: Config, endpoint: string, state: string): string => {
  const url = new URL(endpoint);
  const { prompt: _, ...params } = oidc.authorizationParams;
  const query = {
    ...params,
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: `${location.origin}${BASE}auth/silent`,
    scope: oidc.scope,
    state,
    nonce: randomText(32),
    // Of no verifier: a code that comes is not used.
    code_challenge: base64url(crypto.getRandomValues(new Uint8Array(32))),
    code_challenge_method: 'S256',
    prompt: 'none',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (const resource of [oidc.resource ?? []].flat()) url.searchParams.append('resource', resource);
  return url.href;
};

export const checkSilentSignIn = async (
  config: Config,
  description: Claims | undefined,
): Promise<Finding> => {
  const endpoint = endpointOf(description, 'authorization_endpoint');
  if (endpoint === undefined)
    return notDescribed('Would have asked for a sign-in without a prompt, in a hidden frame.');
  const silentPage = `${location.origin}${BASE}auth/silent`;
  const found = findingOf(
    `Asked ${endpoint} in a hidden frame for a sign-in without a prompt (prompt=none), with the return address ${silentPage}.`,
  );
  const state = randomText(16);
  const request = { url: silentRequest(config, endpoint, state), state };
  const { result: address, isBlocked } = await underPolicy(endpoint, () =>
    askInFrame(browserPlatform(), request, FRAME_LIMIT_MS),
  );
  if (address === undefined && isBlocked) {
    const change = `Put ${new URL(endpoint).origin} into frame-src of the Content-Security-Policy.`;
    return found('bad', 'This page’s own policy stopped the frame.', change);
  }
  if (address === undefined) {
    return found(
      'warn',
      `Nothing came back within ${FRAME_LIMIT_MS / 1000} s.`,
      `Register ${silentPage} as a redirect address, and allow ${location.origin} to frame the issuer. An issuer that shows its sign-in page all the same can’t renew in a frame: use refresh tokens (offline_access) where it has them. Without either, people sign in again when their token ends.`,
    );
  }
  const { searchParams } = new URL(address);
  const code = plainText(searchParams.get('error') ?? '', 60);
  if (code === '')
    return found('ok', 'It came back, and knows who is signed in there. The code it gave was not used.');
  if (NOBODY.test(code))
    return found('ok', `It came back with ${code}: as a frame sees it, nobody is signed in there.`);
  const words = plainText(searchParams.get('error_description') ?? '', 300);
  return found(
    'bad',
    `It refused with ${code}${words && `: “${words}”`}.`,
    'Correct what it names: the client’s registration, oidc.scope, oidc.resource or oidc.authorizationParams.',
  );
};
