import type { Problem } from '#src/api/outcome.ts';
import { getCallState, type Statuses, type WatchedCall } from './call.ts';
import type { CallHistory, Moment } from './history.ts';

/** A 4xx that the next check would get again, unlike an expired session, a timeout or a rate limit. */
export const isRefused = ({ kind, status = 0 }: Problem): boolean =>
  kind !== 'session-ended' && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

type CheckRules = {
  intervalMs: number;
  statuses: Statuses;
  keepTrying: boolean;
  /** From 0 to 1. */
  random: number;
};

/** After an answer that is no call record, or a refusal if the user keeps trying. */
const SLOW_INTERVAL_MS = 15_000;
const FIRST_BACKOFF_MS = 5000;
const MAX_BACKOFF_MS = 60_000;
/** Intervals vary by this share, so that calls that were added together are not checked together forever. */
const JITTER = 0.05;

/** Milliseconds after the last check; false: no more checks. A record's `error` alone does not end a call. */
export const computeCheckDelay = (
  history: CallHistory | undefined,
  { intervalMs, statuses, keepTrying, random }: CheckRules,
): number | false => {
  const state = getCallState(history, statuses);
  if (state.kind === 'first') return 0;
  if (state.kind === 'reported') return state.ended ? false : intervalMs * (1 - JITTER + 2 * JITTER * random);
  const { problem, count } = state.failure;
  const slowly = Math.max(intervalMs, SLOW_INTERVAL_MS);
  if (!problem) return slowly;
  if (isRefused(problem)) return keepTrying ? slowly : false;
  // After a 429 the queue waits.
  const askedMs = problem.status === 503 ? (problem.answer?.retryAfterMs ?? 0) : 0;
  return Math.max(intervalMs, askedMs, Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (count - 1)));
};

/**
 * When the next check is due on the monotonic clock; undefined: never. A first check is due when the call was added, so that
 * first checks keep their order after a reload.
 */
export const computeDue = (
  { addedAt, keepTrying }: WatchedCall,
  history: CallHistory | undefined,
  { intervalMs, statuses, now }: { intervalMs: number; statuses: Statuses; now: Moment },
): number | undefined => {
  const from = history?.checked?.mono ?? now.mono - Math.max(0, now.at - addedAt);
  const random = history?.checked?.jitter ?? 0.5;
  const wait = computeCheckDelay(history, {
    intervalMs,
    statuses,
    keepTrying: keepTrying === true,
    random,
  });
  // Whole milliseconds, since V8 keeps a fraction in an object of its own.
  return wait === false ? undefined : Math.floor(from + wait);
};
