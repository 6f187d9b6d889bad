import { useState, useSyncExternalStore } from 'react';
import { describeProblem, saysNoPath } from '#src/api/outcome.ts';
import { createService, requestLine } from '#src/api/client.ts';
import { repeatsSecret } from '#src/api/secret.ts';
import type { Claims } from '#src/auth/id-token.ts';
import { describeSignInProblem, plainText, toFailure, type Failure } from '#src/auth/problems.ts';
import { checkMetadata, getIssuer } from '#src/auth/server.ts';
import type { SessionControl } from '#src/auth/session.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { blockedOrigins } from '#src/lib/blocked-origins.ts';
import { randomHex } from '#src/lib/hex.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { formatCount } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import styles from './SetupPage.module.css';

const ANSWER_LIMIT_MS = 10_000;

/** `result` never holds a token or a code. `advice` replaces that of the check. */
type Finding = { state: 'ok' | 'bad' | 'none'; result: string; advice?: string | undefined };

const ok = (result: string, advice?: string): Finding => ({ state: 'ok', result, advice });
const bad = (result: string, advice?: string): Finding => ({ state: 'bad', result, advice });
const judge = (faults: Finding[], good: string): Finding => {
  if (faults.length === 0) return ok(good);
  const advice = faults.every((fault) => fault.advice) ? faults[0]?.advice : undefined;
  return bad([...new Set(faults.map(({ result }) => result))].join(' '), advice);
};
const notChecked = (result: string): Finding => ({ state: 'none', result });

const findBlocked = async (url: string): Promise<Finding | undefined> => {
  // The browser reports what the policy stopped in a later task.
  await new Promise((resolve) => setTimeout(resolve));
  const { origin } = new URL(url, location.href);
  const blocked = blockedOrigins.getState().find((one) => one.origin === origin);
  return blocked && bad(blocked.title, blocked.advice);
};

const send = (url: string, init: RequestInit = {}): Promise<Response | undefined> =>
  fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    ...init,
  }).catch(() => undefined);

/** Without a token. The answer, or why there is none. Never rejects. */
const ask = async (url: string, init: RequestInit = {}): Promise<Response | Finding> => {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const found = (await send(url, { ...init, signal })) ?? (await findBlocked(url));
  if (found) return found;
  const { origin, pathname } = new URL(url, location.href);
  const address = plainText(origin + pathname, 300);
  // An answer that no page may read still proves a server.
  return (await send(url, { mode: 'no-cors', signal }))
    ? bad(`${address} answers, but does not let this page read it (CORS).`)
    : bad(`No answer from ${address}.`, 'Check its address, its certificate (if https), and that it runs.');
};

const GATE =
  'A gate in front of the console (Basic auth, SSO) seems to answer: sign in to it and run the checks again, or let it pass these addresses. Otherwise let the web server answer them without a redirect.';

/** As the browser opens it, so with what a gate in front of the console has set. */
const askOwn = async (path: string): Promise<Response | Finding> => {
  const response = await send(BASE + path, { credentials: 'same-origin', redirect: 'manual' });
  if (!response) return bad(`${BASE}${path} was not answered.`);
  if (response.type === 'opaqueredirect') return bad(`${BASE}${path} redirects.`, GATE);
  if (!response.ok) {
    const isGate = [401, 407, 511].includes(response.status);
    return bad(`${BASE}${path} was answered with ${response.status}.`, isGate ? GATE : undefined);
  }
  return response;
};

const readAddresses = async (): Promise<Finding> => {
  const paths = ['auth/callback', 'auth/silent', 'calls/a.b', 'webhooks/bulk', 'provider'];
  const faults = await Promise.all(
    paths.map(async (path) => {
      const response = await askOwn(path);
      if (!(response instanceof Response)) return [response];
      const mark = path === 'auth/silent' ? 'id="way-on"' : 'id="root"';
      return (await response.text()).includes(mark) ? [] : [bad(`${BASE}${path} is another page.`)];
    }),
  );
  return judge(faults.flat(), 'Each address has the right page.');
};

