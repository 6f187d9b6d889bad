import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { CallRecord } from '#src/api/call-record.ts';
import { callStatus } from '#src/api/hooks.ts';
import { PRIORITIES, type Priority } from '#src/api/queue.ts';
import { hasEnded, type CallView, type Statuses } from '#src/features/calls/call/call.ts';
import { asksToWait } from '#src/features/calls/call/next-check.ts';
import { createHistory, addCheck, type CallHistory } from '#src/features/calls/call/history.ts';
import { removeHistory } from '#src/features/calls/call/queries.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { browserClock } from '#src/lib/timing.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import type { BoardStore } from './store.ts';

const GAP_SLACK_MS = 3000;
/** The least time between rounds; the longer one while more calls are due than the queue takes. */
const ROUND_MS = 250;
const CROWDED_ROUND_MS = 1000;
/** How much work the queue gets: enough to stay busy, little enough that the order stays right. */
const AHEAD_SECONDS = 2;

/** What stops all checks. */
type Hold = 'loading' | 'other tab' | 'blocked';

type Setup = {
  workspace: Workspace;
  queryClient: QueryClient;
  statuses: Statuses;
  store: BoardStore;
  blockers: PollingBlockers;
  /** The time between two checks of a call. */
  intervalMs: () => number;
};

const isFirst = ({ history }: CallView): boolean => history?.checked === undefined;

