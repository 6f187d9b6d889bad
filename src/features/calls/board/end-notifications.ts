import { formatCount, formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { collect } from '#src/lib/timing.ts';
import { setTitle } from '#src/ui/page/Title.tsx';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import type { Workspace } from '#src/log/workspace.ts';
import type { BoardStore } from './store.ts';
import { wantsNotifications, type SettingsStore } from './settings.ts';

/** News within this time shares one notification. */
const TOGETHER_MS = 2000;

type EndNotificationOptions = {
  session: Pick<Workspace['session'], 'getState' | 'subscribe'>;
  settings: SettingsStore;
  store: BoardStore;
  /** Only the tab that polls notifies. */
  isPolling: () => boolean;
  /** Whether the user looks at the board, and its session goes on. */
  onLook: (isLooking: boolean) => void;
};

/** A status of the service stays as it came. */
export const toStatusInText = ({ statusBadge: { verbatim, word } }: CallView): string =>
  verbatim ? word : word.toLowerCase();

/** `3 calls completed, 1 call ringing` */
export const summarizeStatuses = (words: readonly string[]): string => {
  const mostFirst = [...groupBy(words, (word) => word)].toSorted(([, a], [, b]) => b.length - a.length);
  return mostFirst.map(([word, { length }]) => `${formatCount(length, 'call')} ${word}`).join(', ');
};

/** The last one: each replaces the one before it. */
let shown: Notification | undefined;

const showNotification = (title: string, body: string): void => {
  try {
    const notification = new Notification(title, { tag: 'calls-ended', body });
    shown = notification;
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
  } catch {
    // Some browsers show them only from a service worker. The title and the filter bar still say it.
  }
};

type StatusNews = { id: string; status: string };

const notify = (news: readonly StatusNews[]): void => {
  const ids = news.slice(0, 5).map(({ id }) => id);
  showNotification(summarizeStatuses(news.map(({ status }) => status)), ids.join('\n'));
};

/** While the user looks elsewhere, counts new failures in the title and notifies as the settings say. */
export const createEndNotifications = (options: EndNotificationOptions) => {
  const { session, settings, store, isPolling, onLook } = options;
  let isOnScreen = false;
  let failures = 0;
  const news = collect(TOGETHER_MS, notify);

  const isLooking = () => isOnScreen && document.visibilityState === 'visible';
  const hasSessionEnded = () => session.getState().state === 'expired';
  const updateTitle = () =>
    setTitle({
      badge: hasSessionEnded() ? 'Session ended' : failures > 0 ? formatNumber(failures) : undefined,
    });
  const resetCount = () => {
    failures = 0;
    updateTitle();
  };
  const notifySoon = (item: StatusNews) => {
    if (document.visibilityState === 'hidden' && isPolling()) news.add(item);
  };
  const reportEnd = (call: CallView) => {
    if (isLooking() || !isEnded(call)) return;
    if (call.group === 'bad') failures += 1;
    updateTitle();
    if (!settings.getState().notifyEnds) return;
    notifySoon({ id: call.entry.id, status: toStatusInText(call) });
  };
  const look = () => {
    if (isLooking()) resetCount();
    onLook(isLooking() && !hasSessionEnded());
  };
  /** Else no notification would look as if no call had ended. */
  const reportSessionEnd = () => {
    updateTitle();
    look();
    if (!hasSessionEnded() || document.visibilityState !== 'hidden') return;
    if (wantsNotifications(settings.getState()) && isPolling())
      showNotification('Your session has ended', 'Checks are paused.');
  };

  return {
    setBoardOnScreen: (next: boolean): void => {
      isOnScreen = next;
      look();
    },
    /** Returns a function that stops listening. */
    listen: (): (() => void) => {
      const unsubscribe = store.subscribe(({ statusChanged, gotStuck }) => {
        if (settings.getState().notifyStuck) for (const id of gotStuck) notifySoon({ id, status: 'stuck' });
        store.find(statusChanged).forEach(reportEnd);
      });
      const leaveSession = session.subscribe(reportSessionEnd);
      document.addEventListener('visibilitychange', look);
      return () => {
        unsubscribe();
        leaveSession();
        document.removeEventListener('visibilitychange', look);
        news.stop();
        // It names calls, so it must not outlast the session.
        shown?.close();
        shown = undefined;
        failures = 0;
        setTitle({ badge: undefined });
      };
    },
  };
};
