import { formatCount, formatNumber } from '#src/lib/count.ts';
import { setTitleBadge } from '#src/ui/Title.tsx';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import type { BoardStore } from './store.ts';
import type { SettingsStore } from './settings.ts';

/** Ends within this time share one notification. */
const TOGETHER_MS = 2000;

type Setup = {
  settings: SettingsStore;
  store: BoardStore;
  /** Only the tab that polls notifies. */
  isPolling: () => boolean;
};

/** `3 calls completed, 1 call ringing` */
export const summarizeStatuses = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const mostFirst = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostFirst.map(([word, n]) => `${formatCount(n, 'call')} ${word}`).join(', ');
};

const shown = new Set<Notification>();

/** Notifications name calls, so they must not outlast the session. */
const closeNotifications = (): void => {
  for (const notification of shown) notification.close();
};

/** False if this browser can't show notifications, as some do only from a service worker. */
const showNotification = (title: string, body: string): boolean => {
  try {
    const notification = new Notification(title, { tag: 'calls-ended', body });
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

/** False if this browser can't show notifications. */
export const showTestNotification = (): boolean =>
  showNotification('Test notification', 'The console notifies you here when watched calls end or get stuck.');

type StatusNews = { id: string; status: string };

const notify = (news: readonly StatusNews[]): void => {
  const ids = news.slice(0, 5).map(({ id }) => id);
  // If it can't be shown, the title and the filter bar still say it.
  showNotification(summarizeStatuses(news.map(({ status }) => status)), ids.join('\n'));
};

/** While the user looks elsewhere, counts ended calls in the title and notifies as the settings say. */
export const createEndNotifications = ({ settings, store, isPolling }: Setup) => {
  let atBoard = false;
  let [unseen, failed] = [0, 0];
  let unpublished: StatusNews[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLooking = () => atBoard && document.visibilityState === 'visible';
  const resetCounts = () => {
    [unseen, failed] = [0, 0];
    setTitleBadge(undefined);
  };
  const notifySoon = (news: StatusNews) => {
    if (document.visibilityState === 'visible' || !isPolling()) return;
    unpublished.push(news);
    timer ??= setTimeout(() => {
      timer = undefined;
      notify(unpublished);
      unpublished = [];
    }, TOGETHER_MS);
  };
  const addEnd = (view: CallView) => {
    if (isLooking() || !isEnded(view)) return;
    const hasFailed = view.group === 'bad';
    unseen += 1;
    if (hasFailed) failed += 1;
    setTitleBadge(failed > 0 ? `${formatNumber(failed)} failed` : formatNumber(unseen));
    const chosen = settings.get().notify;
    if (chosen === undefined || (chosen === 'failures' && !hasFailed)) return;
    const { word, verbatim } = view.statusBadge;
    notifySoon({ id: view.entry.id, status: verbatim ? word : word.toLowerCase() });
  };
  const onVisibilityChange = () => {
    if (isLooking()) resetCounts();
  };

  return {
    setAtBoard: (next: boolean): void => {
      atBoard = next;
      if (isLooking()) resetCounts();
    },
    /** Returns a function that stops listening. */
    listen: (): (() => void) => {
      const unsubscribe = store.subscribe(({ statusChanged, gotStuck }) => {
        if (settings.get().notifyStuck) for (const id of gotStuck) notifySoon({ id, status: 'stuck' });
        for (const id of statusChanged) {
          const view = store.call(id);
          if (view) addEnd(view);
        }
      });
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        unsubscribe();
        document.removeEventListener('visibilitychange', onVisibilityChange);
        clearTimeout(timer);
        timer = undefined;
        closeNotifications();
        resetCounts();
      };
    },
  };
};
