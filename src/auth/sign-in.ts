import { BASE } from '#src/lib/base.ts';
import { returnDataOf, type SessionParts } from './bootstrap.ts';
import { listenForAnswer } from './frame.ts';
import type { Popup } from './platform.ts';
import { attemptName, AuthError, failureOf, problemOf, type Failure } from './problems.ts';
import type { SignInOptions, SignInProblem } from './state.ts';

const CLOSED_CHECK = 500;

const NO_STORAGE: Failure = {
  kind: 'storage',
  code: 'storage_unavailable',
  text: 'This browser does not let the page store anything, so the way back would be lost.',
};

/** Signing in by the user's own action: the whole page leaves, or a popup opens over a page whose session has expired. */
export const createSignIn = ({ platform, storage, server, tokens, idle, hasChannels }: SessionParts) => {
  let popup: { window: Popup; cancel: () => void } | undefined;

  const problem = (failure: Failure, attempt: string): SignInProblem =>
    problemOf(failure, platform.now(), attempt);

  /** Leaves by redirect. A page with an expired session is given up only when the way out is open. */
  const leave = async ({ prompt }: SignInOptions): Promise<SignInProblem | undefined> => {
    const { state } = tokens.getState();
    if (state === 'leaving') return undefined;
    const attempt = attemptName();
    const back = returnDataOf(platform);
    if (prompt !== undefined) storage.forgetUnnamed();
    if (state !== 'expired') tokens.drop({ state: 'leaving' });
    const generation = tokens.generation();
    // One request at a time in a tab: an older one was left by the Back button.
    storage.forgetRequests();
    storage.setProbed(false);
    try {
      if (!storage.durable()) throw new AuthError(NO_STORAGE);
      const { url } = await server.begin('redirect', { kind: 'sign-in', attempt, ...back }, prompt);
      if (generation !== tokens.generation()) return undefined;
      if (state === 'expired') tokens.drop({ state: 'leaving' });
      platform.navigate(url);
      return undefined;
    } catch (thrown) {
      if (generation !== tokens.generation()) return undefined;
      const found = problem(failureOf(thrown), attempt);
      if (state !== 'expired') tokens.setState({ state: 'failed', problem: found });
      return found;
    }
  };

  /** Settles when the popup looks closed. Cross-Origin-Opener-Policy makes it look so at once; the answer still counts. */
  const closed = (window: Popup, isOver: () => boolean): Promise<undefined> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isOver() || window.closed()) resolve(undefined);
        else platform.after(CLOSED_CHECK, look);
      };
      look();
    });

  const signInByPopup = async (window: Popup): Promise<SignInProblem | undefined> => {
    const attempt = attemptName();
    const generation = tokens.generation();
    let isOver = false;
    const ask = async (): Promise<SignInProblem | undefined> => {
      try {
        const request = await server.begin('here', { kind: 'here', attempt, returnTo: BASE });
        const listening = listenForAnswer(platform, request.state);
        if (!listening || popup?.window !== window || generation !== tokens.generation()) {
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
        if (generation !== tokens.generation()) return undefined;
        if (!granted.ok) return problem(granted.failure, attempt);
        idle.touch();
        if (tokens.adopt(granted.tokens) === 'taken') storage.noteSignIn(platform.now());
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

  return {
    signIn: async (options: SignInOptions = {}): Promise<void> => void (await leave(options)),
    signInAgain: async (): Promise<SignInProblem | undefined> => {
      closePopup();
      // A popup that cannot answer would never bring the session back.
      const window = hasChannels ? platform.openPopup() : undefined;
      if (!window) return leave({});
      popup = { window, cancel: () => {} };
      return signInByPopup(window);
    },
    closePopup,
  };
};
