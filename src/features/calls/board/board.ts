import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callToAsk } from '#src/features/calls/call/address.ts';
import { perWorkspace, useWorkspace, type Workspace } from '#src/log/workspace.ts';
import { readStatuses } from '#src/features/calls/call/call.ts';
import type { PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { createPersistence } from './persistence.ts';
import { createEdits } from './edits.ts';
import { createEndNotifications } from './end-notifications.ts';
import type { Overview } from './overview.ts';
import { createPoller } from './poller.ts';
import { watchPollingBlockers } from './polling-blockers.ts';
import { isNotified, openSettings } from './settings.ts';
import { createBoardStore } from './store.ts';
import { createTabSync } from './tab-sync.ts';

const MINUTE_MS = 60_000;

/** The watched calls of one person at one service: who is asked when, and what came of it. One for all areas. */
export type Board = ReturnType<typeof createBoard>;

/**
 * Put together in one direction: the store emits what changes; polling plans it, storage and the other tabs receive it.
 * Nobody that is listed earlier knows of a later one.
 */
const createBoard = (workspace: Workspace, queryClient: QueryClient) => {
  const { service, storageKey, config } = workspace;
  const statuses = readStatuses(config.calls.statuses);
  const settings = openSettings(storageKey);
  const checkSeconds = () => settings.get().checkSeconds ?? config.calls.checkSeconds;
  let viewedMinutes: number | undefined;
  // A view's time is for whoever looks at it: notifications go by the person's own.
  const stuckMinutes = () =>
    (document.visibilityState === 'hidden' ? undefined : viewedMinutes) ??
    settings.get().stuckMinutes ??
    config.calls.stuckMinutes;
  const store = createBoardStore(queryClient, statuses);
  const countStuck = () => store.setStuckAfter(stuckMinutes() * MINUTE_MS);
  const blockers = watchPollingBlockers({
    queue: service.queue,
    asksHidden: () => isNotified(settings.get()),
  });
  const polling = createPoller({ workspace, queryClient, statuses, store, blockers, checkSeconds });
  const persistence = createPersistence(storageKey, store, settings);
  const tabs = createTabSync({ storageKey, store, blockers, polling, persistence });
  const notifications = createEndNotifications({ settings, store, isLeader: tabs.isLeader });
  const edits = createEdits(store);

  const overviews = createEmitter();
  let overview: Overview | undefined;
  let isTelling = false;
  let stops: (() => void)[] = [];

  const overviewChanged = (): void => {
    overview = undefined;
    if (isTelling) return;
    isTelling = true;
    // Thousands of calls may change in one go: the page hears of it once.
    queueMicrotask(() => {
      isTelling = false;
      overviews.emit();
    });
  };
  store.subscribe(({ cause, moved }) => {
    if (moved.length > 0 || cause === 'ready') overviewChanged();
  });
  blockers.subscribe(overviewChanged);
  polling.subscribe(overviewChanged);
  persistence.subscribe(overviewChanged);
  settings.subscribe((next, before) => {
    if (next.lastVisitedAt !== before.lastVisitedAt) store.setLastVisitedAt(next.lastVisitedAt);
    blockers.evaluate();
    countStuck();
    if (isNotified(next) !== isNotified(before) || next.checkSeconds !== before.checkSeconds)
      polling.planAll();
    overviewChanged();
  });
  store.setLastVisitedAt(settings.get().lastVisitedAt);
  countStuck();

  /** On a hidden page the interval is another one, and so may be the time after which calls are stuck. */
  const followVisibility = (): (() => void) => {
    const turn = (): void => {
      countStuck();
      polling.planAll();
      overviewChanged();
    };
    document.addEventListener('visibilitychange', turn);
    return () => document.removeEventListener('visibilitychange', turn);
  };

  return {
    ...edits,
    statuses,
    call: store.call,
    ids: store.ids,
    /** Emits each change of the calls. */
    onChange: store.subscribe,
    /**
     * Names the calls that came, went or changed in what sorts or filters; `all` where that is to be shown at once, as
     * what the person did in another tab.
     */
    subscribeRows: (listener: (changed: readonly string[] | 'all') => void) =>
      store.subscribe(({ cause, moved }) => {
        if (cause === 'ready') listener('all');
        else if (moved.length > 0) listener(cause === 'entriesChanged elsewhere' ? 'all' : moved);
      }),
    untold: store.untold,
    overview: (): Overview => {
      overview ??= {
        ...store.tallies(),
        ...polling.status(),
        loading: store.isLoading(),
        checkSeconds: checkSeconds(),
        stuckMinutes: stuckMinutes(),
        blocker: blockers.current(),
        waitStatus: blockers.waitStatus(),
        isKept: persistence.isKept(),
        call: (id) => store.call(id),
      };
      return overview;
    },
    /** Tells when the overview has changed. */
    subscribe: overviews.subscribe,
    start: (): void => {
      if (stops.length > 0) return;
      stops = [
        persistence.enter(),
        tabs.enter(),
        blockers.listen(),
        polling.listen(),
        settings.listen(),
        followVisibility(),
        notifications.listen(),
      ];
      if (store.isLoading()) void persistence.load();
      else polling.planAll();
    },
    /** Watches the call that the page was opened with, which may be drawn only later. Settles once it is asked for. */
    watchOpened: async (): Promise<void> => {
      const opened = callToAsk(location);
      if (opened === undefined) return;
      edits.watch([opened]);
      await polling.whenAsking();
    },
    stop: (): void => {
      for (const stop of stops) stop();
      stops = [];
      polling.stop();
    },
    /** While the session has ended, nothing is asked. */
    setSignedIn: blockers.setSignedIn,
    // Taken back after another person came, it is not theirs.
    restore: (removed: readonly PersistedCall[]): void => {
      if (stops.length > 0) edits.restore(removed);
    },
    checkNow: polling.checkNow,
    checkSoon: polling.checkSoon,
    /** Asks at once for the call that has waited longest. */
    tryNow: async (): Promise<void> => {
      let earliest = Infinity;
      let longest: string | undefined;
      for (const { entry, due = Infinity } of store.calls()) {
        if (due < earliest) [earliest, longest] = [due, entry.id];
      }
      if (longest !== undefined) await polling.checkNow(longest);
    },
    /** The call that is open, and those on screen: they are asked first where there are more than can be asked. */
    setVisibleCalls: tabs.setVisibleCalls,
    /** The board is shown, or no longer. */
    setAtBoard: notifications.setAtBoard,
    /** In place of the time that the person chose, as long as a view says after how many minutes calls are stuck. */
    showStuckAfter: (minutes: number | undefined): void => {
      if (minutes === viewedMinutes) return;
      viewedMinutes = minutes;
      countStuck();
      overviewChanged();
    },
    settings: settings.get,
    changeSettings: settings.change,
  };
};

/** The one board of a workspace. */
export const boardOf = perWorkspace(createBoard);

/** The board of the signed-in person. Only inside the console. */
export const useBoard = (): Board => boardOf(useWorkspace(), useQueryClient());
