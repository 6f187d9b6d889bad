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
/** What answers change of the overview is shown at most so often. */
const CALM_MS = 250;

/** The watched calls of one person at one service: who is asked when, and what came of it. One for all areas. */
export type Board = ReturnType<typeof createBoard>;

/**
 * Put together in one direction: the store emits what changes; polling plans it, storage and the other tabs receive it.
 * No part that is listed earlier knows a later one.
 */
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
    dueOf: (entry, seen) =>
      nextDue(entry, seen, {
        intervalMs: intervalMs(),
        statuses,
        now: { at: Date.now(), mono: performance.now() },
      }),
  });
  const countStuck = () => store.setStuckAfter(stuckMinutes() * MINUTE_MS);
  const blockers = watchPollingBlockers({
    queue: service.queue,
    asksHidden: () => isNotified(settings.get()),
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
  const calm = throttle(CALM_MS, publish);
  const publishNow = (): void => {
    calm.stop();
    publish();
  };
  store.subscribe(({ cause, isListed }) => {
    if (cause !== 'checked' && cause !== 'planned') publishNow();
    else if (isListed) calm.call();
  });
  blockers.subscribe(publishNow);
  polling.subscribe(calm.call);
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

  /** On a hidden page the interval is another one, and so may be the time after which calls are stuck. */
  const followVisibility = (): (() => void) => {
    const want = (): void => {
      const isHidden = document.visibilityState === 'hidden';
      lock.want(!isHidden ? 'shown' : isNotified(settings.get()) ? 'hidden' : 'none');
    };
    const turn = (): void => {
      want();
      countStuck();
      polling.planAll();
      publishNow();
    };
    want();
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
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
    /** Emits each change of the calls. */
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
    /** Emits whenever the overview has changed. */
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
        calm.stop,
      ];
      if (store.isLoading()) void sync.load();
      else polling.planAll();
    },
    /** Watches the call that the page was opened with, which may be drawn only later. Settles once it is asked for. */
    watchOpened: async (): Promise<void> => {
      const opened = findCallToAsk(location);
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
    restore: (removed: readonly SavedCall[]): void => {
      if (stops.length > 0) edits.restore(removed);
    },
    deleteUnreadable: sync.deleteUnreadable,
    polling,
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
    /** The call that is open is asked before the others. */
    setOpened: polling.setOpened,
    /** The board is shown, or no longer. */
    setAtBoard: notifications.setAtBoard,
    settings: settings.get,
    changeSettings: settings.change,
  };
};

/** The one board of a workspace. */
export const boardOf = perWorkspace(createBoard);

/** The board of the signed-in person. Only inside the console. */
export const useBoard = (): Board => boardOf(useWorkspace(), useQueryClient());
