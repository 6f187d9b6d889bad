import { formatCount, formatNumber } from '#src/lib/count.ts';
import { setTitleBadge } from '#src/ui/Title.tsx';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import type { BoardStore } from './store.ts';
import type { SettingsStore } from './settings.ts';

/** Ends within this time are told as one. */
const TOGETHER_MS = 2000;

type Setup = {
  settings: SettingsStore;
  store: BoardStore;
  /** Of several tabs one notifies: the one that asks, which is one that is looked at, if there is one. */
  isPolling: () => boolean;
};

/** Changes of status in sum: `3 calls completed, 1 call ringing`. */
export const sumUp = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const mostFirst = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostFirst.map(([word, n]) => `${formatCount(n, 'call')} ${word}`).join(', ');
};

const shown = new Set<Notification>();

/** They name calls, so they must not outlast the session. */
const closeNotifications = (): void => {
  for (const notification of shown) notification.close();
};

/** Shows a notification; false where this browser does not. Some want a service worker for it. */
const show = (words: string, body: string): boolean => {
  try {
    const notification = new Notification(words, { tag: 'calls-ended', body });
    shown.add(notification);
    notification.addEventListener('close', () => shown.delete(notification));
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
    return true;
  } catch {
    return false;
  }
};

/** As one of an ended call would look; false where this browser shows none. */
export const showTestNotification = (): boolean =>
  show('Test notification', 'The console will tell you here when watched calls end or get stuck.');

/** What is to be told of a call. */
type News = { id: string; word: string };

const notify = (news: readonly News[]): void => {
  const ids = news.slice(0, 5).map(({ id }) => id);
  // Where it can't be shown, the title and the filter bar tell all the same.
  show(sumUp(news.map(({ word }) => word)), ids.join('\n'));
};

/** Knows whether the person looks at the board, and tells of ended and stuck calls where not: as they choose, of ends in the title too. */
export const createEndNotifications = ({ settings, store, isPolling }: Setup) => {
  let atBoard = false;
  let [unseen, failed] = [0, 0];
  let untold: News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLooking = () => atBoard && document.visibilityState === 'visible';
  const see = () => {
    [unseen, failed] = [0, 0];
    setTitleBadge(undefined);
  };
  const tellSoon = (news: News) => {
    if (document.visibilityState === 'visible' || !isPolling()) return;
    untold.push(news);
    timer ??= setTimeout(() => {
      timer = undefined;
      notify(untold);
      untold = [];
    }, TOGETHER_MS);
  };
  const note = (view: CallView) => {
    if (isLooking() || !isEnded(view)) return;
    const hasFailed = view.group === 'bad';
    unseen += 1;
    if (hasFailed) failed += 1;
    setTitleBadge(failed > 0 ? `${formatNumber(failed)} failed` : formatNumber(unseen));
    const chosen = settings.get().notify;
    if (chosen === undefined || (chosen === 'failures' && !hasFailed)) return;
    const { word, verbatim } = view.statusBadge;
    tellSoon({ id: view.entry.id, word: verbatim ? word : word.toLowerCase() });
  };
  const turn = () => {
    if (isLooking()) see();
  };

  return {
    /** The board is shown, or no longer. */
    setAtBoard: (next: boolean): void => {
      atBoard = next;
      if (isLooking()) see();
    },
    /** The result stops. */
    listen: (): (() => void) => {
      const unsubscribe = store.subscribe(({ statusChanged, gotStuck }) => {
        if (settings.get().notifyStuck) for (const id of gotStuck) tellSoon({ id, word: 'stuck' });
        for (const id of statusChanged) {
          const view = store.call(id);
          if (view) note(view);
        }
      });
      document.addEventListener('visibilitychange', turn);
      return () => {
        unsubscribe();
        document.removeEventListener('visibilitychange', turn);
        clearTimeout(timer);
        timer = undefined;
        closeNotifications();
        see();
      };
    },
  };
};
