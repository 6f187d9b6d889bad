import { formatCount, formatNumber, formatRate } from '#src/lib/count.ts';
import { formatSpan, formatTimeUntil } from '#src/lib/duration.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import type { PollingBlocker } from './polling-blockers.ts';
import type { LabelCount, Tallies } from './tallies.ts';

/** The same object until something of it changes. */
export type Overview = Tallies & {
  /** With any label, or none. */
  watched: number;
  /** By name. */
  labels: readonly LabelCount[];
  /** Whether saved calls are still being read. */
  loading: boolean;
  /** Milliseconds between two checks of a call: the chosen interval, or more if there are too many calls. */
  periodMs: number;
  /** Whether there are too many calls for the chosen interval, so that each waits in the queue. */
  crowded: boolean;
  /** How many checks a second are possible at the moment. */
  perSecond: number;
  /** Whether the service refused requests, so that fewer are sent than configured. */
  isLimited: boolean;
  blocker: PollingBlocker | undefined;
  /** False if the board lasts only as long as the page. */
  canSave: boolean;
  /** How many saved calls could not be read. */
  unreadable: number;
};

const formatCheckRate = (perSecond: number): string =>
  perSecond >= 1
    ? `about ${formatCount(Math.round(perSecond), 'check')} a second`
    : `about ${formatCount(Math.max(1, Math.round(perSecond * 60)), 'check')} a minute`;

const describeChecks = (overview: Overview): string => {
  const { total, checking, retrying, paused, periodMs, crowded, isLimited } = overview;
  const every = `about every ${formatSpan(periodMs)}`;
  if (crowded && isLimited) return `Each call ${every}: the service is limiting us`;
  const steady = checking - retrying;
  const often =
    steady === 0 ? '' : `, ${crowded ? `each ${every}` : formatCheckRate((steady * 1000) / periodMs)}`;
  const lessOften = retrying > 0 ? `, ${formatNumber(retrying)} less often after a failed check` : '';
  const pausedToo = paused > 0 ? `, ${formatNumber(paused)} paused` : '';
  const start =
    crowded && checking === total
      ? formatCount(total, 'call')
      : `${formatNumber(checking)} of ${formatNumber(total)} being checked`;
  return `${start}${often}${lessOften}${pausedToo}`;
};

/** Undefined if the first checks are nearly done. */
const describeFirstChecks = ({ total, checking, counts, perSecond }: Overview): string | undefined => {
  const waiting = Math.min(counts.get('first-check')?.count ?? 0, checking);
  const leftMs = (1000 * waiting) / perSecond;
  if (leftMs < 2000) return undefined;
  return `${formatNumber(total - waiting)} of ${formatNumber(total)} asked, at ${formatRate(perSecond)} a second, about ${formatSpan(leftMs)} left`;
};

export const describeBoard = (overview: Overview): string => {
  const { loading, checking, blocker } = overview;
  if (loading) return 'Reading saved calls…';
  if (checking > 0 && blocker && blocker.reason !== 'hidden') {
    return blocker.reason === 'offline' ? 'Checks paused, waiting for a connection' : 'Checks paused';
  }
  return describeFirstChecks(overview) ?? describeChecks(overview);
};

/**
 * `unrated`: not checked yet, or never again, as after an end or a refusal; `paused` by the user; `stale`: the call may have
 * changed since its last check; `fresh`: checked as often as it should be.
 */
export type Freshness = 'unrated' | 'paused' | 'stale' | 'fresh';

const SLACK_MS = 2000;
const STALE: ReadonlySet<PollingBlocker['reason']> = new Set(['outdated', 'offline', 'session']);

/** `now` is on the monotonic clock. */
export const rateFreshness = (
  call: CallView,
  { periodMs, blocker }: Pick<Overview, 'periodMs' | 'blocker'>,
  now: number,
): Freshness => {
  const { entry, history, state, due } = call;
  if (!history?.checked || isEnded(call)) return 'unrated';
  if (entry.paused) return 'paused';
  if (due === undefined) return 'unrated';
  if (state.kind === 'failing') return 'stale';
  if (blocker && STALE.has(blocker.reason)) return 'stale';
  return now - due > periodMs + SLACK_MS ? 'stale' : 'fresh';
};

/** Follows the last known status of a call that couldn’t be checked. `now` is on the monotonic clock. */
export const formatUnconfirmed = ({ unconfirmed, history }: CallView, now: number): string =>
  unconfirmed && history?.last ? `, not confirmed for ${formatSpan(now - history.last.mono)}` : '';

/** "" if none is planned. `now` is on the monotonic clock. */
export const formatNextCheck = (
  call: CallView,
  { blocker, crowded, periodMs }: Pick<Overview, 'blocker' | 'crowded' | 'periodMs'>,
  now: number,
): string => {
  if (call.due === undefined) return '';
  if (blocker?.reason === 'outdated') return 'After a reload';
  if (blocker?.reason === 'session') return 'After sign-in';
  if (blocker && blocker.reason !== 'hidden') return 'Waiting';
  const checked = call.history?.checked?.mono ?? 0;
  // After a failed check, the next one may be due later than the queue needs.
  if (crowded && call.due <= Math.max(now, checked + periodMs)) return 'Queued';
  // The answer may be newer than the last tick.
  const left = call.due - Math.max(now, checked);
  return left < 500 ? 'now' : formatTimeUntil(left);
};
