import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import { loadInFrame, createSignIn, createBootstrap } from './sign-in.ts';
import { browserPlatform, type PageEvent, type Platform } from './platform.ts';
import { AuthError, NO_CHANNELS, type Failure } from './problems.ts';
import { createServer, getIssuer, toTokenResult, type TokenResult } from './server.ts';
import { createSessionStorage } from './session-storage.ts';
import { createTokenStore } from './token-store.ts';

const FRAME_LIMIT_MS = 8_000;
const REVOKE_LIMIT_MS = 2_000;
const SIGN_OUT_LIMIT_MS = 5_000;

const NO_FRAME_ANSWER: Failure = { kind: 'silent', code: 'no_answer', text: '' };

/** The last input in any tab, epoch milliseconds. */
const LAST_INPUT = 'auth.last-input';

const createIdleLimit = (
  { now, after, browser }: Pick<Platform, 'now' | 'after' | 'browser'>,
  limitMs: number | undefined,
  onIdle: () => void,
) => {
  let stopTimer: (() => void) | undefined;

  /** Milliseconds. NaN before the first input; negative if the clock was set back since the last. */
  const sinceInput = (): number => now() - Number(browser.get(LAST_INPUT) ?? Number.NaN);
  const onInput = (): void => {
    if (limitMs !== undefined) browser.set(LAST_INPUT, String(now()));
  };
  const stop = (): void => {
    stopTimer?.();
    stopTimer = undefined;
  };
  /** Loading a page is no input: the time that other tabs noted counts. */
  const findRest = (limit: number): number => {
    if (!(sinceInput() >= 0)) onInput();
    return limit - sinceInput();
  };
  const check = (): void => {
    if (limitMs === undefined || !stopTimer) return;
    stop();
    const rest = findRest(limitMs);
    if (rest > 0) stopTimer = after(rest, check);
    else onIdle();
  };

  return {
    onInput,
    /** Whether the limit passed before this page was loaded. */
    isOver: (): boolean => limitMs !== undefined && sinceInput() >= limitMs,
    /** Starts or stops the limit as the user is signed in or out. */
    follow: (isActive: boolean): void => {
      if (limitMs === undefined || isActive === (stopTimer !== undefined)) return;
      if (isActive) stopTimer = after(findRest(limitMs), check);
      else stop();
    },
    /** Compares with the clock, since timers stop while the computer sleeps. */
    check,
    forget: (): void => browser.remove(LAST_INPUT),
  };
};