const HEADERS: readonly [name: string, wanted: RegExp, fault: string, path?: string][] = [
  ['Content-Security-Policy', /frame-ancestors 'none'/, "lacks frame-ancestors 'none'"],
  ['Content-Security-Policy', /require-trusted-types-for/, 'lacks require-trusted-types-for'],
  ['Content-Security-Policy', /^(?!.*'unsafe-)/, "has a source 'unsafe-…'"],
  // `fetch` joins equal headers by commas; a policy has none.
  ['Content-Security-Policy', /^[^,]*$/, 'is sent twice'],
  ['X-Content-Type-Options', /^nosniff$/i, 'is not nosniff'],
  ['Referrer-Policy', /^no-referrer$/i, 'is not no-referrer'],
  ['Cross-Origin-Opener-Policy', /^same-origin(-allow-popups)?$/i, 'is not same-origin'],
  ['Cross-Origin-Resource-Policy', /^same-origin$/i, 'is not same-origin'],
  ['Permissions-Policy', /microphone=\(\)/i, 'lacks microphone=()'],
  ['Cache-Control', /no-cache|no-store/i, 'lacks no-cache'],
  ['Cache-Control', /no-store/i, 'lacks no-store', 'config.json'],
  ['Content-Security-Policy', /frame-ancestors 'self'/, "lacks frame-ancestors 'self'", 'auth/silent'],
  ['Content-Security-Policy', /^[^,]*$/, 'is sent twice', 'auth/silent'],
  ['X-Frame-Options', /^$/, 'must not be sent', 'auth/silent'],
];

const readHeaders = async (): Promise<Finding> => {
  if (!isSecureContext) return bad('This page came over http.', 'Serve the console over https.');
  if (import.meta.env.DEV) return notChecked('The development server sends no policy.');
  const paths = ['', 'config.json', 'auth/silent'];
  const answers = await Promise.all(paths.map(async (path) => [path, await askOwn(path)] as const));
  const faults = answers.flatMap(([path, answer]) => {
    if (!(answer instanceof Response)) return [answer];
    return HEADERS.filter(([, , , of = '']) => of === path).flatMap(([name, wanted, fault]) => {
      const value = answer.headers.get(name) ?? '';
      if (wanted.test(value)) return [];
      // A whole policy hides its fault.
      const given = name === 'Content-Security-Policy' ? '' : ` (${plainText(value, 60)})`;
      return [bad(`${name} of ${BASE}${path} ${value === '' ? 'is not sent' : fault + given}.`)];
    });
  });
  return judge(faults, 'All headers are sent.');
};

type Discovery = { finding: Finding; description?: Claims };

const discover = async (config: Config): Promise<Discovery> => {
  const { authority, metadata: { issuer: _, ...given } = {} } = config.oidc;
  let description: unknown = { ...given, issuer: getIssuer(config) };
  if (given.authorization_endpoint === undefined || given.token_endpoint === undefined) {
    const address = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await ask(address);
    if (!(answer instanceof Response)) return { finding: answer };
    if (!answer.ok) return { finding: bad(`${address} was answered with ${answer.status}.`) };
    const read: unknown = await answer.json().catch(() => undefined);
    description = isRecord(read) ? { ...read, ...given } : read;
  }
  try {
    const checked = checkMetadata(description, getIssuer(config));
    return { description: checked, finding: ok('It describes itself under the configured name.') };
  } catch (thrown) {
    return { finding: bad(toFailure(thrown).text) };
  }
};

type Setup = { config: Config; session: SessionControl; discovery: Promise<Discovery> };

const getEndpoint = async ({ discovery }: Setup, name: string): Promise<string | undefined> => {
  const endpoint = (await discovery).description?.[name];
  return typeof endpoint === 'string' ? endpoint : undefined;
};

const UNKNOWN_ADDRESS = notChecked('Its address is unknown without discovery.');

const askTokenEndpoint = async (setup: Setup): Promise<Finding> => {
  const url = await getEndpoint(setup, 'token_endpoint');
  if (url === undefined) return UNKNOWN_ADDRESS;
  const { clientId } = setup.config.oidc;
  const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId });
  const answer = await ask(url, { method: 'POST', body });
  if (!(answer instanceof Response)) return answer;
  const { status } = answer;
  const read: unknown = await answer.json().catch(() => undefined);
  const said = `${status} ${isRecord(read) ? plainText(read['error'], 60) : ''}`.trim();
  if (status === 404 || status >= 500) return bad(`It answered ${said}.`);
  if (/(?:invalid|unauthorized)_client/.test(said)) return bad(`It refused this client: ${said}.`);
  return ok(`It refused a request without a code (${said}), and this page could read that.`);
};

