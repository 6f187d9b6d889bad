import { setTitleBadge } from '#src/ui/Title.tsx';
import type { CallView } from '#src/features/calls/call/derived.ts';
import type { BoardStore } from './store.ts';
import type { SettingsStore } from './settings.ts';
import { sumUp } from '#src/features/calls/call/words.ts';

/** Ends within this time are told as one. */
const TOGETHER_MS = 2000;

export type EndNotifications = {
  /** The board is shown, or no longer. */
  setAtBoard: (atBoard: boolean) => void;
  listen: () => () => void;
};

type Setup = {
  settings: SettingsStore;
  store: BoardStore;
  /** Of several tabs one notifies: the one that asks, which is one that is looked at, if there is one. */
  isLeader: () => boolean;
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
export const createEndNotifications = ({ settings, store, isLeader }: Setup): EndNotifications => {
  let atBoard = false;
  let isListening = false;
  let unseen = 0;
  let ended: CallView[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The person turns away from the board. */
  const leave = () => settings.change({ lastVisitedAt: Date.now() });
  const isLooking = () => atBoard && document.visibilityState === 'visible';
  const see = () => {
    unseen = 0;
    setTitleBadge(0);
  };
  const note = (view: CallView) => {
    if (isLooking() || view.state.kind !== 'reported' || !view.state.ended) return;
    unseen += 1;
    setTitleBadge(unseen);
    if (!settings.get().notify || document.visibilityState === 'visible' || !isLeader()) return;
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
    else leave();
  };

  return {
    setAtBoard: (next) => {
      // After a stop nothing is kept any more: at sign-out it may just have been forgotten.
      if (isListening && atBoard && !next && document.visibilityState === 'visible') leave();
      atBoard = next;
      if (isLooking()) see();
    },
    listen: () => {
      const unsubscribe = store.subscribe(({ statusChanged }) => {
        for (const id of statusChanged) {
          const view = store.call(id);
          if (view) note(view);
        }
      });
      isListening = true;
      document.addEventListener('visibilitychange', turn);
      return () => {
        if (isLooking()) leave();
        isListening = false;
        unsubscribe();
        document.removeEventListener('visibilitychange', turn);
        clearTimeout(timer);
        timer = undefined;
        see();
      };
    },
  };
};