export const createSession = (config: Config, platform: Platform = browserPlatform()) => {
  const storage = createSessionStorage(config, platform.tab, platform.browser);
  const server = createServer(config, platform);

  const askInHiddenFrame = async () => {
    const request = await server.createRequest('silent', 'none');
    return { request, address: await loadInFrame(platform, request, FRAME_LIMIT_MS) };
  };
  const signInSilently = async (): Promise<TokenResult> => {
    if (!platform.hasChannels || !config.oidc.silentSignIn) return { ok: false, failure: NO_CHANNELS };
    return toTokenResult(async () => {
      const { request, address } = await askInHiddenFrame();
      if (address === undefined) throw new AuthError(NO_FRAME_ANSWER);
      return server.exchange(address, request);
    });
  };

  const tokens = createTokenStore({
    platform,
    issuer: getIssuer(config),
    rolesClaim: config.roles?.claim,
    storage,
    server,
    signInSilently,
  });
  const { idleMinutes } = config.session;
  const idleMs = idleMinutes === undefined ? undefined : idleMinutes * 60_000;
  const idle = createIdleLimit(platform, idleMs, () => void server.revoke(tokens.expire()?.refreshToken));
  tokens.subscribe(() => {
    const state = tokens.getState();
    idle.follow(state.state === 'active');
    if (state.state === 'failed') storage.noteFailure(state.problem);
    else if (state.state === 'active' || state.state === 'leaving') storage.forgetFailure();
  });
  const parts = { config, platform, storage, server, tokens, idle, signInSilently };
  const { signIn, signInAgain, closePopup } = createSignIn(parts);
  const bootstrap = createBootstrap(parts);

  /** The note is shown on the sign-in page. */
  const signOut = async (note?: string): Promise<void> => {
    // The page may wait before it calls this, and the user press again.
    if (tokens.getState().state === 'anonymous') return;
    const idToken = tokens.idToken();
    closePopup();
    storage.endSession();
    idle.forget();
    // The next user must not see what this one had open.
    platform.replaceUrl(BASE);
    const ended = tokens.drop({ state: 'anonymous', reason: 'signed-out', note });
    const generation = tokens.generation();
    await waitAtMost(server.revoke(ended?.refreshToken), REVOKE_LIMIT_MS, platform.after);
    const url = await waitAtMost(server.signOutUrl(idToken), SIGN_OUT_LIMIT_MS, platform.after);
    if (generation !== tokens.generation()) return;
    if (url === undefined) return tokens.setState({ state: 'anonymous', reason: 'here-only', note });
    storage.setSignedOut({ reason: 'signed-out', note });
    platform.navigate(url);
  };

  /** After a sign-in in another tab, an expired session continues without a click, and the sign-in page goes. */
  const continueAfterSignIn = async (): Promise<void> => {
    if (!storage.hasNewSignIn()) return;
    const { state } = tokens.getState();
    if (state === 'anonymous' || state === 'failed') return platform.reload();
    if (state !== 'expired') return;
    const generation = tokens.generation();
    const granted = await signInSilently();
    if (granted.ok && generation === tokens.generation()) tokens.adopt(granted.tokens);
  };

  const followOtherTabs = (): void => {
    const { state } = tokens.getState();
    if (state === 'leaving') return;
    // Also while restoring, or a late answer would undo the sign-out.
    const hasSession = state === 'active' || state === 'expired' || state === 'restoring';
    if (!hasSession || !storage.isSessionOver()) return void continueAfterSignIn();
    closePopup();
    if (storage.isUserExpected()) return tokens.restart({ state: 'restoring' });
    storage.setSignedOut({ reason: 'elsewhere' });
    tokens.restart({ state: 'anonymous', reason: 'elsewhere' });
  };

  const onPageEvent = (event: PageEvent): void => {
    switch (event) {
      case 'leave':
        return tokens.saveForNextPage();
      case 'storage':
        return followOtherTabs();
      case 'restored':
        // Back to a page that was left for a sign-in without a click: it would stay empty.
        if (tokens.getState().state === 'restoring') return platform.reload();
        storage.takeTokens(platform.now());
        // Back from the authorization server by the Back button.
        if (tokens.getState().state === 'leaving') tokens.setState({ state: 'anonymous', reason: 'fresh' });
        followOtherTabs();
        idle.check();
        return tokens.wake();
      case 'moved':
        return tokens.onHistoryEntry();
      case 'wake':
        idle.check();
        return tokens.wake();
      case 'input':
        // The first input after the limit doesn't prolong the session.
        idle.check();
        if (tokens.getState().state === 'active') idle.onInput();
    }
  };

  let started: Promise<void> | undefined;

  return {
    getState: tokens.getState,
    subscribe: tokens.subscribe,
    /** Settles once the state is no longer `restoring`. Runs once, however often it is called. */
    start: (): Promise<void> => {
      if (!started) {
        platform.on(onPageEvent);
        started = bootstrap();
      }
      return started;
    },
    /** Preloads what a sign-in needs. */
    prepare: server.prepare,
    signIn,
    signInAgain,
    /** Ends the session here at once, then at the server if it offers a sign-out. */
    signOut,
    accessToken: tokens.accessToken,
    renewExpired: tokens.renewExpired,
    renew: tokens.renew,
    refused: tokens.refused,
    signal: tokens.signal,
    /** For the setup page: why this tab's last sign-in failed. */
    lastFailure: storage.failure,
    /** For the setup page: the issuer has not sent this tab's last sign-in back. */
    isSignInUnanswered: storage.hasRequest,
    /** For the setup page: the address that a hidden frame comes back to. Its code is not used. Never rejects. */
    testSilentSignIn: (): Promise<string | undefined> =>
      askInHiddenFrame().then(
        ({ address }) => address,
        () => undefined,
      ),
  };
};

export type SessionControl = ReturnType<typeof createSession>;
