import { openBroadcast } from '#src/lib/broadcast.ts';
import { answerChannel, type AnswerMessage } from './frame.ts';
import { isRecord } from '#src/lib/is-record.ts';

// The page a frame or popup comes back to: it tells its address to the page that asked, and nothing else.
const address = window.location.href;
const state = new URL(address).searchParams.get('state');
window.history.replaceState(null, '', window.location.pathname);

/** Nobody is listening: the page was opened by hand, or the one that asked is gone. */
const showWayOn = (): void => document.getElementById('way-on')?.removeAttribute('hidden');

const channel = state === null ? undefined : openBroadcast(answerChannel(state));

if (!channel) showWayOn();
else {
  const giveUp = setTimeout(showWayOn, 2000);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isRecord(event.data) || event.data['type'] !== 'received') return;
    clearTimeout(giveUp);
    channel.close();
    // A frame is removed by the page around it; a popup closes itself.
    if (window.parent === window) window.close();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of this origin only
  channel.postMessage({ type: 'answer', url: address } satisfies AnswerMessage);
}
