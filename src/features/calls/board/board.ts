import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '#src/journal/workspace.ts';
import { createChecks } from './checks.ts';
import { watchInterruptions } from './interruptions.ts';
import { createLooking } from './looking.ts';
import { seenIn } from '#src/features/calls/call/queries.ts';
import { changeSettings, readSettings, settingsKey, type Settings } from './settings.ts';
import { createSharing } from './sharing.ts';
import { readStatuses, type Statuses } from '#src/features/calls/call/statuses.ts';
import { createViews, type Views } from './views.ts';
import { createWatching, type Watching } from './watching.ts';

/** The watched calls of one person at one service: who is asked when, and what came of it. One for all areas. */
export type Board = Pick<
  Views,
  'call' | 'ids' | 'overview' | 'subscribe' | 'subscribeCall' | 'subscribeRows' | 'subscribeChanges'
> &
  Watching & {
    statuses: Statuses;
    start: () => void;
    stop: () => void;
    /** While the session has ended, nothing is asked. */
    setSignedIn: (signedIn: boolean) => void;
    /** How many calls have a next check. */
    checking: { subscribe: (listener: () => void) => () => void; getSnapshot: () => number };
    /** Asks at once, ahead of the others; where the service asked to wait, after that. Never rejects. */
    checkNow: (id: string) => Promise<void>;
    /** These are due now, where they are checked at all; they go in their turn. */
    checkSoon: (ids: readonly string[]) => void;
    /** The same for the call that has waited longest. */
    tryNow: () => Promise<void>;
    /** The call that is open, and those on screen: they are asked first where there are more than can be asked. */
    attend: (opened: string | undefined, ids: readonly string[]) => void;
    /** The board is shown, or no longer. */
    setAtBoard: (atBoard: boolean) => void;
    settings: () => Settings;
    changeSettings: (change: Parameters<typeof changeSettings>[1]) => void;
  };

