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
/** Rounds are at least this far apart; with more due calls than the queue takes, the longer time: sorting them is work. */
const ROUND_MS = 250;
const CROWDED_ROUND_MS = 1000;
/** The queue gets the work of so many seconds: enough to stay busy, few enough that the order stays right. */
const AHEAD_SECONDS = 2;

/** What holds all checks back; each is set by the part that knows of it. */
type Hold = 'loading' | 'other tab' | 'blocked';

type Setup = {
  workspace: Workspace;
  queryClient: QueryClient;
  statuses: Statuses;
  store: BoardStore;
  blockers: PollingBlockers;
  /** How often each call is checked. */
  intervalMs: () => number;
};

const isFirst = ({ history }: CallView): boolean => history?.checked === undefined;

/** Hands the calls that are due to the client's queue, and says when each is due again. */
export const createPoller = (setup: Setup) => {
  const { workspace, queryClient, statuses, store, blockers, intervalMs } = setup;
  const { service, config } = workspace;
  const { maxConcurrentReads, maxRequestsPerSecond } = config.api;
  const { now } = browserClock;
  const holds = new Set<Hold>(['loading', 'other tab']);
  /** False while anything holds the checks back. */
  const isPolling = createStore<boolean>(() => false);
  const underWay = new Map<string, AbortController>();
  /** Calls that a person asked for, until they are sent. */
  const asked = new Set<string>();
  let waiting = new AbortController();
  let opened: string | undefined;
  /** Checks that a round began and that are not over. */
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
      // What a person asks for is sent, whatever holds the others back.
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

  /** Never rejects: only a call that is removed meanwhile would. */
  const check = (id: string): Promise<unknown> =>
    queryClient.fetchQuery({ ...callStatus(id, read), staleTime: 0 }).catch(() => undefined);

  /** A check is over, whichever part of the page began it. */
  const finish = (id: string): void => {
    const call = store.call(id);
    if (!call) return removeHistory(queryClient, id);
    const history = store.historyOf(id);
    if (history && history.checks > (call.history?.checks ?? 0)) {
      store.applyResult(id);
      if (asksToWait(history.checked?.status)) blockers.setWaitStatus(history.checked?.status);
    } else if (call.due !== undefined && !blockers.current()) {
      // Nothing was asked: it keeps its place only while all are held back.
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

  const byTurn = (a: CallView, b: CallView): number =>
    PRIORITIES.indexOf(priorityOf(a)) - PRIORITIES.indexOf(priorityOf(b)) || (a.due ?? 0) - (b.due ?? 0);

  const round = (): void => {
    cancelTimer();
    nextRoundAt = Infinity;
    if (holds.size > 0) return;
    const due: CallView[] = [];
    let next = Infinity;
    for (const call of store.calls()) {
      if (call.due === undefined || underWay.has(call.entry.id)) continue;
      if (call.due > now()) next = Math.min(next, call.due);
      else due.push(call);
    }
    const room = Math.max(maxConcurrentReads, Math.ceil(AHEAD_SECONDS * perSecond())) - handedOver;
    isCrowded = due.length > room;
    for (const call of due.toSorted(byTurn).slice(0, Math.max(0, room))) {
      handedOver += 1;
      void check(call.entry.id).finally(() => {
        handedOver -= 1;
      });
    }
    if (next < Infinity) roundIn(Math.max(isCrowded ? CROWDED_ROUND_MS : ROUND_MS, next - now()));
  };

  const roundIn = (ms: number): void => {
    const at = now() + ms;
    if (at >= nextRoundAt) return;
    cancelTimer();
    nextRoundAt = at;
    cancelTimer = browserClock.after(ms, round);
  };

  /** In this task, so that what a person adds leaves before it is drawn. */
  const roundSoon = (): void => {
    if (isRoundQueued) return;
    isRoundQueued = true;
    queueMicrotask(() => {
      isRoundQueued = false;
      round();
    });
  };

  let tellAsking = (): void => undefined;
  const asking = new Promise<void>((resolve) => {
    tellAsking = resolve;
  });

  const setHold = (hold: Hold, isHeld: boolean): void => {
    if (isHeld) holds.add(hold);
    else holds.delete(hold);
    isPolling.setState(holds.size === 0, true);
    if (holds.size === 0) {
      roundSoon();
      tellAsking();
    }
  };

  /** Cancels what only waits to be sent; what has left is waited for. */
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
    if (blocker && blocker.why !== 'asked-to-wait') cancelWaiting();
  });

  const cancelAll = (): void => {
    for (const controller of underWay.values()) controller.abort();
  };

  return {
    /** A page that goes breaks its reads off, which says nothing of the calls. The result leaves. */
    listen: (): (() => void) => {
      addEventListener('beforeunload', cancelAll);
      addEventListener('pagehide', cancelAll);
      return () => {
        removeEventListener('beforeunload', cancelAll);
        removeEventListener('pagehide', cancelAll);
      };
    },
    /** Emits when checks go out less or more often than before. */
    subscribe: (listener: () => void) =>
      service.queue.store.subscribe((state, before) => state.perSecond !== before.perSecond && listener()),
    setHold: (hold: Hold, isHeld: boolean): void => {
      setHold(hold, isHeld);
      // Another tab asks from now on: what waits here is not sent as well.
      if (isHeld && hold === 'other tab') cancelWaiting();
    },
    /** Settles once nothing holds the checks back for the first time. */
    whenAsking: () => asking,
    planAll: (): void => {
      store.planAll();
      roundSoon();
    },
    /** For `useCallStatus`. */
    read,
    isPolling,
    msUntilNext: (id: string): number | false => {
      const { due, history } = store.call(id) ?? {};
      // react-query asks before the store has the newest answer; the row asks again as it renders.
      if (due === undefined || history !== store.historyOf(id)) return false;
      // An interval goes on while the request waits in the queue: short ones of many rows would keep the page busy.
      return Math.max(ROUND_MS, due - now());
    },
    /** Asks at once, ahead of the others. Never rejects. */
    checkNow: async (id: string): Promise<void> => {
      if (!underWay.has(id)) asked.add(id);
      await check(id);
    },
    /** These are due now, if they are checked at all. */
    checkSoon: (ids: readonly string[]): void => {
      store.setDue(ids, now());
      roundSoon();
    },
    /** The call whose details are open is asked before the others. */
    setOpened: (id: string | undefined): void => {
      opened = id;
    },
    /** Cancels all that is under way. */
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
