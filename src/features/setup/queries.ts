import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { describeProblem, TITLES } from '#src/api/describe.ts';
import { createService } from '#src/api/operations.ts';
import { problemWords, randomText } from '#src/auth/problems.ts';
import type { SessionControl } from '#src/auth/state.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { underPolicy } from './ask.ts';
import { findingOf, type Finding } from './finding.ts';
import { checkSilentSignIn, checkTokenEndpoint, discover } from './issuer-checks.ts';
import {
  checkAddresses,
  checkClock,
  checkConfiguration,
  checkHeaders,
  checkSilentPage,
  checkStorage,
} from './page-checks.ts';

/** What a check is made with; undefined where the configuration can't be used. */
export type Setup = { config: Config; session: SessionControl };

const checkSession = async ({ session }: Setup): Promise<Finding> => {
  await session.start();
  const state = session.getState();
  const found = findingOf(
    'Looked whether somebody is signed in here and, where somebody was, asked once in a hidden frame.',
  );
  if (state.state === 'active') return found('ok', 'Somebody is signed in.');
  if (state.state === 'failed') {
    const { advice, description } = problemWords(state.problem);
    return found('bad', `The sign-in failed: ${description} (${state.problem.code}).`, advice);
  }
  const silent = session.silentProblem();
  if (silent) {
    const { advice, description } = problemWords(silent);
    return found('warn', `The last silent sign-in failed: ${description} (${silent.code}).`, advice);
  }
  return found(
    'none',
    'Nobody is signed in here.',
    `Sign in to see that it works to its end. Where the issuer shows an error page of its own, register ${location.origin}${BASE}auth/callback there.`,
  );
};

const checkService = async ({ config, session }: Setup): Promise<Finding> => {
  await session.start();
  if (session.getState().state !== 'active') {
    const nothing = findingOf(
      'Nothing: every operation of the service needs a signed-in person, and it has no other that could be asked.',
    );
    return nothing('none', 'Nobody is signed in here.', 'Sign in, then check again.');
  }
  const service = createService(config, session);
  const { serviceOrigin, pageOrigin } = service.place;
  const found = findingOf('Read the status of a call with an ID that nobody has, with your access token.');
  const { result: read, isBlocked } = await underPolicy(serviceOrigin, () =>
    service.readCall(`setup-check-${randomText(8)}`),
  );
  if (isBlocked) {
    const change = `Put ${serviceOrigin} into connect-src of the Content-Security-Policy.`;
    return found('bad', 'This page’s own policy stopped the request.', change);
  }
  if (read.kind !== 'failed') return found('ok', 'The service answered, and this page could read it.');
  const { problem } = read;
  // Without the service's own words, which may repeat what nobody should copy.
  const came =
    problem.status === undefined
      ? describeProblem(problem, service.place).text
      : `${TITLES[problem.kind]} (${problem.status}).`;
  switch (problem.kind) {
    case 'not-found':
    case 'gone':
    case 'invalid':
    case 'client-error':
      return found('ok', `The service answered ${problem.status}, and this page could read it.`);
    case 'network':
    case 'offline':
    case 'timeout':
      return found(
        'bad',
        came,
        `Check api.baseUrl. On another origin the service must answer preflights and allow ${pageOrigin} with the headers Authorization, Content-Type and Accept, on error answers too.`,
      );
    case 'unauthorized':
    case 'forbidden':
    case 'session-ended':
      return found(
        'bad',
        came,
        'The service reads the token and does not accept it. Many issuers give a token for a service only when asked: set oidc.resource, oidc.scope, or the issuer’s own parameter in oidc.authorizationParams.',
      );
    case 'redirect':
    case 'web-page':
      return found('bad', came, 'Check api.baseUrl: this is not an answer of the service.');
    case 'conflict':
    case 'rate-limited':
    case 'renewal-failed':
    case 'server':
    case 'aborted':
      return found('warn', came, 'The service could be asked. Check again later.');
  }
};

export type CheckGroup = 'page' | 'issuer' | 'service';

const line = (group: CheckGroup, title: string, check: (client: QueryClient) => Promise<Finding>) => ({
  group,
  title,
  query: queryOptions<Finding>({ queryKey: ['setup', title], queryFn: ({ client }) => check(client) }),
});

/** The checks that can be made, in the order of the page. Those of issuer and service ask somebody else: at a press only. */
export const checksOf = (setup: Setup | undefined) => {
  const alone = [
    line('page', 'Configuration', checkConfiguration),
    line('page', 'Addresses of the console', checkAddresses),
    line('page', 'Silent page in a frame', checkSilentPage),
    line('page', 'Clock', checkClock),
    line('page', 'Storage', checkStorage),
  ];
  if (!setup) return alone;
  const { config } = setup;
  /** Read once for all that need it. */
  const discovered = (client: QueryClient) =>
    client.ensureQueryData({ queryKey: ['setup', 'discovery'], queryFn: () => discover(config) });
  return [
    ...alone,
    line('page', 'Policy headers', () => checkHeaders(config)),
    line('issuer', 'Discovery', async (client) => (await discovered(client)).finding),
    line('issuer', 'Token endpoint', async (client) =>
      checkTokenEndpoint(config, (await discovered(client)).description),
    ),
    line('issuer', 'Silent sign-in', async (client) =>
      checkSilentSignIn(config, (await discovered(client)).description),
    ),
    line('issuer', 'Sign-in', () => checkSession(setup)),
    line('service', 'Service', () => checkService(setup)),
  ];
};

export type Check = ReturnType<typeof checksOf>[number];
