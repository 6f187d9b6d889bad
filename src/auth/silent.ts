import type { AnswerMessage } from './sign-in.ts';

// The page that a frame or popup comes back to: it only reports its address to the page that asked. It imports types only,
// since shared code would load the console into every frame.
const address = window.location.href;
const state = new URL(address).searchParams.get('state');
window.history.replaceState(null, '', window.location.pathname);

/** To the console: this page was opened by hand, or the page that asked is gone. */
const showLink = (): void => document.getElementById('way-on')?.removeAttribute('hidden');

const report = (name: string): void => {
  const channel = new BroadcastChannel(name);
  const timer = setTimeout(showLink, 2000);
  channel.addEventListener('message', ({ data }: MessageEvent<Partial<AnswerMessage> | null>) => {
    if (data?.type !== 'received') return;
    clearTimeout(timer);
    channel.close();
    // A frame is removed by the page around it; a popup closes itself.
    if (window.parent === window) window.close();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of this origin only
  channel.postMessage({ type: 'answer', url: address } satisfies AnswerMessage);
};

try {
  if (state === null) showLink();
  else report(`sign-in ${state}`);
} catch {
  // The browser refuses channels.
  showLink();
}