export const createPoller = (setup: Setup) => {
  const { workspace, queryClient, statuses, store, blockers, intervalMs } = setup;
  const { service, config } = workspace;
  const { maxConcurrentReads, maxRequestsPerSecond } = config.api;
  const { now } = browserClock;
  const holds = new Set<Hold>(['loading', 'other tab']);
  const isPolling = createStore<boolean>(() => false);
  const underWay = new Map<string, AbortController>();
  /** Calls to check although checks are stopped, until they are sent. */
  const asked = new Set<string>();
  let waiting = new AbortController();
  let opened: string | undefined;
  /** How many checks the rounds began that aren't over. */
  let handedOver = 0;
  let isRoundQueued = false;
  let cancelTimer = (): void => undefined;
  let nextRoundAt = Infinity;
  let isCrowded = false;

  const perSecond = (): number => service.queue.store.getState().perSecond;
  const roundMs = (): number => (1000 * store.checking()) / perSecond();
  const periodMs = (): number => Math.max(intervalMs(), roundMs());

  const rulesFor = (id: string) => {
    const due = store.call(id)?.due;
    const checked = store.historyOf(id)?.checked?.mono;
    const planned = due === undefined || checked === undefined ? 0 : due - checked;
    return {
      gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
  };

  const read = async (id: string): Promise<CallHistory> => {
    const call = store.call(id);
    const isAsked = asked.delete(id) || !call;
    const controller = new AbortController();
    underWay.set(id, controller);
    const answer = await service.readCall(id, {
      signal: controller.signal,
      priority: isAsked ? 'asked' : priorityOf(call),
      dueAt: call?.due,
      queueSignal: isAsked ? undefined : waiting.signal,
    });
    if (underWay.get(id) === controller) underWay.delete(id);
    const previous = store.historyOf(id) ?? createHistory(id);
    return addCheck(
      previous,
      { read: answer, at: Date.now(), mono: now(), jitter: Math.random() },
      rulesFor(id),
    );
  };

  /** Never rejects. */
  const check = (id: string): Promise<unknown> =>
    queryClient.fetchQuery({ ...callStatus(id, read), staleTime: 0 }).catch(() => undefined);

  /** After every check, whether a round or a row on screen began it. */
  const finish = (id: string): void => {
    const call = store.call(id);
    if (!call) return removeHistory(queryClient, id);
    const history = store.historyOf(id);
    if (history && history.checks > (call.history?.checks ?? 0)) {
      store.applyResult(id);
      if (asksToWait(history.checked?.status)) blockers.setWaitStatus(history.checked?.status);
    } else if (call.due !== undefined && !blockers.current()) {
      // Nothing was sent. While all checks are stopped the call keeps its place.
      store.setDue([id], now() + intervalMs());
    }
    roundIn(isCrowded ? CROWDED_ROUND_MS : ROUND_MS);
  };

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const [kind, id] = event.query.queryKey;
    if (kind === 'call' && typeof id === 'string') finish(id);
  });

  const priorityOf = (call: CallView): Priority =>
    call.entry.id === opened ? 'asked' : isFirst(call) ? 'first' : 'routine';

  const round = (): void => {
    cancelTimer();
    nextRoundAt = Infinity;
    if (holds.size > 0) return;
    const startedAt = now();
    const due: Record<Priority, { id: string; at: number }[]> = { asked: [], first: [], routine: [] };
    let next = Infinity;
    for (const call of store.calls()) {
      const { id } = call.entry;
      if (call.due === undefined || underWay.has(id)) continue;
      if (call.due > startedAt) next = Math.min(next, call.due);
      else due[priorityOf(call)].push({ id, at: call.due });
    }
    const ordered = PRIORITIES.flatMap((priority) => due[priority].toSorted((a, b) => a.at - b.at));
    const room = Math.max(maxConcurrentReads, Math.ceil(AHEAD_SECONDS * perSecond())) - handedOver;
    isCrowded = ordered.length > room;
    for (const { id } of ordered.slice(0, Math.max(0, room))) {
      handedOver += 1;
      void check(id).finally(() => {
        handedOver -= 1;
      });
    }
    if (next < Infinity) roundIn(Math.max(isCrowded ? CROWDED_ROUND_MS : ROUND_MS, next - startedAt));
  };

  const roundIn = (ms: number): void => {
    const at = now() + ms;
    if (at >= nextRoundAt) return;
    cancelTimer();
    nextRoundAt = at;
    cancelTimer = browserClock.after(ms, round);
  };

  /** Within this task, so that the request leaves before the next render. */
  const roundSoon = (): void => {
    if (isRoundQueued) return;
    isRoundQueued = true;
    queueMicrotask(() => {
      isRoundQueued = false;
      round();
    });
  };

  let resolveStarted = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    resolveStarted = resolve;
  });

  const setHold = (hold: Hold, isHeld: boolean): void => {
    if (isHeld) holds.add(hold);
    else holds.delete(hold);
    isPolling.setState(holds.size === 0, true);
    if (holds.size === 0) {
      roundSoon();
      resolveStarted();
    }
  };

  /** Cancels what is queued. Requests that have left go on. */
  const cancelWaiting = (): void => {
    waiting.abort();
    waiting = new AbortController();
  };

  store.subscribe(({ cause, ids }) => {
    if (cause === 'ready') setHold('loading', false);
    else if (cause !== 'planned' && cause !== 'checked') {
      for (const id of ids) if (!store.call(id)) underWay.get(id)?.abort();
      roundSoon();
    }
  });
  blockers.subscribe((blocker) => {
    setHold('blocked', blocker !== undefined);
    if (blocker && blocker.reason !== 'asked-to-wait') cancelWaiting();
  });

  const cancelAll = (): void => {
    for (const controller of underWay.values()) controller.abort();
  };

  return {
    /** A page that is left cancels its reads, so that they count as no failures. Returns a function that stops listening. */
    listen: (): (() => void) => {
      addEventListener('beforeunload', cancelAll);
      addEventListener('pagehide', cancelAll);
      return () => {
        removeEventListener('beforeunload', cancelAll);
        removeEventListener('pagehide', cancelAll);
      };
    },
    /** Emits when the rate of the queue changes. */
    subscribe: (listener: () => void) =>
      service.queue.store.subscribe((state, before) => state.perSecond !== before.perSecond && listener()),
    setHold: (hold: Hold, isHeld: boolean): void => {
      setHold(hold, isHeld);
      // The other tab checks these calls now.
      if (isHeld && hold === 'other tab') cancelWaiting();
    },
    /** Settles when checks run for the first time. */
    whenStarted: () => started,
    planAll: (): void => {
      store.planAll();
      roundSoon();
    },
    /** For `useCallStatus`. */
    read,
    isPolling,
    msUntilNext: (id: string): number | false => {
      const { due, history } = store.call(id) ?? {};
      // First checks go in the poller's order, however many rows are scrolled past. react-query asks before the store has
      // the newest answer; the row asks again as it renders.
      if (due === undefined || !history || history !== store.historyOf(id)) return false;
      // An interval goes on while the request waits in the queue: short ones of many rows would keep the page busy.
      return Math.max(ROUND_MS, due - now());
    },
    /** Checks ahead of the others, even if checks are stopped. Never rejects. */
    checkNow: async (id: string): Promise<void> => {
      if (!underWay.has(id)) asked.add(id);
      await check(id);
    },
    checkSoon: (ids: readonly string[]): void => {
      store.setDue(ids, now());
      roundSoon();
    },
    /** The open call is checked before the others. */
    setOpened: (id: string | undefined): void => {
      opened = id;
    },
    stop: (): void => {
      cancelTimer();
      cancelAll();
    },
    status: () => ({
      periodMs: periodMs(),
      crowded: roundMs() > 1.05 * intervalMs(),
      serviceTakes: perSecond() < maxRequestsPerSecond ? perSecond() : undefined,
    }),
  };
};
