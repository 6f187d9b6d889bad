import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Pace } from '#src/api/pace.ts';

const TICK_MS = 1000;

/** The time on this browser's monotonic clock, in milliseconds, once a second as long as the part is shown. */
export const useTicking = (): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Until when the service asked to be left alone, on the clock of `performance.now()`; undefined where it did not. */
export const useHeldUntil = (pace: Pace): number | undefined =>
  useSyncExternalStore(
    (listener) => pace.subscribe(listener),
    () => pace.heldUntil(),
  );
