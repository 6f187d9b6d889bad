import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import type { Platform } from './platform.ts';
import { AuthError, toFailure, type Failure, endsSession } from './problems.ts';
import type { SignInProblem } from './state.ts';
import type { Config } from '#src/config.ts';
import { toTokenResult, type TokenResult, type Server } from './server.ts';
import { checkReturnPath, type SessionStorage } from './session-storage.ts';
import type { createTokenStore } from './token-store.ts';

export type AnswerMessage = { type: 'answer'; url: string } | { type: 'received' };

/**
 * The address that a frame or popup comes back to; `undefined` after an abort. It arrives on a BroadcastChannel named by
 * the request's unguessable `state`: only pages of this origin reach it, also under Cross-Origin-Opener-Policy.
 */
const waitForAnswer = (
  platform: Pick<Platform, 'channel' | 'origin'>,
  state: string,
  signal: AbortSignal,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const channel = platform.channel(`sign-in ${state}`, (message) => {
      const url = isRecord(message) && message['type'] === 'answer' ? message['url'] : undefined;
      if (typeof url !== 'string' || !isAnswer(url, platform.origin, state)) return;
      channel.post({ type: 'received' } satisfies AnswerMessage);
      finish(url);
    });
    const finish = (url?: string): void => {
      channel.close();
      resolve(url);
    };
    signal.addEventListener('abort', () => finish());
  });

const isAnswer = (url: string, origin: string, state: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { origin: from, pathname, searchParams } = new URL(url);
  return from === origin && pathname === `${BASE}auth/silent` && searchParams.get('state') === state;
};

export const loadInFrame = async (
  platform: Pick<Platform, 'channel' | 'origin' | 'after' | 'openFrame'>,
  request: { url: string; state: string },
  limitMs: number,
): Promise<string | undefined> => {
  const closing = new AbortController();
  const answer = waitForAnswer(platform, request.state, closing.signal);
  const removeFrame = platform.openFrame(request.url);
  const address = await waitAtMost(answer, limitMs, platform.after);
  closing.abort();
  removeFrame();
  return address;
};

/** The address that a sign-in returns to, and the session that made it. */
const getReturnPoint = ({ href, entrySession }: Pick<Platform, 'href' | 'entrySession'>) => {
  const { pathname, search, hash } = new URL(href());
  return { returnTo: checkReturnPath(`${pathname}${search}${hash}`), session: entrySession() };
};

type Popup = NonNullable<ReturnType<Platform['openPopup']>>;

const NO_STORAGE: Failure = {
  kind: 'storage',
  code: 'storage_unavailable',
  text: 'This browser doesn’t let the page store anything, so it couldn’t bring you back after the sign-in.',
};

const NO_POPUP: Failure = { kind: 'popup', code: 'popup_blocked', text: '' };

export const createSignIn = ({ platform, storage, server, tokens, idle }: SessionParts) => {
  const toProblem = (thrown: unknown): SignInProblem => ({ ...toFailure(thrown), at: platform.now() });

  const leave = async (prompt?: 'login'): Promise<void> => {
    if (tokens.getState().state === 'leaving') return;
    const returnPoint = getReturnPoint(platform);
    if (prompt !== undefined) storage.forgetUnnamed();
    tokens.drop({ state: 'leaving' });
    const generation = tokens.generation();
    storage.forgetSilentRedirect();
    try {
      const request = await server.createRequest('callback', prompt);
      if (generation !== tokens.generation()) return;
      const isSaved = storage.saveRequest({ ...request, kind: 'sign-in', ...returnPoint });
      if (!isSaved) throw new AuthError(NO_STORAGE);
      platform.navigate(request.url);
    } catch (thrown) {
      if (generation === tokens.generation())
        tokens.setState({ state: 'failed', problem: toProblem(thrown) });
    }
  };

  const signInByPopup = async (popup: Popup, closing: AbortSignal): Promise<SignInProblem | undefined> => {
    try {
      const request = await server.createRequest('silent');
      if (closing.aborted) return undefined;
      const answer = waitForAnswer(platform, request.state, closing);
      popup.go(request.url);
      const address = await answer;
      if (address === undefined) return undefined;
      const fresh = await server.exchange(address, request);
      if (closing.aborted) return void server.revoke(fresh.refreshToken);
      idle.onInput();
      if (tokens.adopt(fresh)) storage.noteSignIn(platform.now());
      return undefined;
    } catch (thrown) {
      popup.close();
      return closing.aborted ? undefined : toProblem(thrown);
    }
  };

  let closePopup = (): void => undefined;

  return {
    /** Leaves for the authorization server and returns to the current page. `login` asks for the password again. */
    signIn: leave,
    /**
     * Signs in again in a popup, so that the page keeps its input. Call it in a click handler. A popup that is closed gives
     * no answer: the promise stays pending until the next attempt.
     */
    signInAgain: async (): Promise<SignInProblem | undefined> => {
      closePopup();
      const popup = platform.hasChannels ? platform.openPopup() : undefined;
      if (!popup) return { ...NO_POPUP, at: platform.now() };
      const closing = new AbortController();
      closePopup = () => {
        closing.abort();
        popup.close();
      };
      return signInByPopup(popup, closing.signal);
    },
    closePopup: (): void => closePopup(),
  };
};

