import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#src/api/call-record.ts';
import type { Problem } from '#src/api/outcome.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { hasEnded, type Statuses } from '#src/features/calls/call/call.ts';
import {
  asksToWait,
  backedOffMs,
  isRefused,
  nextCheck,
  waitsFrom,
} from '#src/features/calls/call/next-check.ts';
import { callQueries, forgetHistory } from '#src/features/calls/call/queries.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import { createScheduler } from './scheduler.ts';
import type { BoardStore } from './store.ts';

const GAP_SLACK_MS = 3000;
/** On a hidden page each call is checked at most once a minute, also where jitter makes the time shorter. */
const HIDDEN_INTERVAL_MS = 63_200;

/** What is due already leaves with this task: in one of its own it would wait until what the person pressed is drawn. */
const promptClock: Clock = {
  now: browserClock.now,
  after: (ms, act) => {
    if (ms > 0) return browserClock.after(ms, act);
    let isCancelled = false;
    queueMicrotask(() => !isCancelled && act());
    return () => {
      isCancelled = true;
    };
  },
};

export type Polling = ReturnType<typeof createPolling>;

/** What keeps all checks back: each is set by whoever knows of it. */
type Hold = 'loading' | 'other tab' | 'blocked';

type Setup = {
  workspace: Workspace;
  queryClient: QueryClient;
  statuses: Statuses;
  store: BoardStore;
  blockers: PollingBlockers;
  checkSeconds: () => number;
};

/** 5xx, or nothing came: what speaks of the service and not of this call. */
const isFault = ({ status, kind }: Problem): boolean =>
  status === undefined ? kind === 'timeout' || kind === 'network' : status >= 500 && status !== 503;

/** A change of the rate that is worth telling. */
const TOLD_CHANGE = 0.1;

/** The latest checks, of all calls together, and how many of them it takes to tell. */
const LATEST = 20;
const ENOUGH = 10;

/**
 * Backs off when more than half of the last 20 checks failed, of at least 10. It ends at a quarter, so that a service
 * that fails every second check does not turn it on and off, which plans every call anew.
 */
export const createErrorBackoff = () => {
  const latest: boolean[] = [];
  let isBackingOff = false;
  return {
    /** A check is over; `ok` is false where it brought a 5xx or no answer. Returns whether it changed. */
    note: (ok: boolean): boolean => {
      latest.push(ok);
      if (latest.length > LATEST) latest.shift();
      const failed = latest.filter((each) => !each).length / latest.length;
      const was = isBackingOff;
      isBackingOff = latest.length >= ENOUGH && failed > (was ? 0.25 : 0.5);
      return isBackingOff !== was;
    },
    isBackingOff: (): boolean => isBackingOff,
  };
};

