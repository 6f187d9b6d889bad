import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import type { Platform } from './platform.ts';

export type AnswerMessage = { type: 'answer'; url: string } | { type: 'received' };

/**
 * The address that a frame or popup comes back to; `undefined` after an abort. It arrives on a BroadcastChannel named by
 * the request's unguessable `state`: only pages of this origin reach it, also under Cross-Origin-Opener-Policy.
 */
export const waitForAnswer = (
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
