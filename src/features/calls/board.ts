import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#src/api/call-record.ts';
import type { Scope } from '#src/journal/scope.ts';
import { nextCheck } from './call.ts';
import { watchInterruptions } from './interruptions.ts';
import { viewOf } from './overview.ts';
import { callQueries } from './queries.ts';
import { createScheduler } from './scheduler.ts';
import type { CallSeen } from './seen.ts';
import { hasEnded, readStatuses, type Statuses } from './statuses.ts';
import { createViews, type Views } from './views.ts';
import { openWatchList } from './watch-list.ts';
import type { Watched } from './watched.ts';

/** A call that is no longer watched, with what was seen of it, so that it can be put back. */
export type Removed = { entry: Watched; seen: CallSeen | undefined };

/** The watched calls of one person at one service: who is asked when, and what came of it. One for all areas. */
export type Board = Omit<Views, 'show' | 'forget' | 'tell'> & {
  statuses: Statuses;
  start: () => void;
  stop: () => void;
  /** While the session has ended, nothing is asked. */
  setSignedIn: (signedIn: boolean) => void;
  /** How many calls have a next check. */
  checking: { subscribe: (listener: () => void) => () => void; getSnapshot: () => number };
  watch: (ids: readonly string[]) => void;
  unwatch: (ids: readonly string[]) => Removed[];
  restore: (removed: readonly Removed[]) => void;
  setPaused: (ids: readonly string[], paused: boolean) => void;
  /** Goes on asking for an ID that the service refuses. */
  keepTrying: (id: string) => void;
  /** Asks at once, ahead of the others; where the service asked to wait, after that. Never rejects. */
  checkNow: (id: string) => Promise<void>;
  /** The same for the call that has waited longest. */
  tryNow: () => Promise<void>;
  setCheckSeconds: (seconds: number) => void;
};

