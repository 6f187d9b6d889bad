import { useCallback, useSyncExternalStore } from 'react';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import { formatSpan } from '#src/lib/duration.ts';
import { getClocks, subscribeClocks } from '#src/outcomes/clock.ts';
import { useBoard, type Board, type Overview } from './board.ts';
import type { PollingBlocker } from './polling-blockers.ts';

/**
 * `unrated`: not checked yet, or never again, as after an end or a refusal; `stale`: the call may have
 * changed since its last check; `fresh`: checked as often as it should be.
 */
type Freshness = 'unrated' | 'stale' | 'fresh';

const SLACK_MS = 2000;
const STALE: ReadonlySet<PollingBlocker['reason']> = new Set(['outdated', 'offline', 'session', 'failing']);

/** `now` is on the monotonic clock. */
export const rateFreshness = (
  { history, state, due }: CallView,
  { periodMs, blocker }: Pick<Overview, 'periodMs' | 'blocker'>,
  now: number,
): Freshness => {
  if (!history?.checked || due === undefined) return 'unrated';
  if (state.kind === 'failing' || (blocker && STALE.has(blocker.reason))) return 'stale';
  return now - due > periodMs + SLACK_MS ? 'stale' : 'fresh';
};

/** Follows the last known status of a call whose last check failed. `now` is on the monotonic clock. */
export const formatUnconfirmed = ({ failedCheck, history }: CallView, now: number): string =>
  failedCheck !== undefined && history?.last
    ? `, not confirmed for ${formatSpan(now - history.last.mono)}`
    : '';

export const measureSeconds = (board: Board, call: CallView, now: number): number | undefined =>
  computeDuration(call, now, rateFreshness(call, board.overview(), now) === 'fresh');

/**
 * A value that is read every second and when the board changes, unless `isTicking` is false. `now` is on the monotonic clock, in
 * milliseconds.
 */
export const useTicking = <Value extends string | number | boolean | undefined>(
  read: (now: number) => Value,
  isTicking = true,
): Value => {
  const board = useBoard();
  const subscribeBoth = useCallback(
    (listener: () => void) => {
      if (!isTicking) return () => undefined;
      const leaveTicks = subscribeClocks(listener);
      const leaveBoard = board.subscribe(listener);
      return () => {
        leaveTicks();
        leaveBoard();
      };
    },
    [board, isTicking],
  );
  return useSyncExternalStore(subscribeBoth, () => read(getClocks().monotonicMs));
};

export const useFreshness = (call: CallView): Freshness => {
  const board = useBoard();
  return useTicking((now) => rateFreshness(call, board.overview(), now));
};