const OTHER_SITE =
  'Browsers withhold the issuer’s cookies if it is on another site. Put both on one, or set oidc.silentSignIn to false, oidc.tokenStorage to "session", and ask for a refresh token (offline_access).';

const trySilentSignIn = async (setup: Setup): Promise<Finding> => {
  if (!setup.config.oidc.silentSignIn) return ok('Switched off: oidc.silentSignIn is false.');
  const endpoint = await getEndpoint(setup, 'authorization_endpoint');
  if (endpoint === undefined) return UNKNOWN_ADDRESS;
  const address = await setup.session.testSilentSignIn();
  if (address === undefined) return (await findBlocked(endpoint)) ?? bad('Nothing came back from it.');
  const { searchParams } = new URL(address);
  const code = plainText(searchParams.get('error') ?? '', 60);
  // OpenID Connect Core, section 3.1.2.6
  const isSignedOut = /^(login|interaction|consent|account_selection)_required$/.test(code);
  const reason = plainText(searchParams.get('error_description') ?? '', 300);
  if (code !== '' && !isSignedOut) return bad(`It refused with ${code}${reason && `: “${reason}”`}.`);
  await setup.session.start();
  return isSignedOut && setup.session.getState().state === 'active'
    ? bad(`It answered ${code}, although you are signed in.`, OTHER_SITE)
    : ok(`It answered ${code || 'with a code, which was not used'}.`);
};

const SIGN_IN_FIRST = notChecked('Press “Sign in”, then run the checks again.');

const checkRoles = (roles: Config['roles'], values: readonly string[] = []): Finding => {
  const named = Object.keys(roles?.areas ?? {});
  if (!roles || named.some((role) => values.includes(role))) return ok('You are signed in.');
  const given = [...new Set(values)].slice(0, 10).map((value) => plainText(value, 60));
  const fault = given.length > 0 ? `has only ${given.join(', ')}` : 'is not in the token, or is empty';
  return bad(
    `You are signed in, but the claim ${roles.claim} ${fault}. In roles.areas are ${named.join(', ')}.`,
    'Correct roles in config.json, or let the issuer put the claim into the ID token or the access token.',
  );
};

const REGISTER = `Register the client ID as a public client (authorization code with PKCE, no secret), and allow the origin ${location.origin} at the issuer (CORS).`;

/** For who runs the console, of an answer that came back. */
const SIGN_IN_ADVICE: Record<string, string> = {
  access_denied: 'Let this user use the console at the issuer, or sign in with another account.',
  invalid_client: REGISTER,
  unauthorized_client: REGISTER,
  invalid_scope: 'Correct oidc.scope, or allow these scopes at the issuer.',
  invalid_target: 'Correct oidc.resource.',
  discovery_issuer: 'Correct oidc.authority.',
  id_token_audience: 'Correct oidc.clientId, or the audience of the ID token at the issuer.',
  id_token_issuer: 'Correct oidc.authority or oidc.metadata.issuer.',
  id_token_time: 'Set the clocks of this computer and of the issuer.',
};

const adviseSignIn = (failure: Failure): string => {
  const { kind, code } = failure;
  const isAnswer = kind === 'refused' || kind === 'foreign' || kind === 'malformed';
  return (
    SIGN_IN_ADVICE[code] ?? (isAnswer ? 'Look into the issuer’s log.' : describeSignInProblem(failure).advice)
  );
};

const readSignIn = async ({ config, session }: Setup): Promise<Finding> => {
  await session.start();
  const state = session.getState();
  if (state.state === 'active') return checkRoles(config.roles, state.person.roles);
  const failure = state.state === 'failed' ? state.problem : session.lastFailure();
  if (failure)
    return bad(
      `The last one failed: ${describeSignInProblem(failure).reason} (${failure.code}).`,
      adviseSignIn(failure),
    );
  return session.isSignInUnanswered() ? bad('The last one didn’t come back from the issuer.') : SIGN_IN_FIRST;
};

const NOT_TRIED =
  'Not tried: saving and deleting. On another origin, CORS must also allow the header Content-Type and the method DELETE.';

