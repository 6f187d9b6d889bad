import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#src/api/call-record.ts';
import { PRIORITIES, type Priority } from '#src/api/queue.ts';
import { hasEnded, type CallView, type Statuses } from '#src/features/calls/call/call.ts';
import { asksToWait, nextCheck, waitsFrom } from '#src/features/calls/call/next-check.ts';
import { callQueries, forgetHistory } from '#src/features/calls/call/queries.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { browserClock } from '#src/lib/timing.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import type { BoardStore } from './store.ts';

const GAP_SLACK_MS = 3000;
/** On a hidden page each call is checked at most once a minute, also if jitter makes the time shorter. */
const HIDDEN_INTERVAL_MS = 63_200;
/** Rounds are at least this far apart, so that thousands of calls are looked through four times a second at most. */
const ROUND_MS = 250;
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
  checkSeconds: () => number;
};

const isFirst = ({ seen }: CallView): boolean => seen?.checked === undefined;

/** Hands the calls that are due to the client's queue, and says when each is due again. */
export const createPoller = (setup: Setup) => {
  const { workspace, queryClient, statuses, store, blockers } = setup;
  const { service, config } = workspace;
  const { maxConcurrentReads, maxRequestsPerSecond } = config.api;
  const { now } = browserClock;
  const holds = new Set<Hold>(['loading', 'other tab']);
  const underWay = new Map<string, { promise: Promise<void>; controller: AbortController }>();
  let waiting = new AbortController();
  let opened: string | undefined;
  let isRoundQueued = false;
  let cancelTimer = (): void => undefined;
  let nextRoundAt = Infinity;

  const perSecond = (): number => service.queue.store.getState().perSecond;
  const intervalMs = (): number => {
    const chosen = 1000 * setup.checkSeconds();
    return document.visibilityState === 'hidden' ? Math.max(chosen, HIDDEN_INTERVAL_MS) : chosen;
  };
  const roundMs = (): number => (1000 * store.checking()) / perSecond();
  const periodMs = (): number => Math.max(intervalMs(), roundMs());

  const dueOf = (id: string): number | undefined => {
    const entry = store.call(id)?.entry;
    if (!entry || entry.paused) return undefined;
    const seen = store.historyOf(id);
    const wait = nextCheck(seen, {
      intervalMs: intervalMs(),
      statuses,
      keepTrying: entry.keepTrying === true,
      now: now(),
      random: Math.random(),
    });
    return wait === false
      ? undefined
      : waitsFrom(entry.addedAt, seen, { at: Date.now(), mono: now() }) + wait;
  };

  const rulesFor = (id: string) => {
    const due = store.call(id)?.due;
    const checked = store.historyOf(id)?.checked?.mono;
    const planned = due === undefined || checked === undefined ? 0 : due - checked;
    return {
      gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
  };

  const finish = (id: string, checksBefore: number): void => {
    const call = store.call(id);
    if (!call) return forgetHistory(queryClient, id);
    const seen = store.historyOf(id);
    if (!seen || seen.checks === checksBefore) {
      // Nothing was asked: it keeps its place while all are held back.
      if (call.due !== undefined && !blockers.current()) store.setDue([[id, now() + intervalMs()]]);
      return;
    }
    store.applyResult(id, dueOf(id));
    if (asksToWait(seen.checked?.status)) blockers.setWaitStatus(seen.checked?.status);
  };

  const ask = async (id: string, isAsked: boolean, signal: AbortSignal): Promise<void> => {
    const call = store.call(id);
    const priority = isAsked || !call ? 'asked' : priorityOf(call);
    const query = callQueries.check(id, {
      service,
      rules: rulesFor(id),
      options: {
        signal,
        priority,
        dueAt: call?.due,
        // What a person asks for is sent, whatever holds the others back.
        queueSignal: isAsked ? undefined : waiting.signal,
      },
    });
    const checksBefore = call?.seen?.checks ?? 0;
    // Only cancelling it rejects.
    await queryClient.query(query).catch(() => undefined);
    underWay.delete(id);
    finish(id, checksBefore);
    roundIn(ROUND_MS);
  };

  const check = (id: string, isAsked: boolean): Promise<void> => {
    const known = underWay.get(id);
    if (known) return known.promise;
    const controller = new AbortController();
    const entry = { controller, promise: Promise.resolve() };
    underWay.set(id, entry);
    entry.promise = ask(id, isAsked, controller.signal);
    return entry.promise;
  };

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
      if (call.due <= now()) due.push(call);
      else next = Math.min(next, call.due);
    }
    const room = Math.max(maxConcurrentReads, Math.ceil(AHEAD_SECONDS * perSecond())) - underWay.size;
    const taken = due.length > room ? due.toSorted(byTurn).slice(0, Math.max(0, room)) : due.toSorted(byTurn);
    for (const call of taken) void check(call.entry.id, false);
    if (next < Infinity) roundIn(Math.max(ROUND_MS, next - now()));
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

  const plan = (ids: Iterable<string>): void => {
    store.setDue([...ids].map((id) => [id, dueOf(id)] as const));
    roundSoon();
  };

  let tellAsking = (): void => undefined;
  const asking = new Promise<void>((resolve) => {
    tellAsking = resolve;
  });

  const setHold = (hold: Hold, isHeld: boolean): void => {
    if (isHeld) holds.add(hold);
    else holds.delete(hold);
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
      for (const id of ids) if (!store.call(id)) underWay.get(id)?.controller.abort();
      plan(ids);
    }
  });
  blockers.subscribe((blocker) => {
    setHold('blocked', blocker !== undefined);
    if (blocker && blocker.why !== 'asked-to-wait') cancelWaiting();
  });

  const cancelAll = (): void => {
    for (const { controller } of underWay.values()) controller.abort();
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
    planAll: (): void => plan(store.ids()),
    /** Asks at once, ahead of the others. Never rejects. */
    checkNow: (id: string): Promise<void> => check(id, true),
    /** These are due now, if they are checked at all. */
    checkSoon: (ids: readonly string[]): void => {
      store.setDue(ids.filter((id) => store.call(id)?.due !== undefined).map((id) => [id, now()] as const));
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