/** Asks the service for one call after the other, as the rules say, and plans anew whatever the store emits. */
export const createPolling = (setup: Setup) => {
  const { workspace, queryClient, statuses, store, blockers } = setup;
  const { maxConcurrentReads, maxRequestsPerSecond } = workspace.config.api;
  const backoff = createErrorBackoff();
  const rateChanges = createEmitter();
  const holds = new Set<Hold>(['loading', 'other tab']);
  const underWay = new Map<string, AbortController>();
  let turn = new AbortController();
  let toldPerSecond = workspace.service.pace.perSecond();

  const intervalMs = () => {
    const chosen = 1000 * setup.checkSeconds();
    return document.visibilityState === 'hidden' ? Math.max(chosen, HIDDEN_INTERVAL_MS) : chosen;
  };
  const usualMs = () => (backoff.isBackingOff() ? backedOffMs(intervalMs()) : intervalMs());
  const { perSecond } = workspace.service.pace;
  const roundMs = () => (1000 * store.checking()) / perSecond();
  const periodMs = () => Math.max(usualMs(), roundMs());

  const plan = (dues: readonly (readonly [id: string, due: number | undefined])[]): void => {
    store.setDue(dues);
    for (const [id, due] of dues) scheduler.plan(id, due);
  };

  /** When the next check of a call is due, from what is known of it. */
  const dueOf = (id: string): number | undefined => {
    const entry = store.call(id)?.entry;
    if (!entry || entry.paused) return undefined;
    const seen = store.historyOf(id);
    const wait = nextCheck(seen, {
      intervalMs: intervalMs(),
      statuses,
      keepTrying: entry.keepTrying === true,
      now: browserClock.now(),
      random: Math.random(),
      isBackingOff: backoff.isBackingOff(),
    });
    if (wait === false) return undefined;
    return waitsFrom(entry.addedAt, seen, { at: Date.now(), mono: browserClock.now() }) + wait;
  };

  const scheduleNextCheck = (ids: Iterable<string>): void =>
    plan([...ids].map((id) => [id, dueOf(id)] as const));
  const planAll = (): void => scheduleNextCheck(store.ids());

  const rulesFor = (id: string) => {
    const due = store.call(id)?.due;
    const checked = store.historyOf(id)?.checked?.mono;
    const planned = due === undefined || checked === undefined ? 0 : due - checked;
    return {
      gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
  };

  const check = async (id: string, urgent: boolean): Promise<void> => {
    const before = store.historyOf(id)?.checks ?? 0;
    const controller = new AbortController();
    underWay.set(id, controller);
    // A person who asks for one call means it, whatever holds the others back.
    const query = callQueries.check(id, {
      service: workspace.service,
      rules: rulesFor(id),
      urgent,
      signal: controller.signal,
      ...(!urgent && { turn: turn.signal }),
    });
    // Only cancelling it rejects.
    await queryClient.query(query).catch(() => undefined);
    underWay.delete(id);
    const call = store.call(id);
    if (!call) {
      forgetHistory(queryClient, id);
      return;
    }
    const seen = store.historyOf(id);
    if (seen && seen.checks > before) {
      const { checked, failure } = seen;
      const problem = failure?.problem;
      const isTurned = backoff.note(problem === undefined || !isFault(problem) || isRefused(problem));
      const isAsked = asksToWait(checked?.status);
      if (isAsked) blockers.setWaitStatus(checked?.status);
      const due = dueOf(id);
      scheduler.plan(id, due);
      store.applyResult(id, due);
      if (isTurned) planAll();
      if (isTurned || Math.abs(perSecond() / toldPerSecond - 1) > TOLD_CHANGE) {
        toldPerSecond = perSecond();
        rateChanges.emit();
      }
      if (checked?.status !== undefined) blockers.answered();
    } else if (call.due !== undefined) {
      // Nothing was asked: it keeps its place where all are held back, else it is not due before the usual time.
      plan([[id, blockers.current() ? call.due : browserClock.now() + intervalMs()]]);
    }
  };

  const scheduler = createScheduler({
    clock: promptClock,
    limit: Math.min(maxConcurrentReads, Math.max(1, Math.floor(maxRequestsPerSecond))),
    check,
  });
  scheduler.setHeld(true);
  let tellAsking = (): void => undefined;
  const asking = new Promise<void>((resolve) => {
    tellAsking = resolve;
  });

  /** Cancels what only waits for its turn; what has left is waited for. */
  const cancelWaiting = (): void => {
    turn.abort();
    turn = new AbortController();
  };

  const setHold = (hold: Hold, isHeld: boolean): void => {
    if (isHeld) holds.add(hold);
    else holds.delete(hold);
    scheduler.setHeld(holds.size > 0);
    if (holds.size === 0) tellAsking();
    // Another tab asks from now on: what waits for its turn here is not sent as well.
    if (isHeld && hold === 'other tab') cancelWaiting();
  };

  store.subscribe(({ cause, ids }) => {
    if (cause === 'ready') setHold('loading', false);
    else if (cause !== 'planned' && cause !== 'checked') {
      for (const id of ids) if (!store.call(id)) underWay.get(id)?.abort();
      scheduleNextCheck(ids);
    }
  });
  blockers.subscribe((blocker) => {
    setHold('blocked', blocker !== undefined);
    if (blocker && blocker.why !== 'asked-to-wait') cancelWaiting();
  });

  return {
    /** Tells when checks go out less or more often than before. */
    subscribe: rateChanges.subscribe,
    setHold,
    /** Settles once nothing holds the checks back for the first time, and what is due leaves. */
    whenAsking: () => asking,
    planAll,
    /** Asks at once, ahead of the others; where the service asked to wait, after that. Never rejects. */
    checkNow: scheduler.checkNow,
    /** These are due now, where they are checked at all; they go in their turn. */
    checkSoon: (ids: readonly string[]): void =>
      plan(
        ids.filter((id) => store.call(id)?.due !== undefined).map((id) => [id, browserClock.now()] as const),
      ),
    setVisibleCalls: scheduler.setVisibleCalls,
    /** Cancels all that is under way. */
    stop: (): void => {
      for (const controller of underWay.values()) controller.abort();
    },
    status: () => ({
      periodMs: periodMs(),
      crowded: roundMs() > 1.05 * usualMs(),
      serviceTakes: perSecond() < maxRequestsPerSecond ? perSecond() : undefined,
      isBackingOff: backoff.isBackingOff(),
    }),
  };
};