const askService = async ({ config, session }: Setup): Promise<Finding> => {
  await session.start();
  if (session.getState().state !== 'active') return SIGN_IN_FIRST;
  const service = createService(config, session);
  const read = await service.readCall(`setup-check-${randomHex(8)}`);
  if (read.kind === 'record')
    return ok(
      `It answered ${read.answer.status} with the status “${plainText(read.record.status, 60)}” for a call that doesn’t exist.`,
      `If it says that of every call, correct api.baseUrl. ${NOT_TRIED}`,
    );
  if (read.kind === 'unrecognised') {
    const { status, body } = read.answer;
    return bad(
      `${service.origins.serviceOrigin} answered ${status}, without a call’s status: “${plainText(body.text, 200)}”.`,
      'Watch a call. If its answer isn’t recognised either, correct api.baseUrl, or what answers in place of the service.',
    );
  }
  const { kind, status, message } = read.problem;
  const { title, text } = describeProblem(read.problem, service.origins);
  const { target } = requestLine('GET', 'call_status', { callId: 'setup-check' });
  const problem = (advice: string) => bad(`${title}. ${text}`, advice);
  if (kind === 'web-page' && status === 401)
    return problem('Both use the header Authorization. In nginx, set auth_basic off; for this path.');
  if (['web-page', 'redirect'].includes(kind) || (status === 404 && saysNoPath(message)))
    return problem(
      `Correct api.baseUrl: ${target.split('?')[0]} is below it. If it is "", let the console’s web server pass that path on.`,
    );
  if (status === undefined) {
    // Without the token: the browser doesn't say why it stopped a request.
    const answer = await ask(service.baseUrl + target);
    if (!(answer instanceof Response)) return answer;
    return bad(`${service.origins.serviceOrigin} stopped a request with the header Authorization.`);
  }
  if ([401, 403].includes(status))
    return problem('Set oidc.resource, oidc.scope or oidc.authorizationParams.');
  if ([502, 504].includes(status))
    return problem('Correct the address of the service in the web server or gateway before it.');
  if (status < 400 || status === 429 || status >= 500) return problem('Look into the service’s log.');
  return ok(`${text} If it finds no call at all, correct api.baseUrl.`, NOT_TRIED);
};

/** An answer may repeat the request's headers. */
const withholdToken = (finding: Finding, { session }: Setup): Finding => {
  const token = session.accessToken();
  return token !== undefined && repeatsSecret({ text: finding.result, truncated: true }, token)
    ? { ...finding, result: 'The service answered with the access token.' }
    : finding;
};

type Check = {
  name: string;
  asks: string;
  read: (setup: Setup) => Promise<Finding>;
  advice: string;
};

const CHECKS: readonly Check[] = [
  {
    name: 'Addresses',
    asks: 'Opens addresses of the console.',
    read: readAddresses,
    advice: `Answer ${BASE}auth/silent with auth/silent.html, and the others with index.html, without a redirect. Call IDs may contain dots.`,
  },
  {
    name: 'Headers',
    asks: 'Reads the headers of three addresses.',
    read: readHeaders,
    advice: 'Send the headers of docs/deployment.md, and let no proxy drop or add any.',
  },
  {
    name: 'Discovery',
    asks: 'Reads the issuer’s description.',
    read: async ({ discovery }) => (await discovery).finding,
    advice: `Set oidc.authority to exactly the name that the issuer gives itself, and allow the origin ${location.origin} there (CORS). If it has no description, name its endpoints in oidc.metadata.`,
  },
  {
    name: 'Token endpoint',
    asks: 'Sends the issuer a request without a code, which it must refuse.',
    read: askTokenEndpoint,
    advice: REGISTER,
  },
  {
    name: 'Silent sign-in',
    asks: 'Tries a sign-in in a hidden frame. Its code is not used.',
    read: trySilentSignIn,
    advice: `Register ${location.origin}${BASE}auth/silent as a redirect address, and let the issuer be framed. Otherwise set oidc.silentSignIn to false, oidc.tokenStorage to "session".`,
  },
  {
    name: 'Sign-in',
    asks: 'Looks at your last sign-in.',
    read: readSignIn,
    advice: `If the issuer shows an error page of its own, register ${location.origin}${BASE}auth/callback there, letter by letter, and correct oidc.clientId.`,
  },
  {
    name: 'Service',
    asks: 'Reads one call that doesn’t exist. Needs you to sign in.',
    read: async (setup) => withholdToken(await askService(setup), setup),
    advice: `Let the service send Access-Control-Allow-Origin: ${location.origin} with every answer, errors too, and answer preflights (OPTIONS) with Access-Control-Allow-Headers: Authorization, Content-Type, Accept and Access-Control-Allow-Methods: GET, POST, DELETE.`,
  },
];

