import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Pace } from '#src/api/pace.ts';

const TICK_MS = 1000;

type Clocks = { epochMs: number; monotonicMs: number };

const readClocks = (): Clocks => ({ epochMs: Date.now(), monotonicMs: performance.now() });

/** This browser's two clocks in milliseconds, once a second as long as the part is shown. */
export const useClocks = (): Clocks => {
  const [clocks, setClocks] = useState(readClocks);
  useEffect(() => {
    const timer = setInterval(() => setClocks(readClocks()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return clocks;
};

/** Until when the service asked to be left alone, on the clock of `performance.now()`; undefined where it did not. */
export const useHeldUntil = (pace: Pace): number | undefined =>
  useSyncExternalStore(
    (listener) => pace.subscribe(listener),
    () => pace.heldUntil(),
  );
