import { BASE } from '#src/lib/base.ts';
import { returnOf, type Parts } from './arrive.ts';
import type { Popup } from './environment.ts';
import { listenForAnswer } from './frame.ts';
import { within } from './lifetime.ts';
import { attemptName, AuthError, failureOf, problemOf, type Failure } from './problems.ts';
import type { SignInOptions, SignInProblem } from './state.ts';

/** Milliseconds that sign-out waits for the server, each step. */
const REVOKE_LIMIT = 2_000;
const SIGN_OUT_LIMIT = 5_000;
const CLOSED_CHECK = 500;

const NO_STORAGE: Failure = {
  kind: 'unreachable',
  code: 'storage_unavailable',
  text: 'This browser does not let the page store anything, so the way back would be lost.',
};

/** The ways out: to the authorization server for a sign-in, through a popup, and out of the session. */
export const createDeparture = ({ environment, kept, server, holder, idle, announce, canHear }: Parts) => {
  let popup: { window: Popup; cancel: () => void } | undefined;

  const problem = (failure: Failure, attempt: string): SignInProblem =>
    problemOf(failure, environment.now(), attempt);

  /** Leaves by redirect. A page with an expired session is given up only when the way out is open. */
  const leave = async ({ prompt }: SignInOptions): Promise<SignInProblem | undefined> => {
    const { state } = holder.getState();
    if (state === 'leaving') return undefined;
    const attempt = attemptName();
    const back = returnOf(environment);
    if (prompt !== undefined) kept.forgetNobody();
    if (state !== 'expired') holder.drop({ state: 'leaving' });
    const era = holder.era();
    // One request at a time in a tab: an older one was left by the Back button.
    kept.forgetRequests();
    kept.unsetProbed();
    // Whoever comes back by this does so by a click of their own.
    if (state !== 'expired') kept.takeGaveWay();
    try {
      if (!kept.durable()) throw new AuthError(NO_STORAGE);
      const { url } = await server.begin('redirect', { kind: 'sign-in', attempt, ...back }, prompt);
      if (era !== holder.era()) return undefined;
      if (state === 'expired') holder.drop({ state: 'leaving' });
      environment.navigate(url);
      return undefined;
    } catch (thrown) {
      if (era !== holder.era()) return undefined;
      const found = problem(failureOf(thrown), attempt);
      if (state !== 'expired') holder.setState({ state: 'failed', problem: found });
      return found;
    }
  };

  const signIn = async (options: SignInOptions = {}): Promise<void> => void (await leave(options));

  /** Settles when the popup looks closed. Cross-Origin-Opener-Policy makes it look so at once; the answer still counts. */
  const closed = (window: Popup, isOver: () => boolean): Promise<undefined> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isOver() || window.closed()) resolve(undefined);
        else environment.after(CLOSED_CHECK, look);
      };
      look();
    });

  const signInByPopup = async (window: Popup): Promise<SignInProblem | undefined> => {
    const attempt = attemptName();
    const era = holder.era();
    let isOver = false;
    const ask = async (): Promise<SignInProblem | undefined> => {
      try {
        const request = await server.begin('here', { kind: 'here', attempt, returnTo: BASE });
        const listening = listenForAnswer(environment, request.state);
        if (!listening || popup?.window !== window || era !== holder.era()) {
          listening?.cancel();
          window.close();
          return undefined;
        }
        popup.cancel = listening.cancel;
        window.go(request.url);
        const address = await listening.answer;
        if (address === undefined) return undefined;
        const granted = await server.finish('here', address, request.nonce);
        // Signed out while the popup was open: a session that ended stays ended.
        if (era !== holder.era()) return undefined;
        if (!granted.ok) return problem(granted.failure, attempt);
        idle.touch();
        if (holder.adopt(granted.tokens) !== 'other') announce('signed-in');
        return undefined;
      } catch (thrown) {
        window.close();
        return problem(failureOf(thrown), attempt);
      } finally {
        isOver = true;
        if (popup?.window === window) popup = undefined;
      }
    };
    return Promise.race([ask(), closed(window, () => isOver)]);
  };

  const closePopup = (): void => {
    popup?.cancel();
    popup?.window.close();
    popup = undefined;
  };

  const signInAgain = async (): Promise<SignInProblem | undefined> => {
    closePopup();
    // A popup that nobody hears would never bring the session back.
    const window = canHear ? environment.openPopup() : undefined;
    if (!window) return leave({});
    popup = { window, cancel: () => {} };
    return signInByPopup(window);
  };

  /** Ends it on this page and in what this browser keeps; gives back what the server may still be told to forget. */
  const endHere = (reason: 'signed-out' | 'elsewhere') => {
    closePopup();
    // Heard late, it is another session's mark that lies there.
    if (reason === 'signed-out' || !kept.isSessionOver()) {
      kept.unmark();
      kept.endSession();
      idle.forget();
    }
    kept.unsetProbed();
    kept.takeGaveWay();
    kept.forgetNobody();
    kept.forgetRequests();
    // The next person here must not be shown what this one had open.
    environment.replaceUrl(BASE);
    return holder.drop({ state: 'anonymous', reason });
  };

  const signOut = async (): Promise<'leaving' | 'here-only'> => {
    const idToken = holder.idToken();
    const tokens = endHere('signed-out');
    const era = holder.era();
    announce('signed-out');
    if (tokens?.refreshToken !== undefined) {
      await within(environment, REVOKE_LIMIT, server.revoke(tokens.refreshToken), undefined);
    }
    const url = await within(environment, SIGN_OUT_LIMIT, server.signOutUrl(idToken), undefined);
    if (era !== holder.era()) return 'here-only';
    if (url === undefined) {
      holder.setState({ state: 'anonymous', reason: 'here-only' });
      return 'here-only';
    }
    kept.setSignedOut();
    environment.navigate(url);
    return 'leaving';
  };

  return { signIn, signInAgain, signOut, endHere };
};
