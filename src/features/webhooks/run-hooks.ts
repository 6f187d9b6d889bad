import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { atMostEvery } from '#src/journal/at-most-every.ts';
import { useScope } from '#src/journal/scope.ts';
import type { Sheet } from '#src/journal/books.ts';
import type { Run } from '#src/journal/run.ts';
import { createPause } from '#src/lib/slicing.ts';
import { useHeldUntil } from './clock.ts';
import type { Runner } from './runner.ts';
import { isAsGiven, orderRows, type RunFilter } from './run-rows.ts';
import type { Moment } from './run-words.ts';

/** A run is drawn at most so often, however fast its answers come. */
const DRAW_MS = 250;
const TICK_MS = 1000;

const subscribeCalmly = (sheet: Sheet, listener: () => void): (() => void) => {
  const { call, stop } = atMostEvery(DRAW_MS, listener);
  const leave = sheet.subscribe(call);
  return () => {
    leave();
    stop();
  };
};

/** The run as it stands, a few times a second. */
export const useRun = (sheet: Sheet): Run =>
  useSyncExternalStore(
    useCallback((listener) => subscribeCalmly(sheet, listener), [sheet]),
    sheet.run,
  );

const subscribeLine = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** The time, once a second while `isTicking`: both clocks, in milliseconds. */
const useNow = (isTicking: boolean): { epochMs: number; monotonicMs: number } => {
  const [now, setNow] = useState(() => ({ epochMs: Date.now(), monotonicMs: performance.now() }));
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow({ epochMs: Date.now(), monotonicMs: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
};

/** What can be said of a run at this moment. */
export const useMoment = (run: Run, runner: Runner, isHere: boolean): Moment => {
  const { service } = useScope();
  const isOnline = useSyncExternalStore(subscribeLine, () => navigator.onLine);
  const heldUntil = useHeldUntil(service.pace);
  const { epochMs, monotonicMs } = useNow(run.status === 'running');
  return {
    nowMs: epochMs,
    isHere,
    isOffline: !isOnline,
    heldMs: heldUntil === undefined ? undefined : heldUntil - monotonicMs,
    remainingMs: run.status === 'running' && isHere ? runner.remainingMs() : undefined,
  };
};

const collect = async (
  sheet: Sheet,
  question: { total: number; isOver: boolean; filter: RunFilter },
  signal: AbortSignal,
): Promise<number[]> => {
  const pause = createPause({ signal });
  const steps = orderRows(sheet, question);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause(0);
  }
};

/** Which lines are shown in which order; undefined: all of them as they were given. */
export const useRunRows = (sheet: Sheet, run: Run, filter: RunFilter): readonly number[] | undefined => {
  const [found, setFound] = useState<readonly number[]>();
  const asGiven = isAsGiven(run, filter);
  const isOver = run.status === 'finished';
  const { total } = run;
  useEffect(() => {
    if (asGiven) return;
    const leaving = new AbortController();
    let isReading = false;
    let hasChanged = false;
    const update = async (): Promise<void> => {
      hasChanged = isReading;
      if (isReading) return;
      isReading = true;
      const rows = await collect(sheet, { total, isOver, filter }, leaving.signal);
      isReading = false;
      if (leaving.signal.aborted) return;
      setFound(rows);
      if (hasChanged) again.call();
    };
    // Given up where another key is chosen meanwhile.
    const begin = () => void update().catch(() => undefined);
    const again = atMostEvery(DRAW_MS, begin);
    const leave = sheet.subscribe(again.call);
    again.call();
    return () => {
      leave();
      again.stop();
      leaving.abort();
    };
  }, [sheet, asGiven, isOver, total, filter]);
  return asGiven ? undefined : found;
};

/** How many lines were lost with their tab; undefined until they are counted, or where nobody asks. */
export const useLost = (sheet: Sheet, run: Run): number | undefined => {
  const isAsked = run.status === 'paused' && run.pause?.why === 'interrupted';
  const [lost, setLost] = useState<number>();
  const { total } = run;
  const { unknown } = run.counts;
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const count = async (): Promise<void> => {
      const question = { total, isOver: false, filter: 'unknown' } as const;
      const rows = unknown === 0 ? [] : await collect(sheet, question, leaving.signal);
      if (leaving.signal.aborted) return;
      setLost(rows.filter((index) => sheet.line(index).problem === 'lost').length);
    };
    count().catch(() => undefined);
    return () => leaving.abort();
  }, [sheet, isAsked, total, unknown]);
  return isAsked ? lost : undefined;
};
