import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import type { SessionParts } from './bootstrap.ts';
import type { Platform } from './platform.ts';
import { AuthError, createProblem, toFailure, type Failure } from './problems.ts';
import { getReturnPoint } from './return-path.ts';
import type { SignInProblem } from './state.ts';

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

type Popup = NonNullable<ReturnType<Platform['openPopup']>>;

const NO_STORAGE: Failure = {
  kind: 'storage',
  code: 'storage_unavailable',
  text: 'This browser doesn’t let the page store anything, so it couldn’t bring you back after the sign-in.',
};

const NO_POPUP: Failure = { kind: 'popup', code: 'popup_blocked', text: '' };

export const createSignIn = ({ platform, storage, server, tokens, idle }: SessionParts) => {
  const toProblem = (thrown: unknown): SignInProblem => createProblem(toFailure(thrown), platform.now());

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
      if (closing.aborted) return undefined;
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
      if (!popup) return createProblem(NO_POPUP, platform.now());
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
