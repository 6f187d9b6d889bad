import type { Problem } from '#src/api/outcome.ts';
import { getCallState, type Statuses } from './call.ts';
import type { CallHistory, Moment } from './history.ts';
import type { WatchedCall } from './saved-call.ts';

/** A 4xx that would be the same next time: not of the session, the time or the rate. */
export const isRefused = ({ kind, status = 0 }: Problem): boolean =>
  kind !== 'session-ended' && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

export const asksToWait = (status: number | undefined): boolean => status === 429 || status === 503;

type CheckRules = {
  intervalMs: number;
  statuses: Statuses;
  keepTrying: boolean;
  /** On the monotonic clock, in milliseconds. */
  now: number;
  /** From 0 to 1. */
  random: number;
};

const SLOWLY_MS = 15_000;
const FIRST_BACKOFF_MS = 5000;
const SLOWEST_MS = 60_000;
const QUIET_AFTER_MS = 30 * 60_000;
/** Intervals vary by this share, so that calls that were added together spread. */
const JITTER = 0.05;

/** In milliseconds. */
const measureUnchanged = ({ statusChangedMono, intervals, last }: CallHistory, now: number): number => {
  if (!last) return 0;
  const first = intervals.find((interval) => interval.kind === 'status');
  return now - (statusChangedMono ?? last.mono - (last.at - (first?.from ?? last.at)));
};

const computeInterval = (
  history: CallHistory | undefined,
  { intervalMs, now, random }: CheckRules,
): number => {
  const usual = intervalMs * (1 - JITTER + 2 * JITTER * random);
  return history && measureUnchanged(history, now) >= QUIET_AFTER_MS ? Math.max(usual, SLOWEST_MS) : usual;
};

/** In milliseconds after the last check; false: no more checks. A record's `error` alone does not end a call. */
export const nextCheck = (history: CallHistory | undefined, rules: CheckRules): number | false => {
  const { intervalMs, statuses, keepTrying } = rules;
  const state = getCallState(history, statuses);
  if (state.kind === 'first') return 0;
  if (state.kind === 'reported') return state.ended ? false : computeInterval(history, rules);
  const { problem, count } = state.failure;
  const slowly = Math.max(intervalMs, SLOWLY_MS);
  if (!problem) return slowly;
  if (isRefused(problem)) return keepTrying ? slowly : false;
  return Math.max(intervalMs, Math.min(SLOWEST_MS, FIRST_BACKOFF_MS * 2 ** (count - 1)));
};

/**
 * On the monotonic clock; undefined: none. A first check is due from when the call was added, so that first checks keep their
 * order after a reload.
 */
export const nextDue = (
  { addedAt, paused, keepTrying }: WatchedCall,
  history: CallHistory | undefined,
  { intervalMs, statuses, now }: { intervalMs: number; statuses: Statuses; now: Moment },
): number | undefined => {
  if (paused) return undefined;
  const from = history?.checked?.mono ?? now.mono - Math.max(0, now.at - addedAt);
  const random = history?.checked?.jitter ?? 0.5;
  const wait = nextCheck(history, {
    intervalMs,
    statuses,
    keepTrying: keepTrying === true,
    now: now.mono,
    random,
  });
  return wait === false ? undefined : from + wait;
};
