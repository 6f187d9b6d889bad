import { setTitleBadge } from '#src/ui/Title.tsx';
import type { CallView } from '#src/features/calls/call/derived.ts';
import type { Settings } from './settings.ts';
import { sumUp } from '#src/features/calls/call/words.ts';

/** Ends within this time are told as one. */
const TOGETHER_MS = 2000;

export type EndNotifications = {
  /** The board is shown, or no longer. */
  setAtBoard: (atBoard: boolean) => void;
  listen: () => () => void;
};

type Setup = {
  settings: () => Settings;
  subscribeChanges: (listener: (view: CallView) => void) => () => void;
  /** Of several tabs one notifies: the one that asks, which is one that is looked at, if there is one. */
  isLeader: () => boolean;
  /** The person has turned away from the board, at that moment in epoch milliseconds. */
  onLeft: (at: number) => void;
};

const notify = (views: readonly CallView[]): void => {
  const words = sumUp(
    views.map(({ statusBadge }) =>
      statusBadge.verbatim ? statusBadge.word : statusBadge.word.toLowerCase(),
    ),
  );
  try {
    const notification = new Notification(words, {
      tag: 'calls-ended',
      body: views
        .slice(0, 5)
        .map(({ entry }) => entry.id)
        .join('\n'),
    });
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
  } catch {
    // Some browsers want a service worker for it; the title tells all the same.
  }
};

/** Knows whether the person looks at the board, and tells of ended calls where not: in the title, and as they choose. */
export const createEndNotifications = ({
  settings,
  subscribeChanges,
  isLeader,
  onLeft,
}: Setup): EndNotifications => {
  let atBoard = false;
  let isListening = false;
  let unseen = 0;
  let ended: CallView[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLooking = () => atBoard && document.visibilityState === 'visible';
  const see = () => {
    unseen = 0;
    setTitleBadge(0);
  };
  const note = (view: CallView) => {
    if (isLooking() || view.state.kind !== 'reported' || !view.state.ended) return;
    unseen += 1;
    setTitleBadge(unseen);
    if (!settings().notify || document.visibilityState === 'visible' || !isLeader()) return;
    ended.push(view);
    timer ??= setTimeout(() => {
      timer = undefined;
      notify(ended);
      ended = [];
    }, TOGETHER_MS);
  };
  const turn = () => {
    if (!atBoard) return;
    if (isLooking()) see();
    else onLeft(Date.now());
  };

  return {
    setAtBoard: (next) => {
      // After a stop nothing is kept any more: at sign-out it may just have been forgotten.
      if (isListening && atBoard && !next && document.visibilityState === 'visible') onLeft(Date.now());
      atBoard = next;
      if (isLooking()) see();
    },
    listen: () => {
      const leave = subscribeChanges(note);
      isListening = true;
      document.addEventListener('visibilitychange', turn);
      return () => {
        if (isLooking()) onLeft(Date.now());
        isListening = false;
        leave();
        document.removeEventListener('visibilitychange', turn);
        clearTimeout(timer);
        timer = undefined;
        see();
      };
    },
  };
};
