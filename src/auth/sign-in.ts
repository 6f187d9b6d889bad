import { returnData, type SessionParts } from './bootstrap.ts';
import { waitForAnswer } from './frame.ts';
import type { Platform } from './platform.ts';
import { AuthError, createProblem, toFailure, type Failure } from './problems.ts';
import type { SignInProblem } from './state.ts';

type Popup = NonNullable<ReturnType<Platform['openPopup']>>;

const CLOSED_CHECK_MS = 500;

const NO_STORAGE: Failure = {
  kind: 'storage',
  code: 'storage_unavailable',
  text: 'This browser doesn’t let the page store anything, so it would lose the way back.',
};

export const createSignIn = ({ platform, storage, server, tokens, idle }: SessionParts) => {
  const problemOf = (thrown: unknown): SignInProblem => createProblem(toFailure(thrown), platform.now());

  /** A page with an expired session is given up only once the way to the server is open. */
  const leave = async (prompt?: 'login'): Promise<SignInProblem | undefined> => {
    const { state } = tokens.getState();
    if (state === 'leaving') return undefined;
    const keepsPage = state === 'expired';
    const back = returnData(platform);
    if (prompt !== undefined) storage.forgetUnnamed();
    if (!keepsPage) tokens.drop({ state: 'leaving' });
    const generation = tokens.generation();
    storage.unmarkProbed();
    try {
      const request = await server.begin('callback', prompt);
      if (generation !== tokens.generation()) return undefined;
      const isSaved = storage.saveRequest({ ...request, kind: 'sign-in', madeAt: platform.now(), ...back });
      if (!isSaved) throw new AuthError(NO_STORAGE);
      if (keepsPage) tokens.drop({ state: 'leaving' });
      platform.navigate(request.url);
      return undefined;
    } catch (thrown) {
      if (generation !== tokens.generation()) return undefined;
      const problem = problemOf(thrown);
      if (!keepsPage) tokens.setState({ state: 'failed', problem });
      return problem;
    }
  };

  const signInByPopup = async (popup: Popup, closing: AbortSignal): Promise<SignInProblem | undefined> => {
    try {
      const request = await server.begin('silent');
      if (closing.aborted) return undefined;
      const answer = waitForAnswer(platform, request.state, closing);
      popup.go(request.url);
      const address = await answer;
      if (address === undefined) return undefined;
      const fresh = await server.finish(address, request);
      if (closing.aborted) return undefined;
      idle.onInput();
      if (tokens.adopt(fresh)) storage.noteSignIn(platform.now());
      return undefined;
    } catch (thrown) {
      popup.close();
      return closing.aborted ? undefined : problemOf(thrown);
    }
  };

  /** Settles when the popup looks closed. Cross-Origin-Opener-Policy makes it look so at once; its answer still counts. */
  const untilClosed = (popup: Popup, closing: AbortSignal): Promise<undefined> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (closing.aborted || popup.closed()) resolve(undefined);
        else platform.after(CLOSED_CHECK_MS, look);
      };
      look();
    });

  let closePopup = (): void => undefined;

  return {
    signIn: async (prompt?: 'login'): Promise<void> => void (await leave(prompt)),
    signInAgain: async (): Promise<SignInProblem | undefined> => {
      closePopup();
      const popup = platform.hasChannels ? platform.openPopup() : undefined;
      if (!popup) return leave();
      const closing = new AbortController();
      closePopup = () => {
        closing.abort();
        popup.close();
      };
      return Promise.race([signInByPopup(popup, closing.signal), untilClosed(popup, closing.signal)]);
    },
    closePopup: (): void => closePopup(),
  };
};
