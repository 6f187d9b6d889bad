import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import type { IdleLimit } from './idle.ts';
import { within } from './lifetime.ts';
import type { Platform } from './platform.ts';
import { createProblem, endsSession, toFailure, NO_CHANNELS, type Failure } from './problems.ts';
import { getReturnPath } from './return-path.ts';
import { grant, type Granted, type Server } from './server.ts';
import type { RedirectRequest, SessionStorage } from './session-storage.ts';
import type { TokenStore } from './token-store.ts';

/** Milliseconds until a sign-in without an answer has failed. */
const EXCHANGE_LIMIT = 30_000;

export type SessionParts = {
  config: Config;
  platform: Platform;
  storage: SessionStorage;
  server: Server;
  tokens: TokenStore;
  idle: IdleLimit;
  /** Tries `prompt=none` in a hidden frame. Never rejects. */
  askSilently: () => Promise<Granted>;
};

const getSite = (url: string): string => {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
};

/**
 * Whether a frame of the authorization server may lack its cookies because it is on another site. A guess by the last two
 * labels of the host name: wrong under a suffix like co.uk, which costs one click on "Sign in".
 */
export const isCrossSite = (origin: string, authority: string): boolean =>
  getSite(origin) !== getSite(authority);

export const returnData = (
  platform: Pick<Platform, 'href' | 'entrySession'>,
): Pick<RedirectRequest, 'returnTo' | 'session'> => ({
  returnTo: getReturnPath(platform.href()),
  session: platform.entrySession(),
});

const NO_ANSWER: Granted = {
  ok: false,
  failure: { kind: 'unreachable', code: 'no_answer', text: 'The sign-in service took too long.' },
};

const UNKNOWN_ANSWER: Failure = {
  kind: 'foreign',
  code: 'answer_unknown',
  text: 'This answer was used before, is too old, or belongs to another tab.',
};

/** Starts a page: with the answer to a sign-in, with stored tokens, with one silent attempt, or signed out. */
export const createBootstrap = (parts: SessionParts) => {
  const { config, platform, storage, server, tokens, idle, askSilently } = parts;
  const signedOut = storage.takeSignedOut();
  const showSignIn = (): void => tokens.setState({ state: 'anonymous', reason: signedOut ?? 'fresh' });
  const showProblem = (failure: Failure): void =>
    tokens.setState({ state: 'failed', problem: createProblem(failure, platform.now()) });

  /** The server answered that the user has to sign in. */
  const needsUser = (failure: Failure): boolean => failure.kind === 'refused' && endsSession(failure);

  /** The user didn't ask for this attempt, so only the setup page shows why it failed. */
  const failSilently = (failure: Failure): void => {
    storage.setSilentProblem(createProblem(failure, platform.now()));
    if (needsUser(failure)) storage.unmark();
    showSignIn();
  };

  const mayProbe = (): boolean =>
    !storage.isProbed() && (!platform.hasChannels || isCrossSite(platform.origin, config.oidc.authority));

  /**
   * Leaves with the whole page, once per tab, if frames lack cookies or can't answer. Only to a server that has answered
   * `prompt=none` or says that it does: others would keep the user on their sign-in page.
   */
  const probe = async (hasAnswered: boolean): Promise<void> => {
    // Without storage the page would leave again and again.
    if (!storage.markProbed()) return showSignIn();
    try {
      if (!hasAnswered && !(await server.saysPromptNone())) return showSignIn();
      const request = await server.begin('callback', 'none');
      storage.saveRequest({ ...request, kind: 'probe', madeAt: platform.now(), ...returnData(platform) });
      platform.navigate(request.url);
    } catch (thrown) {
      failSilently(toFailure(thrown));
    }
  };

  const restore = async (): Promise<void> => {
    if (!config.oidc.silentSignIn) return showSignIn();
    if (storage.isFrameless() && mayProbe()) return probe(true);
    const generation = tokens.generation();
    const granted = await askSilently();
    if (generation !== tokens.generation()) return;
    if (granted.ok) {
      storage.forgetSilentProblem();
      tokens.adopt(granted.tokens);
      return;
    }
    const { failure } = granted;
    if (failure === NO_CHANNELS) return mayProbe() ? probe(false) : showSignIn();
    if (needsUser(failure) && mayProbe()) return probe(true);
    failSilently(failure);
  };

  const finishSignIn = async (address: string): Promise<void> => {
    const request = storage.request(new URL(address).searchParams.get('state'));
    // Before anything is awaited: the code leaves the address bar and the history.
    platform.replaceUrl(request?.returnTo ?? BASE, request?.session);
    // We didn't ask, so the words of the answer aren't shown: anyone may have made up the link.
    if (!request) return showProblem(UNKNOWN_ANSWER);
    const isProbe = request.kind === 'probe';
    const generation = tokens.generation();
    const finished = grant(() => server.finish(address, request));
    const granted = await within(platform, EXCHANGE_LIMIT, finished, NO_ANSWER);
    storage.forgetRequest();
    if (generation !== tokens.generation()) return;
    if (!granted.ok) return isProbe ? failSilently(granted.failure) : showProblem(granted.failure);
    storage.unmarkProbed();
    storage.forgetSilentProblem();
    if (isProbe) storage.setFrameless();
    else idle.onInput();
    tokens.adopt(granted.tokens);
    if (!isProbe) storage.noteSignIn(platform.now());
  };

  return async (): Promise<void> => {
    const address = platform.href();
    const { pathname, searchParams } = new URL(address);
    if (pathname === `${BASE}auth/callback`) {
      if (['code', 'error', 'state'].some((name) => searchParams.has(name))) return finishSignIn(address);
      platform.replaceUrl(BASE);
    }
    storage.forgetOldRequest(platform.now());
    const stored = storage.takeTokens(platform.now());
    if (idle.isOver()) {
      void server.revoke(stored?.refreshToken);
      return showSignIn();
    }
    if (!stored) return storage.isMarked() ? restore() : showSignIn();
    tokens.adopt(stored);
    const isExpired = stored.lifetimeSeconds !== undefined && stored.lifetimeSeconds <= 0;
    if (isExpired) await tokens.renewOnce('rejected');
  };
};
