import { createService, requestLine } from '#src/api/operations.ts';
import { describeProblem } from '#src/api/describe.ts';
import { PROBLEM_TITLES } from '#src/api/outcome.ts';
import { checkMetadata, getIssuer } from '#src/auth/server.ts';
import { loadInFrame } from '#src/auth/frame.ts';
import type { Claims } from '#src/auth/id-token.ts';
import { browserPlatform } from '#src/auth/platform.ts';
import { describeSignInProblem, plainText, toFailure } from '#src/auth/problems.ts';
import type { SessionControl } from '#src/auth/session.ts';
import { loadConfig, type Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { randomHex } from '#src/lib/hex.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { checkVersion, isOutdated } from '#src/lib/new-version.ts';
import { ask, bad, describeBlocked, notChecked, ok, warn, watchPolicy, type Finding } from './requests.ts';

export type Configured = { config: Config; session: SessionControl };

export type Check = {
  group: 'Web server' | 'Issuer' | 'Service';
  name: string;
  /** What it reads or sends. */
  does: string;
  run: () => Promise<Finding>;
  /** What to change unless it passed. */
  advice: string;
};

const FRAME_LIMIT_MS = 8000;
const HEADERS_ADVICE = 'Send the headers of docs/deployment.md, and let no proxy drop or add any.';

const checkConfiguration = async (): Promise<Finding> => {
  const answer = await ask(`${BASE}config.json`);
  if (!answer.response) return bad(answer.reason);
  const { response } = answer;
  const read = await loadConfig(Promise.resolve(response));
  if (!read.ok) return bad(read.problems.map(({ key, fix }) => (key ? `${key} ${fix}` : fix)).join('; '));
  const caching = response.headers.get('Cache-Control') ?? 'not sent';
  if (/no-store/i.test(caching)) return ok('All keys are valid.');
  return warn(`All keys are valid. Cache-Control is ${caching}; wanted: no-store.`, HEADERS_ADVICE);
};

const checkAddresses = async (): Promise<Finding> => {
  const paths = ['auth/callback', 'auth/silent', 'calls/a.b', 'webhooks/bulk', 'provider'];
  const faults = await Promise.all(
    paths.map(async (path) => {
      const { response } = await ask(BASE + path);
      if (!response?.ok) return [`${BASE}${path} was answered with ${response?.status ?? 'nothing'}.`];
      const mark = path === 'auth/silent' ? 'id="way-on"' : 'id="root"';
      return (await response.text()).includes(mark) ? [] : [`${BASE}${path} is another page.`];
    }),
  );
  const all = faults.flat().join(' ');
  return all === '' ? ok('Each address has the right page.') : bad(all);
};

const HEADERS: readonly [name: string, allowed: RegExp][] = [
  ['Content-Security-Policy', /^(?=.*frame-ancestors 'none')(?=.*require-trusted-types-for)(?!.*'unsafe-)/],
  ['X-Content-Type-Options', /^nosniff$/i],
  ['Referrer-Policy', /^no-referrer$/i],
  ['Cross-Origin-Opener-Policy', /^same-origin(-allow-popups)?$/i],
  ['Cross-Origin-Resource-Policy', /^same-origin$/i],
  ['Permissions-Policy', /microphone=\(\)/i],
  ['Cache-Control', /no-cache|no-store/i],
];

const checkHeaders = async (): Promise<Finding> => {
  if (!isSecureContext) return bad('This page came over http.', 'Serve the console over https.');
  if (import.meta.env.DEV) return notChecked('The development server sends no policy.');
  const { response } = await ask(BASE);
  const wrong = HEADERS.filter(([name, allowed]) => !allowed.test(response?.headers.get(name)?.trim() ?? ''));
  return wrong.length === 0
    ? ok('All headers are sent.')
    : bad(`${wrong.map(([name]) => name).join(', ')} is not as documented.`);
};

const checkSilentPage = async (): Promise<Finding> => {
  const state = randomHex(16);
  const url = `${location.origin}${BASE}auth/silent?state=${state}`;
  return (await loadInFrame(browserPlatform(), { url, state }, FRAME_LIMIT_MS)) === undefined
    ? bad(`The page did not report from a frame within ${FRAME_LIMIT_MS / 1000} s.`)
    : ok('The page reported from a frame.');
};

type Discovery = { finding: Finding; description?: Claims };

const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  let description: unknown = { ...given, issuer: getIssuer(config) };
  if (given.authorization_endpoint === undefined || given.token_endpoint === undefined) {
    const answer = await ask(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (!answer.response) return { finding: bad(answer.reason) };
    if (!answer.response.ok) return { finding: bad(`The issuer answered ${answer.response.status}.`) };
    const read: unknown = await answer.response.json().catch(() => undefined);
    description = isRecord(read) ? { ...read, ...given } : read;
  }
  try {
    const checked = checkMetadata(description, getIssuer(config));
    return { description: checked, finding: ok('It describes itself under the configured name.') };
  } catch (thrown) {
    return { finding: bad(toFailure(thrown).text) };
  }
};

const getEndpoint = ({ description }: Discovery, name: string): string | undefined => {
  const endpoint = description?.[name];
  return typeof endpoint === 'string' ? endpoint : undefined;
};

const UNKNOWN_ADDRESS = notChecked('Its address is unknown without discovery.');

const checkTokenEndpoint = async ({ oidc }: Config, discovery: Discovery): Promise<Finding> => {
  const url = getEndpoint(discovery, 'token_endpoint');
  if (url === undefined) return UNKNOWN_ADDRESS;
  const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: oidc.clientId });
  const answer = await ask(url, { method: 'POST', body });
  if (!answer.response) return bad(answer.reason);
  const { status } = answer.response;
  const read: unknown = await answer.response.json().catch(() => undefined);
  const said = `${status} ${isRecord(read) ? plainText(read['error'], 60) : ''}`.trim();
  if (status === 404 || status >= 500) return warn(`It answered ${said}.`);
  if (/(?:invalid|unauthorized)_client/.test(said)) return bad(`It refused this client: ${said}.`);
  return ok(`It refused a request without a code (${said}), and this page could read that.`);
};

const checkSilentSignIn = async ({ config, session }: Configured, found: Discovery): Promise<Finding> => {
  if (!config.oidc.silentSignIn) return ok('Switched off: oidc.silentSignIn is false.');
  const endpoint = getEndpoint(found, 'authorization_endpoint');
  if (endpoint === undefined) return UNKNOWN_ADDRESS;
  const { result: address, isBlocked } = await watchPolicy(endpoint, session.testSilentSignIn);
  if (isBlocked) return bad(describeBlocked('frame-src', endpoint));
  if (address === undefined) return warn(`Nothing came back within ${FRAME_LIMIT_MS / 1000} s.`);
  const code = plainText(new URL(address).searchParams.get('error') ?? '', 60);
  if (code === '') return ok('A user is signed in there. The code it gave was not used.');
  // OpenID Connect Core, section 3.1.2.6
  const isSignedOut = /^(login|interaction|consent|account_selection)_required$/.test(code);
  return isSignedOut
    ? ok(`It answered ${code}: no user is signed in there.`)
    : bad(`It refused with ${code}.`);
};

const checkSignIn = async ({ session }: Configured): Promise<Finding> => {
  await session.start();
  const state = session.getState();
  if (state.state === 'active') return ok('You are signed in.');
  const problem = state.state === 'failed' ? state.problem : session.silentProblem();
  if (!problem) return notChecked('You are not signed in.');
  const text = `The last one failed: ${describeSignInProblem(problem).reason} (${problem.code}).`;
  return state.state === 'failed' ? bad(text) : warn(text);
};

const checkService = async ({ config, session }: Configured): Promise<Finding> => {
  await session.start();
  if (session.getState().state !== 'active') return notChecked('You are not signed in.');
  const service = createService(config, session);
  const { serviceOrigin } = service.origins;
  const { result: read, isBlocked } = await watchPolicy(serviceOrigin, () =>
    service.readCall(`setup-check-${randomHex(8)}`),
  );
  if (isBlocked) return bad(describeBlocked('connect-src', serviceOrigin));
  if (read.kind !== 'failed') return ok('The service answered, and this page could read it.');
  const { kind, status, message } = read.problem;
  if (kind === 'network' && status === undefined) {
    // Without the token: the browser doesn't say why it stopped a request.
    const { target } = requestLine('GET', 'call_status', { callId: 'setup-check' });
    const answer = await ask(service.baseUrl + target);
    if (answer.response) return bad(`${serviceOrigin} stopped a request with the header Authorization.`);
    return bad(answer.reason, answer.isCors ? undefined : 'Check api.baseUrl, and that the service runs.');
  }
  if (status === undefined) return bad(describeProblem(read.problem, service.origins).text);
  const answered = `${PROBLEM_TITLES[kind]} (${status}).`;
  if (kind === 'renewal-failed' || status === 429 || status >= 500) return warn(answered);
  if (status === 401 || status === 403 || status < 400) return bad(answered);
  const said = `The service answered ${status}${message === undefined ? '' : ` “${message}”`}.`;
  return status === 404
    ? notChecked(`${said} Either it has no such call, as expected, or the path of api.baseUrl is wrong.`)
    : ok(said);
};

/** In the order of the page. Without a usable configuration, only the web server can be checked. */
export const listChecks = (configured: Configured | undefined): readonly Check[] => {
  const { origin } = location;
  let discovery: Promise<Discovery> | undefined;
  const found = (config: Config) => (discovery ??= discover(config));
  type Row = readonly [name: string, does: string, advice: string, run: () => Promise<Finding>];
  const server: readonly Row[] = [
    ['Configuration', 'Reads config.json.', 'Correct config.json, then reload.', checkConfiguration],
    [
      'Version',
      'Compares the page that the server sends.',
      'Reload. If that doesn’t help, let no cache keep index.html: Cache-Control: no-cache.',
      async () => {
        await checkVersion();
        return isOutdated.getState()
          ? warn('The server has another version.')
          : ok('This page is the newest.');
      },
    ],
    [
      'Addresses',
      'Opens addresses of the console.',
      `Answer ${BASE}auth/silent with auth/silent.html, and the others with index.html, without a redirect. Call IDs may contain dots.`,
      checkAddresses,
    ],
    ['Headers', 'Reads the headers of this page.', HEADERS_ADVICE, checkHeaders],
    [
      'Silent page',
      `Loads ${BASE}auth/silent in a hidden frame.`,
      `Serve auth/silent.html at ${BASE}auth/silent with frame-ancestors 'self' and without X-Frame-Options.`,
      checkSilentPage,
    ],
  ];
  const issuer = (both: Configured): readonly Row[] => [
    [
      'Discovery',
      'Reads the issuer’s description.',
      `Set oidc.authority to exactly the name that the issuer gives itself, and allow the origin ${origin} there (CORS). If it has no description, name its endpoints in oidc.metadata.`,
      async () => (await found(both.config)).finding,
    ],
    [
      'Token endpoint',
      'Sends the issuer a request without a code, which it must refuse.',
      `Register the client ID as a public client (authorization code with PKCE, no secret), and allow the origin ${origin} at the issuer (CORS).`,
      async () => checkTokenEndpoint(both.config, await found(both.config)),
    ],
    [
      'Silent sign-in',
      'Tries a sign-in in a hidden frame. Its code is not used.',
      `Register ${origin}${BASE}auth/silent as a redirect address, and let the issuer be framed. Otherwise set oidc.silentSignIn to false, oidc.tokenStorage to "session", and ask for a refresh token (offline_access).`,
      async () => checkSilentSignIn(both, await found(both.config)),
    ],
    [
      'Sign-in',
      'Looks at your last sign-in.',
      `Sign in. If the issuer shows an error page of its own, register ${origin}${BASE}auth/callback there, letter by letter, and correct oidc.clientId.`,
      () => checkSignIn(both),
    ],
  ];
  const service = (both: Configured): readonly Row[] => [
    [
      'Service',
      'Reads one call that doesn’t exist. Needs you to sign in.',
      `Let the service send Access-Control-Allow-Origin: ${origin} with every answer, errors too, and answer preflights (OPTIONS) with Access-Control-Allow-Headers: Authorization, Content-Type, Accept and Access-Control-Allow-Methods: GET, POST, DELETE. If it does not accept the token, set oidc.resource, oidc.scope or oidc.authorizationParams.`,
      () => checkService(both),
    ],
  ];
  const rows = (group: Check['group'], list: readonly Row[]) =>
    list.map(([name, does, advice, run]): Check => ({ group, name, does, advice, run }));
  return [
    ...rows('Web server', server),
    ...(configured ? [...rows('Issuer', issuer(configured)), ...rows('Service', service(configured))] : []),
  ];
};
