import { useCallback, useSyncExternalStore } from 'react';
import type { Board } from './board.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import type { Overview } from './overview.ts';

const TICK_MS = 1000;
/** Within this time two readings are the same, as a store's snapshots must be. */
const STEADY_MS = 500;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = performance.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const current = (): number => {
  if (timer === undefined && Math.abs(performance.now() - now) > STEADY_MS) now = performance.now();
  return now;
};

/**
 * A value that depends on the time, read once a second and whenever the board changes; renders only where it differs.
 * `now` is in milliseconds on the monotonic clock.
 */
export const useTicking = <Value extends string | number | boolean | undefined>(
  board: Board,
  read: (now: number) => Value,
): Value => {
  const subscribeBoth = useCallback(
    (listener: () => void) => {
      const leaveTicks = subscribe(listener);
      const leaveBoard = board.subscribe(listener);
      return () => {
        leaveTicks();
        leaveBoard();
      };
    },
    [board],
  );
  return useSyncExternalStore(subscribeBoth, () => read(current()));
};

/** One call as it stands; renders when it changes. */
export const useCall = (board: Board, id: string): CallView | undefined =>
  useSyncExternalStore(
    useCallback((listener) => board.subscribeCall(id, listener), [board, id]),
    () => board.call(id),
  );

/** What is true of the whole board; renders when that changes, and not with every answer. */
export const useOverview = (board: Board): Overview => useSyncExternalStore(board.subscribe, board.overview);
