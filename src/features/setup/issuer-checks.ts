import { isRecord } from '#src/lib/is-record.ts';
import type { Claims } from '#src/auth/claims.ts';
import { checkMetadata } from '#src/auth/discovery.ts';
import { browserEnvironment } from '#src/auth/environment.ts';
import { askInFrame } from '#src/auth/frame.ts';
import { failureOf, plainText, randomText } from '#src/auth/problems.ts';
import { issuerOf } from '#src/auth/server.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { ask, underPolicy, type Asked } from './ask.ts';
import type { Finding } from './finding.ts';

/** Milliseconds for the issuer to answer in a frame, as long as a silent sign-in waits. */
const FRAME_LIMIT_MS = 8000;

/** The issuer's description of itself where it can be used, and what to say of it. */
export type Discovery = { finding: Finding; description: Claims | undefined };

const noAnswer = (
  kind: Exclude<Asked['kind'], 'answered'>,
  url: string,
): Pick<Finding, 'came' | 'change'> => {
  const { origin } = new URL(url);
  switch (kind) {
    case 'policy':
      return {
        came: 'This page’s own policy stopped the request.',
        change: `Put ${origin} into connect-src of the Content-Security-Policy.`,
      };
    case 'cors':
      return {
        came: `${origin} answers, but does not let this page read it (CORS).`,
        change: `Allow the origin ${location.origin} at the issuer, in its settings for browser apps (“web origins”, “CORS”, “trusted origins”).`,
      };
    case 'unreachable':
      return {
        came: `No answer from ${origin}.`,
        change: 'Check oidc.authority, and that this browser reaches the issuer: name, network, certificate.',
      };
  }
};

const lacks = (description: Claims, name: string, value: string): boolean => {
  const listed = description[name];
  return Array.isArray(listed) && !listed.includes(value);
};

const judge = (description: unknown, config: Config, tried: string): Discovery => {
  const issuer = issuerOf(config);
  const found = isRecord(description) ? description['issuer'] : undefined;
  if (typeof found === 'string' && found !== issuer) {
    return {
      description: undefined,
      finding: {
        state: 'bad',
        tried,
        came: `It names itself “${plainText(found, 200)}”. Configured is “${issuer}”.`,
        change: 'Set oidc.authority to exactly the name that it gives itself, slash at the end included.',
      },
    };
  }
  try {
    const checked = checkMetadata(description, issuer);
    if (
      lacks(checked, 'code_challenge_methods_supported', 'S256') ||
      lacks(checked, 'response_types_supported', 'code')
    ) {
      return {
        description: checked,
        finding: {
          state: 'bad',
          tried,
          came: 'It does not offer the authorization code flow with PKCE (S256).',
          change: 'Allow that flow for this client. The console uses no other.',
        },
      };
    }
    return {
      description: checked,
      finding: { state: 'ok', tried, came: 'It describes itself under the configured name.' },
    };
  } catch (thrown) {
    const change = 'Correct the issuer’s description, or name its endpoints in oidc.metadata.';
    return { description: undefined, finding: { state: 'bad', tried, came: failureOf(thrown).text, change } };
  }
};

export const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  if (given.authorization_endpoint !== undefined && given.token_endpoint !== undefined) {
    const tried = 'Read the endpoints of oidc.metadata.';
    return judge({ ...given, issuer: issuerOf(config) }, config, tried);
  }
  const url = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const tried = `Read ${url}.`;
  const asked = await ask(url);
  if (asked.kind !== 'answered') {
    return { description: undefined, finding: { state: 'bad', tried, ...noAnswer(asked.kind, url) } };
  }
  if (!asked.response.ok) {
    const came = `It was answered with ${asked.response.status}.`;
    const change =
      'Check oidc.authority. Where the issuer has no such document, name its endpoints in oidc.metadata.';
    return { description: undefined, finding: { state: 'bad', tried, came, change } };
  }
  const description: unknown = await asked.response.json().catch(() => undefined);
  return judge(isRecord(description) ? { ...description, ...given } : description, config, tried);
};

const notDescribed = (tried: string): Finding => ({
  state: 'none',
  tried,
  came: 'Without the issuer’s description its endpoints are not known.',
});

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
  const tried = `Asked ${url} for tokens without a code. It must refuse, with an answer that this page can read.`;
  const asked = await ask(url, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: oidc.clientId }),
  });
  if (asked.kind !== 'answered') return { state: 'bad', tried, ...noAnswer(asked.kind, url) };
  const { status } = asked.response;
  const answer: unknown = await asked.response.json().catch(() => undefined);
  const code = isRecord(answer) ? plainText(answer['error'], 60) : '';
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    return {
      state: 'bad',
      tried,
      came: `It refused this client: ${status}, ${code}.`,
      change: 'Register the client ID as a public client: no client secret, authorization code with PKCE.',
    };
  }
  if (code === '') {
    return {
      state: 'warn',
      tried,
      came: `It answered ${status} without the code of an error.`,
      change: 'Check that this is the token endpoint.',
    };
  }
  return { state: 'ok', tried, came: `It refused as it should (${code}), and this page could read it.` };
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
  const tried = `Asked ${endpoint} in a hidden frame for a sign-in without a prompt (prompt=none), with the return address ${location.origin}${BASE}auth/silent.`;
  const state = randomText(16);
  const request = { url: silentRequest(config, endpoint, state), state };
  const { result: address, isBlocked } = await underPolicy(endpoint, () =>
    askInFrame(browserEnvironment(), request, FRAME_LIMIT_MS),
  );
  if (address === undefined && isBlocked) {
    const change = `Put ${new URL(endpoint).origin} into frame-src of the Content-Security-Policy.`;
    return { state: 'bad', tried, came: 'This page’s own policy stopped the frame.', change };
  }
  if (address === undefined) {
    return {
      state: 'warn',
      tried,
      came: `Nothing came back within ${FRAME_LIMIT_MS / 1000} s.`,
      change: `Register ${location.origin}${BASE}auth/silent as a redirect address, and allow ${location.origin} to frame the issuer. An issuer that shows its sign-in page all the same can’t renew in a frame: use refresh tokens (offline_access) where it has them. Without either, people sign in again when their token ends.`,
    };
  }
  const { searchParams } = new URL(address);
  const code = plainText(searchParams.get('error') ?? '', 60);
  if (code === '')
    return {
      state: 'ok',
      tried,
      came: 'It came back, and knows who is signed in there. The code it gave was not used.',
    };
  if (NOBODY.test(code)) {
    return {
      state: 'ok',
      tried,
      came: `It came back with ${code}: as a frame sees it, nobody is signed in there.`,
    };
  }
  const words = plainText(searchParams.get('error_description') ?? '', 300);
  return {
    state: 'bad',
    tried,
    came: `It refused with ${code}${words && `: “${words}”`}.`,
    change:
      'Correct what it names: the client’s registration, oidc.scope, oidc.resource or oidc.authorizationParams.',
  };
};
