import { formatNumber } from '#src/lib/count.ts';
import { formatSpan } from '#src/lib/duration.ts';
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
  /** Milliseconds between two checks of a call. */
  periodMs: number;
  blocker: PollingBlocker | undefined;
  /** False if the board lasts only as long as the page. */
  canSave: boolean;
  /** How many saved calls could not be read. */
  unreadable: number;
};

/** Fewer are answered in a moment. */
const MANY_FIRST_CHECKS = 20;

export const describeBoard = ({ loading, checking, total, counts, blocker }: Overview): string => {
  if (loading) return 'Reading saved calls…';
  if (checking > 0 && blocker && blocker.reason !== 'hidden') {
    return blocker.reason === 'offline' || blocker.reason === 'failing'
      ? 'Checking one call at a time'
      : 'Checks paused';
  }
  const waiting = Math.min(counts.get('first-check') ?? 0, checking);
  return waiting > MANY_FIRST_CHECKS
    ? `${formatNumber(total - waiting)} of ${formatNumber(total)} checked`
    : `${formatNumber(checking)} of ${formatNumber(total)} being checked`;
};

/**
 * `unrated`: not checked yet, or never again, as after an end or a refusal; `stale`: the call may have
 * changed since its last check; `fresh`: checked as often as it should be.
 */
export type Freshness = 'unrated' | 'stale' | 'fresh';

const SLACK_MS = 2000;
const STALE: ReadonlySet<PollingBlocker['reason']> = new Set(['outdated', 'offline', 'session', 'failing']);

/** `now` is on the monotonic clock. */
export const rateFreshness = (
  call: CallView,
  { periodMs, blocker }: Pick<Overview, 'periodMs' | 'blocker'>,
  now: number,
): Freshness => {
  const { history, state, due } = call;
  if (!history?.checked || isEnded(call)) return 'unrated';
  if (due === undefined) return 'unrated';
  if (state.kind === 'failing') return 'stale';
  if (blocker && STALE.has(blocker.reason)) return 'stale';
  return now - due > periodMs + SLACK_MS ? 'stale' : 'fresh';
};

/** Follows the last known status of a call whose last check failed. `now` is on the monotonic clock. */
export const formatUnconfirmed = ({ failedCheck, history }: CallView, now: number): string =>
  failedCheck !== undefined && history?.last
    ? `, not confirmed for ${formatSpan(now - history.last.mono)}`
    : '';
