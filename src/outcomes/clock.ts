import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
/** `useSyncExternalStore` needs the same value from two reads in a row. */
const STEADY_MS = 500;

type Clocks = { epochMs: number; monotonicMs: number };

const readClocks = (): Clocks => ({ epochMs: Date.now(), monotonicMs: performance.now() });

let clocks = readClocks();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** To the ticks of one timer, each second. */
export const subscribeClocks = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    clocks = readClocks();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** As of the last tick. */
export const getClocks = (): Clocks => {
  if (timer === undefined && Math.abs(performance.now() - clocks.monotonicMs) > STEADY_MS)
    clocks = readClocks();
  return clocks;
};

export const useClocks = (): Clocks => useSyncExternalStore(subscribeClocks, getClocks);