const clock = {
  now: () => performance.now(),
  after: (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

const GAP_SLACK_MS = 3000;

const keyOf = (id: string) => ({ queryKey: callQueries.keyOf(id), exact: true });

const createBoard = ({ service, storageKey, config }: Scope, queryClient: QueryClient): Board => {
  const statuses = readStatuses(config.calls.statuses);
  const { maxConcurrentReads, maxRequestsPerSecond } = config.api;
  /** When each call is due, on the monotonic clock; also while its check is under way. */
  const dues = new Map<string, number>();
  let waitStatus: number | undefined;
  let leaves: (() => void)[] = [];

  const seenOf = (id: string) => queryClient.getQueryData<CallSeen>(callQueries.keyOf(id));
  const intervalMs = () => 1000 * (list.current().checkSeconds ?? config.calls.checkSeconds);
  const periodMs = () => Math.max(intervalMs(), (1000 * dues.size) / maxRequestsPerSecond);

  const views = createViews(() => {
    const { calls } = list.current();
    return {
      calls,
      checking: dues.size,
      paused: calls.filter((call) => call.paused).length,
      checkSeconds: intervalMs() / 1000,
      periodMs: periodMs(),
      interruption: interruptions.current(),
      waitStatus,
    };
  });

  const plan = (id: string, due: number | undefined): void => {
    const entry = list.find(id);
    if (!entry) return;
    if (due === undefined) dues.delete(id);
    else dues.set(id, due);
    if (leaves.length > 0) scheduler.plan(id, due);
    views.show(viewOf(entry, { seen: seenOf(id), due, statuses }));
  };

  const planByRule = (id: string): void => {
    const entry = list.find(id);
    if (!entry) return;
    const seen = seenOf(id);
    const keepTrying = entry.keepTrying === true;
    const wait = nextCheck(seen, { intervalMs: intervalMs(), statuses, keepTrying });
    const isNone = entry.paused === true || wait === false;
    plan(id, isNone ? undefined : (seen?.checked?.mono ?? clock.now()) + wait);
  };

  const planAll = (): void => {
    for (const { id } of list.current().calls) planByRule(id);
  };

  const check = async (id: string, urgent: boolean): Promise<void> => {
    const before = seenOf(id)?.checks ?? 0;
    const rules = {
      gapMs: 2 * periodMs() + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
    // Only calling it off rejects.
    await queryClient.query(callQueries.detail(id, { service, rules, urgent })).catch(() => undefined);
    if (!list.find(id)) {
      queryClient.removeQueries(keyOf(id));
      return;
    }
    const seen = seenOf(id);
    if ((seen?.checks ?? 0) > before) {
      const status = seen?.checked?.status;
      if (status === 429 || status === 503) {
        // The time of waiting was told when the answer's head came; why, is known only now.
        waitStatus = status;
        views.tell();
      }
      if (status !== undefined) interruptions.answered();
      planByRule(id);
    } else if (dues.has(id)) {
      // Nothing was asked: due at once where that is held back anyway, else not before the usual time.
      plan(id, clock.now() + (interruptions.current() ? 0 : intervalMs()));
    }
  };

  const scheduler = createScheduler({
    clock,
    limit: Math.min(maxConcurrentReads, Math.max(1, Math.floor(maxRequestsPerSecond))),
    check,
  });

  const interruptions = watchInterruptions({
    pace: service.pace,
    serviceOrigin: service.place.serviceOrigin,
    onChange: () => {
      const interruption = interruptions.current();
      scheduler.setHeld(interruption !== undefined);
      if (interruption === undefined) waitStatus = undefined;
      // What waits for its turn would otherwise be sent when the service's time of waiting is over.
      if (interruption && interruption.why !== 'asked-to-wait' && service.pace.heldUntil() !== undefined) {
        for (const id of scheduler.underWay()) void queryClient.cancelQueries(keyOf(id));
      }
      views.tell();
    },
  });

  const list = openWatchList(storageKey, (before) => {
    for (const [id, entry] of before) {
      const now = list.find(id);
      if (!now) {
        dues.delete(id);
        scheduler.plan(id, undefined);
        queryClient.removeQueries(keyOf(id));
        views.forget(id);
      } else if (now.paused !== entry.paused || now.keepTrying !== entry.keepTrying) planByRule(id);
    }
    for (const { id } of list.current().calls) if (!before.has(id)) planByRule(id);
    views.tell();
  });

  planAll();

  return {
    statuses,
    call: views.call,
    overview: views.overview,
    subscribe: views.subscribe,
    subscribeCall: views.subscribeCall,
    subscribeChanges: views.subscribeChanges,
    checking: { subscribe: views.subscribe, getSnapshot: () => dues.size },
    start: () => {
      if (leaves.length > 0) return;
      leaves = [interruptions.listen(), list.listen()];
      scheduler.setHeld(interruptions.current() !== undefined);
      planAll();
    },
    stop: () => {
      for (const leave of leaves) leave();
      leaves = [];
      scheduler.setHeld(true);
      for (const id of dues.keys()) scheduler.plan(id, undefined);
    },
    setSignedIn: interruptions.setSignedIn,
    watch: (ids) => {
      if (ids.some((id) => !list.find(id))) list.add(ids, Date.now());
    },
    unwatch: (ids) => {
      const removed = ids.flatMap((id) => list.find(id) ?? []);
      const result = removed.map((entry) => ({ entry, seen: seenOf(entry.id) }));
      list.remove(ids);
      return result;
    },
    restore: (removed) => {
      for (const { entry, seen } of removed) {
        if (seen && !list.find(entry.id)) queryClient.setQueryData(callQueries.keyOf(entry.id), seen);
      }
      list.putBack(removed.map(({ entry }) => entry));
    },
    setPaused: list.setPaused,
    keepTrying: list.keepTrying,
    checkNow: scheduler.checkNow,
    tryNow: async () => {
      const [longest] = [...dues].toSorted(([, a], [, b]) => a - b);
      if (longest) await scheduler.checkNow(longest[0]);
    },
    setCheckSeconds: (seconds) => {
      list.setCheckSeconds(seconds);
      planAll();
      views.tell();
    },
  };
};

const boards = new WeakMap<Scope, Board>();

/** The one board of a scope. */
export const boardOf = (scope: Scope, queryClient: QueryClient): Board => {
  const board = boards.get(scope) ?? createBoard(scope, queryClient);
  boards.set(scope, board);
  return board;
};
