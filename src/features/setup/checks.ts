import { describeProblem, PROBLEM_TITLES } from '#src/api/describe.ts';
import { createService } from '#src/api/operations.ts';
import { checkMetadata, getIssuer } from '#src/auth/discovery.ts';
import { loadInFrame } from '#src/auth/frame.ts';
import type { Claims } from '#src/auth/id-token.ts';
import { browserPlatform } from '#src/auth/platform.ts';
import { describeSignInProblem, toFailure, plainText, randomHex } from '#src/auth/problems.ts';
import type { SessionControl } from '#src/auth/state.ts';
import { loadConfig, type Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { ask, askOrExplain, underPolicy } from './ask.ts';

/** `result` never holds a token, a code or an answer's body. */
export type Finding = { state: 'ok' | 'warn' | 'bad' | 'none'; result: string };

export type Configured = { config: Config; session: SessionControl };

export type Check = {
  group: 'Web server' | 'Issuer' | 'Service';
  name: string;
  ask: () => Promise<Finding>;
  /** What to do unless it passed. */
  advice: string;
};

const FRAME_LIMIT_MS = 8000;

const ok = (result: string): Finding => ({ state: 'ok', result });
const warn = (result: string): Finding => ({ state: 'warn', result });
const bad = (result: string): Finding => ({ state: 'bad', result });
const none = (result: string): Finding => ({ state: 'none', result });

const checkConfiguration = async (): Promise<Finding> => {
  const asked = await ask(`${BASE}config.json`);
  if (asked.kind !== 'answered') return bad('The web server does not answer.');
  const cacheControl = asked.response.headers.get('Cache-Control') ?? 'not sent';
  const read = await loadConfig(Promise.resolve(asked.response));
  if (!read.ok) {
    return bad(read.problems.map(({ key, fix }) => (key ? `${key} ${fix}` : fix)).join('; '));
  }
  if (!/no-store/i.test(cacheControl)) {
    return warn(`All keys can be used. Cache-Control is ${cacheControl}; wanted: no-store.`);
  }
  return ok('All keys can be used.');
};

/** Addresses of the console, and what its page at each contains. */
const PAGES = [
  { path: `${BASE}auth/callback`, contains: 'id="root"' },
  { path: `${BASE}auth/silent`, contains: 'id="way-on"' },
  { path: `${BASE}calls/a.b`, contains: 'id="root"' },
  { path: `${BASE}webhooks/bulk`, contains: 'id="root"' },
  { path: `${BASE}provider`, contains: 'id="root"' },
];

const checkAddresses = async (): Promise<Finding> => {
  const faults = await Promise.all(
    PAGES.map(async ({ path, contains }) => {
      const asked = await ask(path);
      if (asked.kind !== 'answered') return [`${path} was not answered.`];
      const { status, ok: isOk } = asked.response;
      if (!isOk) return [`${path} was answered with ${status}.`];
      return (await asked.response.text()).includes(contains) ? [] : [`${path} is another page.`];
    }),
  );
  const all = faults.flat();
  return all.length > 0 ? bad(all.join(' ')) : ok('Each address has the right page.');
};

const HEADERS = [
  {
    name: 'Content-Security-Policy',
    allowed: /^(?=.*frame-ancestors 'none')(?=.*require-trusted-types-for 'script')(?!.*'unsafe-)/,
    wanted: 'the policy of docs/deployment.md',
  },
  { name: 'X-Content-Type-Options', allowed: /^nosniff$/i, wanted: 'nosniff' },
  { name: 'Referrer-Policy', allowed: /^no-referrer$/i, wanted: 'no-referrer' },
  {
    name: 'Cross-Origin-Opener-Policy',
    allowed: /^same-origin(-allow-popups)?$/i,
    wanted: 'same-origin-allow-popups',
  },
  { name: 'Cross-Origin-Resource-Policy', allowed: /^same-origin$/i, wanted: 'same-origin' },
  { name: 'Permissions-Policy', allowed: /microphone=\(\)/i, wanted: 'the value of docs/deployment.md' },
  { name: 'Cache-Control', allowed: /no-cache|no-store/i, wanted: 'no-cache' },
];

const checkHeaders = async (): Promise<Finding> => {
  const asked = await ask(BASE);
  if (asked.kind !== 'answered') return bad('The web server does not answer.');
  const { headers } = asked.response;
  const faults = HEADERS.flatMap(({ name, allowed, wanted }) => {
    const value = headers.get(name);
    if (value === null) return [`${name} is not sent; wanted: ${wanted}.`];
    return allowed.test(value.trim()) ? [] : [`${name} is not ${wanted}.`];
  });
  return faults.length > 0 ? bad(faults.join(' ')) : ok('All headers are sent.');
};

const checkSilentPage = async (): Promise<Finding> => {
  const state = randomHex(16);
  const url = `${location.origin}${BASE}auth/silent?state=${state}`;
  const answer = await loadInFrame(browserPlatform(), { url, state }, FRAME_LIMIT_MS);
  return answer === undefined
    ? bad(`The page did not report from a frame within ${FRAME_LIMIT_MS / 1000} s.`)
    : ok('The page reported from a frame.');
};

type Discovery = { finding: Finding; description?: Claims };

const lacks = (description: Claims, name: string, value: string): boolean => {
  const listed = description[name];
  return Array.isArray(listed) && !listed.includes(value);
};

const judgeDescription = (given: unknown, config: Config): Discovery => {
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

const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  if (given.authorization_endpoint !== undefined && given.token_endpoint !== undefined) {
    return judgeDescription({ ...given, issuer: getIssuer(config) }, config);
  }
  const asked = await askOrExplain(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (typeof asked === 'string') return { finding: bad(asked) };
  if (!asked.ok) return { finding: bad(`Its description was answered with ${asked.status}.`) };
  const description: unknown = await asked.json().catch(() => undefined);
  return judgeDescription(isRecord(description) ? { ...description, ...given } : description, config);
};

const endpointOf = ({ description }: Discovery, name: string): string | undefined => {
  const endpoint = description?.[name];
  return typeof endpoint === 'string' ? endpoint : undefined;
};

const checkTokenEndpoint = async ({ oidc }: Config, discovery: Discovery): Promise<Finding> => {
  const url = endpointOf(discovery, 'token_endpoint');
  if (url === undefined) return none('Its address is not known.');
  const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: oidc.clientId });
  const asked = await askOrExplain(url, { method: 'POST', body });
  if (typeof asked === 'string') return bad(asked);
  const answer: unknown = await asked.json().catch(() => undefined);
  const code = isRecord(answer) ? plainText(answer['error'], 60) : '';
  if (code === '') return warn(`It answered ${asked.status} without an error code.`);
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return bad(`It refused this client: ${asked.status}, ${code}.`);
  return ok(`It refused a request without a code (${code}), and this page could read that.`);
};

/** No user is signed in at the server (OpenID Connect Core, section 3.1.2.6). */
const NOT_SIGNED_IN = /^(login|interaction|consent|account_selection)_required$/;

const checkSilentSignIn = async ({ session }: Configured, discovery: Discovery): Promise<Finding> => {
  const endpoint = endpointOf(discovery, 'authorization_endpoint');
  if (endpoint === undefined) return none('The address of the authorization endpoint is unknown.');
  const { result: address, isBlocked } = await underPolicy(endpoint, session.testSilentSignIn);
  if (isBlocked)
    return bad(`The policy of this page stopped the frame: frame-src must name ${new URL(endpoint).origin}.`);
  if (address === undefined) return warn(`Nothing came back within ${FRAME_LIMIT_MS / 1000} s.`);
  const { searchParams } = new URL(address);
  const code = plainText(searchParams.get('error') ?? '', 60);
  if (code === '') return ok('A user is signed in there. The code it gave was not used.');
  if (NOT_SIGNED_IN.test(code)) return ok(`It answered ${code}: no user is signed in there.`);
  const reason = plainText(searchParams.get('error_description') ?? '', 300);
  return bad(`It refused with ${code}${reason && `: “${reason}”`}.`);
};

const checkSignIn = async ({ session }: Configured): Promise<Finding> => {
  await session.start();
  const state = session.getState();
  if (state.state === 'active') return ok('You are signed in.');
  const problem = state.state === 'failed' ? state.problem : session.silentProblem();
  if (!problem) return none('You are not signed in.');
  const { reason } = describeSignInProblem(problem);
  return state.state === 'failed'
    ? bad(`The sign-in failed: ${reason} (${problem.code}).`)
    : warn(`The last silent sign-in failed: ${reason} (${problem.code}).`);
};

const checkService = async ({ config, session }: Configured): Promise<Finding> => {
  await session.start();
  if (session.getState().state !== 'active') return none('You are not signed in.');
  const service = createService(config, session);
  const { serviceOrigin } = service.origins;
  const { result: read, isBlocked } = await underPolicy(serviceOrigin, () =>
    service.readCall(`setup-check-${randomHex(8)}`),
  );
  if (isBlocked)
    return bad(`The policy of this page stopped the request: connect-src must name ${serviceOrigin}.`);
  if (read.kind !== 'failed') return ok('The service answered, and this page could read it.');
  const { kind, status } = read.problem;
  if (status === undefined) return bad(describeProblem(read.problem, service.origins).text);
  const answered = `${PROBLEM_TITLES[kind]} (${status}).`;
  if (kind === 'renewal-failed' || status === 429 || status >= 500) return warn(answered);
  if (status === 401 || status === 403 || status < 400) return bad(answered);
  return ok(`The service answered ${status}, and this page could read it.`);
};

const SERVER_CHECKS: readonly Check[] = [
  {
    group: 'Web server',
    name: 'Configuration',
    ask: checkConfiguration,
    advice: `Correct ${BASE}config.json, then reload. docs/configuration.md lists all keys.`,
  },
  {
    group: 'Web server',
    name: 'Addresses',
    ask: checkAddresses,
    advice: 'Serve each address as the table in docs/deployment.md says.',
  },
  {
    group: 'Web server',
    name: 'Headers',
    ask: checkHeaders,
    advice: 'Send the headers of docs/deployment.md, with the origins of your issuer and your service.',
  },
  {
    group: 'Web server',
    name: 'Silent page',
    ask: checkSilentPage,
    advice: `Serve auth/silent.html at ${BASE}auth/silent with frame-ancestors 'self' and without X-Frame-Options. Until then no session is renewed in a frame, and a reload asks users to sign in.`,
  },
];

/** In the order of the page. Without a usable configuration, only the web server can be checked. */
export const listChecks = (configured: Configured | undefined): readonly Check[] => {
  if (!configured) return SERVER_CHECKS;
  const { config } = configured;
  const { origin } = location;
  const discovering = discover(config);
  return [
    ...SERVER_CHECKS,
    {
      group: 'Issuer',
      name: 'Discovery',
      ask: async () => (await discovering).finding,
      advice: `Set oidc.authority to exactly the name that the issuer gives itself, and allow the origin ${origin} at the issuer (CORS). If it has no description, name its endpoints in oidc.metadata.`,
    },
    {
      group: 'Issuer',
      name: 'Token endpoint',
      ask: async () => checkTokenEndpoint(config, await discovering),
      advice: `Register the client ID as a public client (authorization code with PKCE, no secret), and allow the origin ${origin} at the issuer (CORS).`,
    },
    {
      group: 'Issuer',
      name: 'Silent sign-in',
      ask: async () => checkSilentSignIn(configured, await discovering),
      advice: `Register ${origin}${BASE}auth/silent as a redirect address, and allow ${origin} to frame the issuer. If it cannot be framed, use refresh tokens (offline_access), or users sign in again when their token ends.`,
    },
    {
      group: 'Issuer',
      name: 'Sign-in',
      ask: () => checkSignIn(configured),
      advice: `Sign in to see that it works to its end. If the issuer shows an error page of its own, register ${origin}${BASE}auth/callback there.`,
    },
    {
      group: 'Service',
      name: 'Service',
      ask: () => checkService(configured),
      advice: `Sign in, and check api.baseUrl. On another origin the service must answer preflights and allow ${origin} with the headers Authorization, Content-Type and Accept, on error answers too. If it does not accept the token, set oidc.resource, oidc.scope or oidc.authorizationParams.`,
    },
  ];
};
