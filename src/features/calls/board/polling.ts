import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#src/api/call-record.ts';
import type { Problem } from '#src/api/outcome.ts';
import type { Scope } from '#src/journal/scope.ts';
import { isRefused, nextCheck, backedOffMs } from '#src/features/calls/call/call.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import { callQueries, forgetHistory, historyIn } from '#src/features/calls/call/queries.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { hasEnded, type Statuses } from '#src/features/calls/call/statuses.ts';
import { createErrorBackoff } from '#src/features/calls/board/error-backoff.ts';
import type { Views } from './views.ts';

const clock = {
  now: () => performance.now(),
  after: (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

const GAP_SLACK_MS = 3000;
/** On a hidden page each call is checked at most once a minute, also where jitter makes the time shorter. */
const HIDDEN_INTERVAL_MS = 63_200;

export type Checks = {
  scheduler: Scheduler;
  intervalMs: () => number;
  periodMs: () => number;
  /** There are more calls than can be asked as often as they should be: each waits for its turn. */
  isCrowded: () => boolean;
  isBackingOff: () => boolean;
  /** When the next check of this call is due, from what is known of it. */
  scheduleNextCheck: (id: string) => void;
  planAll: () => void;
  /** These calls are due now; they go in their turn. */
  checkSoon: (ids: readonly string[]) => void;
  /** Calls off what only waits for its turn; what has left is waited for. */
  callOff: () => void;
};

type Setup = {
  scope: Scope;
  queryClient: QueryClient;
  statuses: Statuses;
  views: Views;
  blockers: () => PollingBlockers;
  checkSeconds: () => number;
  /** A check brought something. `waitStatus`: where the answer asked to wait. */
  onSeen: (id: string, waitStatus: number | undefined) => void;
};

/** 5xx, or nothing came: what speaks of the service and not of this call. */
const isFault = ({ status, kind }: Problem): boolean =>
  status === undefined ? kind === 'timeout' || kind === 'network' : status >= 500 && status !== 503;

/** Asks the service for one call after the other, as the rules say. */
export const startPolling = (setup: Setup): Checks => {
  const { scope, queryClient, statuses, views, onSeen } = setup;
  const { maxConcurrentReads, maxRequestsPerSecond } = scope.config.api;
  const backoff = createErrorBackoff();
  let turn = new AbortController();

  const historyOf = (id: string) => historyIn(queryClient, id);
  const intervalMs = () => {
    const chosen = 1000 * setup.checkSeconds();
    return document.visibilityState === 'hidden' ? Math.max(chosen, HIDDEN_INTERVAL_MS) : chosen;
  };
  const usualMs = () => (backoff.isBackingOff() ? backedOffMs(intervalMs()) : intervalMs());
  const roundMs = () => (1000 * views.checking()) / maxRequestsPerSecond;
  const periodMs = () => Math.max(usualMs(), roundMs());
  const isCrowded = () => roundMs() > 1.05 * usualMs();

  const plan = (id: string, due: number | undefined): void => {
    views.plan(id, due);
    scheduler.plan(id, due);
  };

  const scheduleNextCheck = (id: string): void => {
    const entry = views.item(id)?.entry;
    if (!entry) return;
    const seen = historyOf(id);
    const wait = nextCheck(seen, {
      intervalMs: intervalMs(),
      statuses,
      keepTrying: entry.keepTrying === true,
      now: clock.now(),
      random: Math.random(),
      isBackingOff: backoff.isBackingOff(),
    });
    const isNone = entry.paused === true || wait === false;
    plan(id, isNone ? undefined : (seen?.checked?.mono ?? clock.now()) + wait);
  };

  const planAll = (): void => {
    for (const id of views.ids()) scheduleNextCheck(id);
  };

  const rulesFor = (id: string) => {
    const due = views.item(id)?.due;
    const checked = historyOf(id)?.checked?.mono;
    const planned = due === undefined || checked === undefined ? 0 : due - checked;
    return {
      gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
  };

  const check = async (id: string, urgent: boolean): Promise<void> => {
    const before = historyOf(id)?.checks ?? 0;
    // A person who asks for one call means it, whatever holds the others back.
    const options = callQueries.detail(id, {
      service: scope.service,
      rules: rulesFor(id),
      urgent,
      ...(!urgent && { turn: turn.signal }),
    });
    // Only calling it off rejects.
    await queryClient.query(options).catch(() => undefined);
    if (!views.item(id)) {
      forgetHistory(queryClient, id);
      return;
    }
    const seen = historyOf(id);
    if (seen && seen.checks > before) {
      const { checked, failure } = seen;
      const problem = failure?.problem;
      const turned = backoff.note(problem === undefined || !isFault(problem) || isRefused(problem));
      if (turned) {
        planAll();
        views.tell();
      } else scheduleNextCheck(id);
      views.changed(id);
      if (checked?.status !== undefined) setup.blockers().answered();
      const isHold = checked?.status === 429 || checked?.status === 503;
      onSeen(id, isHold ? checked.status : undefined);
    } else if (views.item(id)?.due !== undefined) {
      // Nothing was asked: it keeps its place where all are held back, else it is not due before the usual time.
      const isHeld = setup.blockers().current() !== undefined;
      plan(id, isHeld ? views.item(id)?.due : clock.now() + intervalMs());
    }
  };

  const scheduler = createScheduler({
    clock,
    limit: Math.min(maxConcurrentReads, Math.max(1, Math.floor(maxRequestsPerSecond))),
    check,
  });

  const checkSoon = (ids: readonly string[]): void => {
    for (const id of ids) if (views.item(id)?.due !== undefined) plan(id, clock.now());
  };

  const callOff = (): void => {
    turn.abort();
    turn = new AbortController();
  };

  return {
    scheduler,
    callOff,
    checkSoon,
    intervalMs,
    periodMs,
    isCrowded,
    isBackingOff: backoff.isBackingOff,
    scheduleNextCheck,
    planAll,
  };
};
