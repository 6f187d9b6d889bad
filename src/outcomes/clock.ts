import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Queue } from '#src/api/queue.ts';

const TICK_MS = 1000;

type Clocks = { epochMs: number; monotonicMs: number };

const readClocks = (): Clocks => ({ epochMs: Date.now(), monotonicMs: performance.now() });

export const useClocks = (): Clocks => {
  const [clocks, setClocks] = useState(readClocks);
  useEffect(() => {
    const timer = setInterval(() => setClocks(readClocks()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return clocks;
};

/** `waitUntil` is undefined unless the service asked to wait. */
export const useWait = ({ store }: Queue) => useStore(store);
