import type { Problem } from '#src/api/outcome.ts';
import { getCallState, type Statuses } from './call.ts';
import type { CallHistory, Moment } from './history.ts';
import type { WatchedCall } from './saved-call.ts';

/** 4xx without those that speak of the session, of time or of the rate: the same question gets the same answer. */
export const isRefused = ({ kind, status = 0 }: Problem): boolean =>
  kind !== 'session-ended' && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** The service asks for fewer requests, or is not available. */
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
/** By how much of itself an interval may isListedDifferently either way, so that calls added together spread. */
const JITTER = 0.05;

/** How long the status has been the same, in milliseconds, as far as it was seen. */
const unchangedMs = ({ statusChangedMono, intervals, last }: CallHistory, now: number): number => {
  if (!last) return 0;
  const first = intervals.find((interval) => interval.kind === 'status');
  return now - (statusChangedMono ?? last.mono - (last.at - (first?.from ?? last.at)));
};

const ordinaryMs = (history: CallHistory | undefined, { intervalMs, now, random }: CheckRules): number => {
  const usual = intervalMs * (1 - JITTER + 2 * JITTER * random);
  return history && unchangedMs(history, now) >= QUIET_AFTER_MS ? Math.max(usual, SLOWEST_MS) : usual;
};

/**
 * How long after the last check the next one is due, in milliseconds; false: none. Ended is the end of it, an `error`
 * alone is not. A refused ID stops until the person asks. A failing call backs off by itself, from 5 s doubling to 60. A
 * call whose status stays the same for half an hour is asked once a minute.
 */
export const nextCheck = (history: CallHistory | undefined, rules: CheckRules): number | false => {
  const { intervalMs, statuses, keepTrying } = rules;
  const state = getCallState(history, statuses);
  if (state.kind === 'first') return 0;
  if (state.kind === 'reported') return state.ended ? false : ordinaryMs(history, rules);
  const { problem, count } = state.failure;
  const slowly = Math.max(intervalMs, SLOWLY_MS);
  if (!problem) return slowly;
  if (isRefused(problem)) return keepTrying ? slowly : false;
  return Math.max(intervalMs, Math.min(SLOWEST_MS, FIRST_BACKOFF_MS * 2 ** (count - 1)));
};

/**
 * When the next check is due, on the monotonic clock; undefined: none. A call that was never asked counts from when it was
 * added, so that a reload does not change the order of first checks.
 */
export const nextDue = (
  { addedAt, paused, keepTrying }: WatchedCall,
  seen: CallHistory | undefined,
  { intervalMs, statuses, now }: { intervalMs: number; statuses: Statuses; now: Moment },
): number | undefined => {
  if (paused) return undefined;
  const from = seen?.checked?.mono ?? now.mono - Math.max(0, now.at - addedAt);
  const random = seen?.checked?.jitter ?? 0.5;
  const wait = nextCheck(seen, {
    intervalMs,
    statuses,
    keepTrying: keepTrying === true,
    now: now.mono,
    random,
  });
  return wait === false ? undefined : from + wait;
};
