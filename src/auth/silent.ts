import type { AnswerMessage } from './frame.ts';

// The page a frame or popup comes back to: it reports its address to the page that asked, and nothing else. It imports types
// only: what it shared with the console would bring the console's start into every frame and popup.
const address = window.location.href;
const state = new URL(address).searchParams.get('state');
window.history.replaceState(null, '', window.location.pathname);

/** Nobody is listening: the page was opened by hand, or the one that asked is gone. */
const showWayOn = (): void => document.getElementById('way-on')?.removeAttribute('hidden');

/** The channel of frame.ts; `undefined` if the browser refuses it. */
const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

const channel = state === null ? undefined : openChannel(`sign-in ${state}`);

if (!channel) showWayOn();
else {
  const giveUp = setTimeout(showWayOn, 2000);
  channel.addEventListener('message', ({ data }: MessageEvent<Partial<AnswerMessage> | null>) => {
    if (data?.type !== 'received') return;
    clearTimeout(giveUp);
    channel.close();
    // A frame is removed by the page around it; a popup closes itself.
    if (window.parent === window) window.close();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of this origin only
  channel.postMessage({ type: 'answer', url: address } satisfies AnswerMessage);
}