const CALLBACK = `${BASE}auth/callback`;

type SessionParts = {
  config: Config;
  platform: Platform;
  storage: SessionStorage;
  server: Server;
  tokens: ReturnType<typeof createTokenStore>;
  idle: { onInput: () => void; isOver: () => boolean };
  /** Tries `prompt=none` in a hidden frame. Never rejects. */
  signInSilently: () => Promise<TokenResult>;
};

const getSite = (url: string): string => {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
};

/**
 * Frames of another site may lack its cookies. Compares the last two labels of the host names: wrong under a suffix such
 * as co.uk, which costs one click on "Sign in".
 */
export const isCrossSite = (origin: string, authority: string): boolean =>
  getSite(origin) !== getSite(authority);

const UNKNOWN_ANSWER: Failure = {
  kind: 'foreign',
  code: 'answer_unknown',
  text: 'This answer was used before, is too old, or belongs to another tab.',
};

/** Starts with the answer to a sign-in, with stored tokens, with a silent sign-in, or signed out. */
export const createBootstrap = (parts: SessionParts) => {
  const { config, platform, storage, server, tokens, idle, signInSilently } = parts;
  const signedOut = storage.takeSignedOut();
  const showSignIn = (): void => tokens.setState({ state: 'anonymous', reason: 'fresh', ...signedOut });
  const showProblem = (failure: Failure) => (): void =>
    tokens.setState({ state: 'failed', problem: { ...failure, at: platform.now() } });

  /** The server answered that the user has to sign in. */
  const needsUser = (failure: Failure): boolean => failure.kind === 'refused' && endsSession(failure);

  /** The user didn't ask for this attempt. The setup page shows why it fails. */
  const failSilently = (failure: Failure, showSignedOut = showSignIn): void => {
    if (needsUser(failure)) storage.expectNoUser();
    showSignedOut();
  };

  const mayRedirectSilently = (): boolean =>
    !storage.hasRedirectedSilently() && isCrossSite(platform.origin, config.oidc.authority);

  /**
   * The whole page goes to the server and back, once per tab, since frames may lack its cookies. Only to a server that has
   * answered `prompt=none`: others would keep the user on their sign-in page.
   */
  const redirectSilently = async (): Promise<void> => {
    // Without storage, every page would redirect again.
    if (!storage.noteSilentRedirect()) return showSignIn();
    try {
      const request = await server.createRequest('callback', 'none');
      storage.saveRequest({ ...request, kind: 'silent', ...getReturnPoint(platform) });
      platform.navigate(request.url);
    } catch (thrown) {
      failSilently(toFailure(thrown));
    }
  };

  const signInWithoutClick = async (showSignedOut: () => void): Promise<void> => {
    if (!config.oidc.silentSignIn) return showSignedOut();
    const generation = tokens.generation();
    const granted = await signInSilently();
    if (generation !== tokens.generation()) return;
    if (granted.ok) {
      tokens.adopt(granted.tokens);
      return;
    }
    const { failure } = granted;
    if (needsUser(failure) && mayRedirectSilently()) return redirectSilently();
    failSilently(failure, showSignedOut);
  };

  /** Goes on with the session of this tab or browser, if there is one. */
  const resume = async (showSignedOut: () => void): Promise<void> => {
    const stored = storage.takeTokens(platform.now());
    if (idle.isOver()) {
      void server.revoke(stored?.refreshToken);
      return showSignedOut();
    }
    if (!stored) return storage.isUserExpected() ? signInWithoutClick(showSignedOut) : showSignedOut();
    tokens.adopt(stored);
    const isExpired = stored.lifetimeSeconds !== undefined && stored.lifetimeSeconds <= 0;
    if (isExpired) await tokens.renewOnce('rejected');
  };

  const finishSignIn = async (address: string): Promise<void> => {
    const request = storage.request(new URL(address).searchParams.get('state'));
    // First of all, the code leaves the address bar and the history.
    platform.replaceUrl(request?.returnTo ?? BASE, request?.session);
    // A bookmark, Back, or a link that anyone may have made up: its text isn't shown, and a session goes on.
    if (!request) return resume(showProblem(UNKNOWN_ANSWER));
    const isSilent = request.kind === 'silent';
    const generation = tokens.generation();
    const granted = await toTokenResult(() => server.exchange(address, request));
    storage.forgetRequest();
    if (generation !== tokens.generation()) return;
    if (!granted.ok && isSilent) return failSilently(granted.failure);
    // Keycloak's answer in a tab whose user has signed in in another one.
    if (!granted.ok && granted.failure.code === 'temporarily_unavailable')
      return signInWithoutClick(showProblem(granted.failure));
    if (!granted.ok) return showProblem(granted.failure)();
    storage.forgetSilentRedirect();
    if (!isSilent) idle.onInput();
    tokens.adopt(granted.tokens);
    if (!isSilent) storage.noteSignIn(platform.now());
  };

  return async (): Promise<void> => {
    const address = platform.href();
    const { pathname, searchParams } = new URL(address);
    const hasAnswer = ['code', 'error', 'state'].some((name) => searchParams.has(name));
    if (hasAnswer && pathname === CALLBACK) return finishSignIn(address);
    if (pathname === CALLBACK) platform.replaceUrl(BASE);
    return resume(showSignIn);
  };
};