const runChecks = (
  config: Config,
  session: SessionControl,
  onFinding: (name: string, finding: Finding) => void,
): void => {
  const setup = { config, session, discovery: discover(config) };
  for (const { name, read, advice } of CHECKS)
    void read(setup)
      .catch(() => bad('An answer broke off.'))
      .then((finding) =>
        onFinding(name, finding.state === 'bad' ? { ...finding, advice: finding.advice ?? advice } : finding),
      );
};

const LABELS = { ok: 'Passed', bad: 'Failed', none: 'Not checked' } as const;

type Findings = Readonly<Record<string, Finding>>;

const ADDRESSES = [
  { label: 'Redirect', value: `${location.origin}${BASE}auth/callback` },
  { label: '', value: `${location.origin}${BASE}auth/silent` },
  { label: 'After sign-out', value: location.origin + BASE },
  { label: 'Origin (CORS)', value: location.origin },
];

const BUILD = `Version ${import.meta.env['VERSION'] as string}, built for the path ${BASE}`;

/** A text to send to the person who can fix what failed. The configuration holds no secret. */
const formatReport = (findings: Findings, config: Config): string =>
  [
    `Setup of ${location.origin}, checked at ${new Date().toISOString()}`,
    BUILD,
    ...Object.entries(findings).map(
      ([name, { state, result, advice }]) =>
        `${LABELS[state].toUpperCase()}: ${name}\n  ${[result, advice].filter(Boolean).join('\n  ')}`,
    ),
    `Configuration with defaults:\n${JSON.stringify(config, null, 2)}`,
  ].join('\n\n');

/** Only a run looks for a session, so before it none is known. */
const SignInButton = ({ session }: { session: SessionControl }) => {
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  return state === 'anonymous' || state === 'failed' ? (
    <Button onClick={() => void session.signIn()}>Sign in</Button>
  ) : null;
};

export const SetupPage = ({ config, session }: { config: Config; session: SessionControl }) => {
  const [findings, setFindings] = useState<Findings>();
  const found = findings ? Object.values(findings) : [];
  const failed = found.filter(({ state }) => state === 'bad').length;
  const isDone = found.length === CHECKS.length;
  const isRunning = findings !== undefined && !isDone;
  const runAll = () => {
    setFindings({});
    runChecks(config, session, (name, finding) => setFindings((all) => ({ ...all, [name]: finding })));
  };
  return (
    <main className={styles['page']}>
      <title>Check setup · Telephony Campaign Console</title>
      <a href={BASE}>Open the console</a>
      <h1>Check setup</h1>
      <p className="second">
        For administrators: checks the web server, the issuer and the service, and changes nothing there.
      </p>
      <div className="btns">
        <Button variant="primary" busy={isRunning} onClick={runAll}>
          Run all checks
        </Button>
        <SignInButton session={session} />
        {findings && isDone && (
          <Button icon="copy" onClick={() => void copyText(formatReport(findings, config), 'Results')}>
            Copy results
          </Button>
        )}
      </div>
      <p role="status">
        {isRunning && 'Checking…'}
        {isDone && (failed > 0 ? `${formatCount(failed, 'check')} failed.` : 'No check failed.')}
      </p>
      <ul>
        {CHECKS.map(({ name, asks }) => {
          const finding = findings?.[name];
          return (
            <li key={name}>
              <h2>{name}</h2>
              {finding && <Status tone={finding.state} word={LABELS[finding.state]} />}
              {isRunning && !finding && <Status tone="wait" word="Checking" spin />}
              <p className={finding ? undefined : 'second'}>{finding?.result ?? asks}</p>
              {finding?.advice && <p className="second">{finding.advice}</p>}
            </li>
          );
        })}
      </ul>
      <h2>Addresses to register</h2>
      {isSecureContext ? <DescriptionList items={ADDRESSES} /> : <p>Serve the console over https first.</p>}
      <p className="second">{BUILD}</p>
      <ToastRegion />
    </main>
  );
};
