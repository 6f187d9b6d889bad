import { BASE } from '#src/lib/base.ts';
import type { Platform } from './platform.ts';
import { isRecord } from '#src/lib/is-record.ts';

/**
 * A frame or popup reports over a BroadcastChannel named by the request's unguessable `state`. Only pages of this origin
 * reach it, and unlike `opener` it works under Cross-Origin-Opener-Policy. The page that reports is silent.ts.
 */
const answerChannel = (state: string): string => `sign-in ${state}`;

/** What the page at `/auth/silent` reports, and the reply, after which a popup closes. */
export type AnswerMessage = { type: 'answer'; url: string } | { type: 'received' };

const nothing = (): void => {};

/** Listens for the answer to one request until it comes or `cancel` is called; `undefined` without channels. */
export const listenForAnswer = (
  platform: Pick<Platform, 'channel' | 'origin'>,
  state: string,
): { answer: Promise<string | undefined>; cancel: () => void } | undefined => {
  const channel = platform.channel(answerChannel(state));
  if (!channel) return undefined;
  let cancel = nothing;
  const answer = new Promise<string | undefined>((resolve) => {
    cancel = () => {
      channel.close();
      resolve(undefined);
    };
    channel.listen((message) => {
      const url = isRecord(message) && message['type'] === 'answer' ? message['url'] : undefined;
      if (typeof url !== 'string' || !isAnswer(url, platform.origin, state)) return;
      channel.post({ type: 'received' } satisfies AnswerMessage);
      channel.close();
      resolve(url);
    });
  });
  return { answer, cancel };
};

const isAnswer = (url: string, origin: string, state: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { origin: from, pathname, searchParams } = new URL(url);
  return from === origin && pathname === `${BASE}auth/silent` && searchParams.get('state') === state;
};

/** Asks in a hidden frame. Gives the address it came back to, or `undefined` when nothing came within `limit` milliseconds. */
export const askInFrame = async (
  platform: Platform,
  request: { url: string; state: string },
  limit: number,
): Promise<string | undefined> => {
  const listening = listenForAnswer(platform, request.state);
  if (!listening) return undefined;
  const stopTimer = platform.after(limit, listening.cancel);
  const removeFrame = platform.openFrame(request.url);
  try {
    return await listening.answer;
  } finally {
    stopTimer();
    removeFrame();
  }
};
