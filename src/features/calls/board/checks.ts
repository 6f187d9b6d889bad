import type { QueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#src/api/call-record.ts';
import type { Problem } from '#src/api/outcome.ts';
import type { Workspace } from '#src/journal/workspace.ts';
import { isRefused, nextCheck, strainedMs } from '#src/features/calls/call/call.ts';
import type { Interruptions } from './interruptions.ts';
import { callQueries, forgetAnswers, seenIn } from '#src/features/calls/call/queries.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { hasEnded, type Statuses } from '#src/features/calls/call/statuses.ts';
import { createStrain } from '#src/features/calls/call/strain.ts';
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
  isStrained: () => boolean;
  /** When the next check of this call is due, from what is known of it. */
  planByRule: (id: string) => void;
  planAll: () => void;
  /** These calls are due now; they go in their turn. */
  checkSoon: (ids: readonly string[]) => void;
  /** Calls off what only waits for its turn; what has left is waited for. */
  callOff: () => void;
};

type Setup = {
  workspace: Workspace;
  queryClient: QueryClient;
  statuses: Statuses;
  views: Views;
  interruptions: () => Interruptions;
  checkSeconds: () => number;
  /** A check brought something. `waitStatus`: where the answer asked to wait. */
  onSeen: (id: string, waitStatus: number | undefined) => void;
};

/** 5xx, or nothing came: what speaks of the service and not of this call. */
const isFault = ({ status, kind }: Problem): boolean =>
  status === undefined ? kind === 'timeout' || kind === 'network' : status >= 500 && status !== 503;

/** Asks the service for one call after the other, as the rules say. */
export const createChecks = (setup: Setup): Checks => {
  const { workspace, queryClient, statuses, views, onSeen } = setup;
  const { maxConcurrentReads, maxRequestsPerSecond } = workspace.config.api;
  const strain = createStrain();
  let turn = new AbortController();

  const seenOf = (id: string) => seenIn(queryClient, id);
  const intervalMs = () => {
    const chosen = 1000 * setup.checkSeconds();
    return document.visibilityState === 'hidden' ? Math.max(chosen, HIDDEN_INTERVAL_MS) : chosen;
  };
  const usualMs = () => (strain.isStrained() ? strainedMs(intervalMs()) : intervalMs());
  const roundMs = () => (1000 * views.checking()) / maxRequestsPerSecond;
  const periodMs = () => Math.max(usualMs(), roundMs());
  const isCrowded = () => roundMs() > 1.05 * usualMs();

  const plan = (id: string, due: number | undefined): void => {
    views.plan(id, due);
    scheduler.plan(id, due);
  };

  const planByRule = (id: string): void => {
    const entry = views.item(id)?.entry;
    if (!entry) return;
    const seen = seenOf(id);
    const wait = nextCheck(seen, {
      intervalMs: intervalMs(),
      statuses,
      keepTrying: entry.keepTrying === true,
      now: clock.now(),
      random: Math.random(),
      strained: strain.isStrained(),
    });
    const isNone = entry.paused === true || wait === false;
    plan(id, isNone ? undefined : (seen?.checked?.mono ?? clock.now()) + wait);
  };

  const planAll = (): void => {
    for (const id of views.ids()) planByRule(id);
  };

  const rulesFor = (id: string) => {
    const due = views.item(id)?.due;
    const checked = seenOf(id)?.checked?.mono;
    const planned = due === undefined || checked === undefined ? 0 : due - checked;
    return {
      gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
      hasEnded: (record: CallRecord) => hasEnded(statuses, record),
    };
  };

  const check = async (id: string, urgent: boolean): Promise<void> => {
    const before = seenOf(id)?.checks ?? 0;
    // A person who asks for one call means it, whatever holds the others back.
    const options = callQueries.detail(id, {
      service: workspace.service,
      rules: rulesFor(id),
      urgent,
      ...(!urgent && { turn: turn.signal }),
    });
    // Only calling it off rejects.
    await queryClient.query(options).catch(() => undefined);
    if (!views.item(id)) {
      forgetAnswers(queryClient, id);
      return;
    }
    const seen = seenOf(id);
    if (seen && seen.checks > before) {
      const { checked, failure } = seen;
      const problem = failure?.problem;
      const turned = strain.note(problem === undefined || !isFault(problem) || isRefused(problem));
      if (turned) {
        planAll();
        views.tell();
      } else planByRule(id);
      views.changed(id);
      if (checked?.status !== undefined) setup.interruptions().answered();
      const isHold = checked?.status === 429 || checked?.status === 503;
      onSeen(id, isHold ? checked.status : undefined);
    } else if (views.item(id)?.due !== undefined) {
      // Nothing was asked: it keeps its place where all are held back, else it is not due before the usual time.
      const isHeld = setup.interruptions().current() !== undefined;
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
    isStrained: strain.isStrained,
    planByRule,
    planAll,
  };
};