const createBoard = (workspace: Workspace, queryClient: QueryClient): Board => {
  const { service, storageKey, config } = workspace;
  const statuses = readStatuses(config.calls.statuses);
  let settings = readSettings(storageKey);
  let waitStatus: number | undefined;
  let loading = true;
  let leaves: (() => void)[] = [];

  const seenOf = (id: string) => seenIn(queryClient, id);
  const checkSeconds = () => settings.checkSeconds ?? config.calls.checkSeconds;

  const views = createViews({
    statuses,
    seenOf,
    readTotals: () => ({
      loading,
      checkSeconds: checkSeconds(),
      periodMs: checks.periodMs(),
      crowded: checks.isCrowded(),
      interruption: interruptions.current(),
      waitStatus,
      strained: checks.isStrained(),
      isKept: sharing.store.state() === 'kept',
    }),
  });

  const checks = createChecks({
    workspace,
    queryClient,
    statuses,
    views,
    interruptions: () => interruptions,
    checkSeconds,
    onSeen: (id, status) => {
      sharing.publishSeen([id]);
      if (status === undefined) return;
      // The time of waiting was told when the answer's head came; why, is known only now.
      waitStatus = status;
      sharing.publishHold();
      views.tell();
    },
  });
  const { scheduler } = checks;

  /** One tab asks, while nothing keeps it from asking and all that was kept is read. */
  const hold = (): void => {
    scheduler.setHeld(interruptions.current() !== undefined || loading || !sharing.isAsking());
    // Another tab asks from now on: what waits for its turn here is not sent as well.
    if (!sharing.isAsking()) checks.callOff();
  };

  const willing = (): void => {
    const why = interruptions.current()?.why;
    sharing.setWilling(why === undefined || why === 'asked-to-wait');
    hold();
  };

  const interruptions = watchInterruptions({
    pace: service.pace,
    serviceOrigin: service.place.serviceOrigin,
    asksHidden: () => settings.notify === true,
    onChange: () => {
      const interruption = interruptions.current();
      if (interruption === undefined) waitStatus = undefined;
      willing();
      if (interruption && interruption.why !== 'asked-to-wait') checks.callOff();
      views.tell();
    },
  });

  const sharing = createSharing({
    workspace,
    queryClient,
    views,
    checks: () => checks,
    interruptions: () => interruptions,
    onTurn: hold,
    waitStatus: () => waitStatus,
    onHold: (status) => {
      waitStatus = status;
    },
    onList: () => {
      const watching = views.size() > 0 || undefined;
      if (settings.watching !== watching) settings = changeSettings(storageKey, { watching });
    },
  });

  const takeSettings = (next: Settings): void => {
    const isSlower = next.notify !== settings.notify || next.checkSeconds !== settings.checkSeconds;
    if (next.lookedAt !== settings.lookedAt) views.setLookedAt(next.lookedAt);
    settings = next;
    interruptions.evaluate();
    if (isSlower) checks.planAll();
    views.tell();
  };
  views.setLookedAt(settings.lookedAt);

  const listen = (): (() => void) => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener(
      'storage',
      ({ key }) => {
        if (key === null || key === settingsKey(storageKey)) takeSettings(readSettings(storageKey));
      },
      { signal },
    );
    // On a hidden page the interval is another one. Where it asks nothing there, what it hears plans far ahead all the same.
    const replan = () => {
      if (settings.notify || document.visibilityState === 'visible') checks.planAll();
    };
    document.addEventListener('visibilitychange', replan, { signal });
    return () => controller.abort();
  };

  const looking = createLooking({
    settings: () => settings,
    subscribeChanges: views.subscribeChanges,
    isAsking: () => sharing.isAsking(),
    onLeft: (lookedAt) => takeSettings(changeSettings(storageKey, { lookedAt })),
  });

  // Nothing is asked before what was kept is read, and before it is this tab's turn.
  hold();

  const load = async (): Promise<void> => {
    await sharing.load();
    views.sort();
    loading = false;
    hold();
    views.tellRows('all');
  };

  const watching = createWatching({ queryClient, views, checks, sharing });

  return {
    statuses,
    call: views.call,
    ids: views.ids,
    overview: views.overview,
    subscribe: views.subscribe,
    subscribeCall: views.subscribeCall,
    subscribeRows: views.subscribeRows,
    subscribeChanges: views.subscribeChanges,
    checking: { subscribe: views.subscribe, getSnapshot: views.checking },
    start: () => {
      if (leaves.length > 0) return;
      const { store, enter } = sharing;
      leaves = [enter(), interruptions.listen(), listen(), looking.listen(), store.subscribe(views.tell)];
      willing();
      if (loading) void load();
      else checks.planAll();
    },
    stop: () => {
      for (const leave of leaves) leave();
      leaves = [];
      hold();
    },
    setSignedIn: interruptions.setSignedIn,
    ...watching,
    // Taken back after another person came, it is not theirs.
    restore: (removed) => leaves.length > 0 && watching.restore(removed),
    checkNow: scheduler.checkNow,
    checkSoon: checks.checkSoon,
    tryNow: async () => {
      let earliest = Infinity;
      let longest: string | undefined;
      for (const { entry, due = Infinity } of views.items()) {
        if (due < earliest) [earliest, longest] = [due, entry.id];
      }
      if (longest !== undefined) await scheduler.checkNow(longest);
    },
    attend: sharing.attend,
    setAtBoard: looking.setAtBoard,
    settings: () => settings,
    changeSettings: (change) => takeSettings(changeSettings(storageKey, change)),
  };
};

const boards = new WeakMap<Workspace, Board>();

/** The one board of a workspace. */
export const boardOf = (workspace: Workspace, queryClient: QueryClient): Board => {
  const board = boards.get(workspace) ?? createBoard(workspace, queryClient);
  boards.set(workspace, board);
  return board;
};
