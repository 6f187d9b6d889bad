import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import type { IdleLimit } from './idle.ts';
import { within } from './lifetime.ts';
import type { Platform } from './platform.ts';
import { attemptName, endsSession, failureOf, problemOf, UNHEARD, type Failure } from './problems.ts';
import { isReturnable, returnPathOf } from './return-path.ts';
import type { Granted, RequestData, Server } from './server.ts';
import { REQUEST_AGE, type SessionStorage } from './session-storage.ts';
import type { TokenStore } from './token-store.ts';

/** Milliseconds until a sign-in without an answer has failed. */
const EXCHANGE_LIMIT = 30_000;

/** What signing in, signing out and the start of a page work with. */
export type SessionParts = {
  config: Config;
  platform: Platform;
  storage: SessionStorage;
  server: Server;
  tokens: TokenStore;
  idle: IdleLimit;
  /** Whether pages of this browser reach each other: else no frame and no popup can answer. */
  hasChannels: boolean;
  /** One attempt without a person: `prompt=none` in a frame. Never rejects. */
  askSilently: () => Promise<Granted>;
};

const siteOf = (url: string): string => {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
};

/**
 * Whether a frame of the authorization server may lack its cookies because it is on another site. A guess by the last two
 * labels of the host name: wrong under a suffix like co.uk, which costs one click on "Sign in".
 */
export const isCrossSite = (origin: string, authority: string): boolean =>
  siteOf(origin) !== siteOf(authority);

/** The address to come back to after a sign-in, and the session that made it. */
export const returnDataOf = (
  platform: Pick<Platform, 'href' | 'entrySession'>,
): Pick<RequestData, 'returnTo' | 'session'> => {
  const session = platform.entrySession();
  return { returnTo: returnPathOf(platform.href()), ...(session !== undefined && { session }) };
};

/** The server answered that it needs a person. */
const isNobody = (failure: Failure): boolean => failure.kind === 'refused' && endsSession(failure);

const NO_ANSWER: Granted = {
  ok: false,
  failure: { kind: 'unreachable', code: 'no_answer', text: 'The sign-in service took too long.' },
};

const UNKNOWN_ANSWER: Failure = {
  kind: 'foreign',
  code: 'answer_unknown',
  text: 'This answer was used before, is too old, or belongs to another tab.',
};

/** How a page begins: with the answer to a sign-in, with stored tokens, with one silent attempt, or signed out. */
export const createBootstrap = ({
  config,
  platform,
  storage,
  server,
  tokens,
  idle,
  hasChannels,
  askSilently,
}: SessionParts) => {
  const fail = (failure: Failure, attempt = attemptName()): void =>
    tokens.setState({ state: 'failed', problem: problemOf(failure, platform.now(), attempt) });

  const signedOut = storage.takeSignedOut();
  const showSignIn = (): void => tokens.setState({ state: 'anonymous', reason: signedOut ?? 'fresh' });

  /** The user did not ask for it, so they need not read why it failed: the setup page shows the reason. */
  const failSilently = (failure: Failure, attempt = attemptName()): void => {
    storage.setSilentProblem(problemOf(failure, platform.now(), attempt));
    if (isNobody(failure)) storage.unmark();
    showSignIn();
  };

  const mayProbe = (): boolean =>
    (!hasChannels || isCrossSite(platform.origin, config.oidc.authority)) &&
    !storage.isProbed() &&
    storage.durable() &&
    isReturnable(platform.href());

  /**
   * One more attempt if frames go without cookies or cannot answer: the whole page leaves and comes back, once per tab.
   * Only to a server that has answered `prompt=none` or says that it does: others would keep the user on their own page.
   */
  const probe = async (hasAnswered: boolean): Promise<void> => {
    storage.setProbed(true);
    try {
      if (!hasAnswered && !(await server.knowsPromptNone())) return showSignIn();
      const data = { kind: 'probe', attempt: attemptName(), ...returnDataOf(platform) } as const;
      const { url } = await server.begin('redirect', data, 'none');
      platform.navigate(url);
    } catch (thrown) {
      failSilently(failureOf(thrown));
    }
  };

  const restore = async (): Promise<void> => {
    if (!config.oidc.silentSignIn) return showSignIn();
    if (storage.isFrameless() && mayProbe()) return probe(true);
    const generation = tokens.generation();
    const granted = await askSilently();
    if (generation !== tokens.generation()) return;
    if (granted.ok) {
      storage.setSilentProblem(undefined);
      tokens.adopt(granted.tokens);
      return;
    }
    const { failure } = granted;
    if (failure === UNHEARD) return mayProbe() ? probe(false) : showSignIn();
    if (isNobody(failure) && mayProbe()) return probe(true);
    failSilently(failure);
  };

  const finishSignIn = async (address: string, state: string): Promise<void> => {
    const request = storage.request(state);
    // Before anything is awaited: the code leaves the address bar and the history.
    platform.replaceUrl(request?.data.returnTo ?? BASE, request?.data.session);
    // An answer to nothing we asked: its words are not shown, since somebody else may have made up the link.
    if (!request || request.data.kind === 'here') return fail(UNKNOWN_ANSWER);
    const { attempt, kind } = request.data;
    const generation = tokens.generation();
    const finished = server.finish('redirect', address, request.nonce);
    const granted = await within(platform, EXCHANGE_LIMIT, finished, NO_ANSWER);
    storage.forgetRequests();
    if (generation !== tokens.generation()) return;
    if (!granted.ok)
      return kind === 'probe' ? failSilently(granted.failure, attempt) : fail(granted.failure, attempt);
    storage.setProbed(false);
    storage.setSilentProblem(undefined);
    if (kind === 'probe') storage.setFrameless();
    else idle.touch();
    tokens.adopt(granted.tokens);
    if (kind === 'sign-in') storage.noteSignIn(platform.now());
  };

  return async (): Promise<void> => {
    const address = platform.href();
    const { pathname, searchParams } = new URL(address);
    if (pathname === `${BASE}auth/callback`) {
      const isAnswer = ['code', 'error', 'state'].some((name) => searchParams.has(name));
      if (isAnswer) return finishSignIn(address, searchParams.get('state') ?? '');
      platform.replaceUrl(BASE);
    }
    storage.forgetRequests(platform.now() / 1000 - REQUEST_AGE);
    const stored = storage.takeTokens(platform.now());
    if (idle.isOver()) {
      if (stored?.refreshToken !== undefined) void server.revoke(stored.refreshToken);
      return showSignIn();
    }
    if (stored) {
      tokens.adopt(stored);
      const isOver = stored.lifetimeSeconds !== undefined && stored.lifetimeSeconds <= 0;
      if (isOver) await tokens.renewNow();
      return;
    }
    return storage.isMarked() ? restore() : showSignIn();
  };
};
