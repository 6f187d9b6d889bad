import { describeProblem } from '#src/api/describe.ts';
import { createService, requestLine } from '#src/api/operations.ts';
import { PROBLEM_TITLES } from '#src/api/outcome.ts';
import { describeSignInProblem } from '#src/auth/problems.ts';
import { randomHex } from '#src/lib/hex.ts';
import { BASE } from '#src/lib/base.ts';
import { bad, notChecked, ok, warn, type Check, type Configured, type Finding } from './finding.ts';
import { describeBlocked, fetchPage, watchPolicy } from './fetch-page.ts';
import { checkScopes, checkSilentSignIn, checkTokenEndpoint, discover } from './issuer-checks.ts';
import { WEB_SERVER_CHECKS } from './web-server-checks.ts';

const checkSignIn = async ({ session }: Configured): Promise<Finding> => {
  await session.start();
  const state = session.getState();
  if (state.state === 'active') return ok('You are signed in.');
  const problem = state.state === 'failed' ? state.problem : session.silentProblem();
  if (!problem) return notChecked('You are not signed in.');
  const { reason } = describeSignInProblem(problem);
  return state.state === 'failed'
    ? bad(`The sign-in failed: ${reason} (${problem.code}).`)
    : warn(`The last silent sign-in failed: ${reason} (${problem.code}).`);
};

/** Asks again without the token, to find what the browser doesn't say of a request that it stopped. */
const explainNoAnswer = async (address: string): Promise<Finding> => {
  const { origin } = location;
  const page = await fetchPage(address);
  switch (page.kind) {
    case 'answered':
      return bad(
        `${new URL(address).origin} lets this page read its answers, but stopped a request with the header Authorization.`,
        `Let the service answer preflights (OPTIONS) for ${origin} with Access-Control-Allow-Headers: Authorization, Content-Type, Accept and Access-Control-Allow-Methods: GET, POST, DELETE.`,
      );
    case 'cors':
      return bad(
        page.reason,
        `Let the service send Access-Control-Allow-Origin: ${origin} with every answer, errors too, and answer preflights (OPTIONS) that ask for the headers Authorization, Content-Type and Accept and the methods GET, POST and DELETE.`,
      );
    case 'policy':
    case 'unreachable':
      return bad(
        page.reason,
        'Check api.baseUrl, that the service runs, and that this computer reaches it and trusts its certificate.',
      );
  }
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
  const { kind, status } = read.problem;
  if (kind === 'network' && status === undefined)
    return explainNoAnswer(
      service.baseUrl + requestLine('GET', 'call_status', { callId: 'setup-check' }).target,
    );
  if (status === undefined) return bad(describeProblem(read.problem, service.origins).text);
  const answered = `${PROBLEM_TITLES[kind]} (${status}).`;
  if (kind === 'renewal-failed' || status === 429 || status >= 500) return warn(answered);
  if (status === 401 || status === 403 || status < 400) return bad(answered);
  const said = read.problem.message === undefined ? '' : ` “${read.problem.message}”`;
  if (status === 404)
    return notChecked(
      `The service answered 404${said}, and this page could read it. Either it has no such call, as expected, or the path of api.baseUrl is wrong: watch a call that exists to find out.`,
    );
  return ok(
    `The service answered ${status}${said}, and this page could read it. If that isn’t about a call, check the path of api.baseUrl.`,
  );
};

/** In the order of the page. Without a usable configuration, only the web server can be checked. */
export const listChecks = (configured: Configured | undefined): readonly Check[] => {
  if (!configured) return WEB_SERVER_CHECKS;
  const { config } = configured;
  const { origin } = location;
  let discovery: ReturnType<typeof discover> | undefined;
  const discoverOnce = () => (discovery ??= discover(config));
  return [
    ...WEB_SERVER_CHECKS,
    {
      group: 'Issuer',
      name: 'Discovery',
      does: 'Reads the issuer’s description.',
      run: async () => (await discoverOnce()).finding,
      advice: `Set oidc.authority to exactly the name that the issuer gives itself, and allow the origin ${origin} at the issuer (CORS). If it has no description, name its endpoints in oidc.metadata.`,
    },
    {
      group: 'Issuer',
      name: 'Scopes',
      does: 'Looks for the scopes of oidc.scope in the issuer’s description.',
      run: async () => checkScopes(config, await discoverOnce()),
      advice:
        'Correct oidc.scope, or allow the scope for this client. If the issuer accepts it although it does not list it, ignore this.',
    },
    {
      group: 'Issuer',
      name: 'Token endpoint',
      does: 'Sends the issuer a request without a code, which it must refuse.',
      run: async () => checkTokenEndpoint(config, await discoverOnce()),
      advice: `Register the client ID as a public client (authorization code with PKCE, no secret), and allow the origin ${origin} at the issuer (CORS).`,
    },
    {
      group: 'Issuer',
      name: 'Silent sign-in',
      does: 'Tries a sign-in in a hidden frame. Its code is not used.',
      run: async () => checkSilentSignIn(configured, await discoverOnce()),
      advice: `Register ${origin}${BASE}auth/silent as a redirect address, and allow ${origin} to frame the issuer. If it cannot be framed, use refresh tokens (offline_access), or users sign in again when their token ends.`,
    },
    {
      group: 'Issuer',
      name: 'Sign-in',
      does: 'Looks at your last sign-in. Needs you to sign in.',
      run: () => checkSignIn(configured),
      advice: `Sign in to see that it works to its end. If the issuer shows an error page of its own, register ${origin}${BASE}auth/callback there, letter by letter, and correct oidc.clientId.`,
    },
    {
      group: 'Service',
      name: 'Service',
      does: 'Reads one call that doesn’t exist. Needs you to sign in.',
      run: () => checkService(configured),
      advice: `Sign in, and check api.baseUrl. On another origin the service must answer preflights and allow ${origin} with the headers Authorization, Content-Type and Accept, on error answers too. If it does not accept the token, set oidc.resource, oidc.scope or oidc.authorizationParams.`,
    },
  ];
};
