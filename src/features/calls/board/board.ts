import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { findCallToAsk } from '#src/features/calls/call/address.ts';
import { perWorkspace, useWorkspace, type Workspace } from '#src/log/workspace.ts';
import { readStatuses } from '#src/features/calls/call/call.ts';
import { nextDue } from '#src/features/calls/call/next-check.ts';
import type { SavedCall } from '#src/features/calls/call/saved-call.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { throttle } from '#src/lib/timing.ts';
import { createEdits } from './edits.ts';
import { createEndNotifications } from './end-notifications.ts';
import type { Overview } from './overview.ts';
import { createPollLock } from './poll-lock.ts';
import { createPoller } from './poller.ts';
import { watchPollingBlockers } from './polling-blockers.ts';
import { isNotified, openSettings } from './settings.ts';
import { createBoardStore } from './store.ts';
import { createSync } from './sync.ts';

const MINUTE_MS = 60_000;
/** On a hidden page each call is checked at most once a minute, also if jitter makes the time shorter. */
const HIDDEN_INTERVAL_MS = 63_200;
/** The overview is updated at most this often while answers come. */
const OVERVIEW_MS = 250;

export type Board = ReturnType<typeof createBoard>;

/** The store emits changes, the other parts listen. No part knows one that is created after it. */
const createBoard = (workspace: Workspace, queryClient: QueryClient) => {
  const { service, storageKey, config } = workspace;
  const statuses = readStatuses(config.calls.statuses);
  const settings = openSettings(storageKey);
  const checkSeconds = () => settings.get().checkSeconds ?? config.calls.checkSeconds;
  const stuckMinutes = () => settings.get().stuckMinutes ?? config.calls.stuckMinutes;
  const intervalMs = (): number => {
    const chosen = 1000 * checkSeconds();
    return document.visibilityState === 'hidden' ? Math.max(chosen, HIDDEN_INTERVAL_MS) : chosen;
  };
  const store = createBoardStore(queryClient, {
    statuses,
    dueOf: (entry, history) =>
      nextDue(entry, history, {
        intervalMs: intervalMs(),
        statuses,
        now: { at: Date.now(), mono: performance.now() },
      }),
  });
  const countStuck = () => store.setStuckAfter(stuckMinutes() * MINUTE_MS);
  const blockers = watchPollingBlockers({
    queue: service.queue,
    pollsHidden: () => isNotified(settings.get()),
  });
  const polling = createPoller({ workspace, queryClient, statuses, store, blockers, intervalMs });
  const sync = createSync(storageKey, store, settings);
  const lock = createPollLock(`poll-${storageKey}`, (isHeld) => polling.setHold('other tab', !isHeld));
  const notifications = createEndNotifications({ settings, store, isPolling: lock.isHeld });
  const edits = createEdits(store);

  const overviews = createEmitter();
  let overview: Overview | undefined;
  let stops: (() => void)[] = [];

  const publish = (): void => {
    overview = undefined;
    overviews.emit();
  };
  const publishSoon = throttle(OVERVIEW_MS, publish);
  const publishNow = (): void => {
    publishSoon.stop();
    publish();
  };
  store.subscribe(({ cause, isListed }) => {
    if (cause !== 'checked' && cause !== 'planned') publishNow();
    else if (isListed) publishSoon.call();
  });
  blockers.subscribe(publishNow);
  polling.subscribe(publishSoon.call);
  sync.subscribe(publishNow);
  settings.subscribe((next, before) => {
    blockers.evaluate();
    countStuck();
    if (document.visibilityState === 'hidden') lock.want(isNotified(next) ? 'hidden' : 'none');
    if (isNotified(next) !== isNotified(before) || next.checkSeconds !== before.checkSeconds)
      polling.planAll();
    publishNow();
  });
  countStuck();

  const followVisibility = (): (() => void) => {
    const want = (): void => {
      const isHidden = document.visibilityState === 'hidden';
      lock.want(!isHidden ? 'shown' : isNotified(settings.get()) ? 'hidden' : 'none');
    };
    const onVisibilityChange = (): void => {
      want();
      countStuck();
      polling.planAll();
      publishNow();
    };
    want();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      lock.want('none');
    };
  };

  return {
    ...edits,
    statuses,
    state: store.state,
    call: store.call,
    calls: store.calls,
    ids: store.ids,
    onChange: store.subscribe,
    overview: (): Overview => {
      overview ??= {
        ...store.tallies(),
        ...polling.status(),
        loading: store.isLoading(),
        checkSeconds: checkSeconds(),
        stuckMinutes: stuckMinutes(),
        blocker: blockers.current(),
        waitStatus: blockers.waitStatus(),
        canSave: sync.getState().canSave,
        unreadable: sync.getState().unreadable.length,
        call: (id) => store.call(id),
      };
      return overview;
    },
    subscribe: overviews.subscribe,
    start: (): void => {
      if (stops.length > 0) return;
      stops = [
        sync.enter(),
        blockers.listen(),
        polling.listen(),
        settings.listen(),
        followVisibility(),
        notifications.listen(),
        publishSoon.stop,
      ];
      if (store.isLoading()) void sync.load();
      else polling.planAll();
    },
    /** Watches the call of the address before the board is rendered. Settles when it is checked. */
    watchOpened: async (): Promise<void> => {
      const opened = findCallToAsk(location);
      if (opened === undefined) return;
      edits.watch([opened]);
      await polling.whenStarted();
    },
    stop: (): void => {
      for (const stop of stops) stop();
      stops = [];
      polling.stop();
    },
    setSignedIn: blockers.setSignedIn,
    // An undo after sign-out does nothing.
    restore: (removed: readonly SavedCall[]): void => {
      if (stops.length > 0) edits.restore(removed);
    },
    deleteUnreadable: sync.deleteUnreadable,
    polling,
    checkNow: polling.checkNow,
    checkSoon: polling.checkSoon,
    /** Checks the call that has waited longest. */
    tryNow: async (): Promise<void> => {
      let earliest = Infinity;
      let longest: string | undefined;
      for (const { entry, due = Infinity } of store.calls()) {
        if (due < earliest) [earliest, longest] = [due, entry.id];
      }
      if (longest !== undefined) await polling.checkNow(longest);
    },
    setOpened: polling.setOpened,
    setAtBoard: notifications.setAtBoard,
    settings: settings.get,
    changeSettings: settings.change,
  };
};

export const boardOf = perWorkspace(createBoard);

export const useBoard = (): Board => boardOf(useWorkspace(), useQueryClient());
