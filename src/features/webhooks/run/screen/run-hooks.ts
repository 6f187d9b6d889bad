import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { atMostEvery } from '#src/lib/at-most-every.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { createPause } from '#src/lib/slicing.ts';
import { useHeldUntil } from '#src/outcomes/clock.ts';
import type { Runner } from '#src/features/webhooks/run/runner.ts';
import { isAsGiven, orderRows, type RunFilter } from './run-rows.ts';
import type { Moment } from '#src/features/webhooks/run/run-words.ts';

/** A run is drawn at most so often, however fast its answers come. */
const DRAW_MS = 500;
const TICK_MS = 1000;

/** A run, and the clocks at that moment in milliseconds, so that one drawing shows both. */
export type RunNow = { run: Run; epochMs: number; monotonicMs: number };

const createRunNow = (record: RunRecord) => {
  const look = (): RunNow => ({ run: record.run(), epochMs: Date.now(), monotonicMs: performance.now() });
  let now = look();
  return {
    subscribe: (listener: () => void): (() => void) => {
      let tick: ReturnType<typeof setTimeout> | undefined;
      const draw = (): void => {
        clearTimeout(tick);
        now = look();
        // Its time goes on also where nothing else happens.
        if (now.run.status === 'running') tick = setTimeout(calm.call, TICK_MS);
        listener();
      };
      const calm = atMostEvery(DRAW_MS, draw);
      // Other buttons stand there at once.
      const hear = (): void => (record.run().status === now.run.status ? calm.call() : draw());
      const leave = record.subscribe(hear);
      calm.call();
      return () => {
        leave();
        calm.stop();
        clearTimeout(tick);
      };
    },
    getSnapshot: () => now,
  };
};

/** The run as it stands, a few times a second. */
export const useRunNow = (record: RunRecord): RunNow => {
  const store = useMemo(() => createRunNow(record), [record]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
};

const subscribeLine = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** What can be said of a run at this moment. */
export const useMoment = ({ run, epochMs, monotonicMs }: RunNow, runner: Runner, isHere: boolean): Moment => {
  const { service, config } = useWorkspace();
  const isOnline = useSyncExternalStore(subscribeLine, () => navigator.onLine);
  const heldUntil = useHeldUntil(service.pace);
  return {
    nowMs: epochMs,
    isHere,
    isOffline: !isOnline,
    awaited: isHere && runner.awaitsToken() ? new URL(config.oidc.authority).host : undefined,
    heldMs: heldUntil === undefined ? undefined : heldUntil - monotonicMs,
    remainingMs: run.status === 'running' && isHere ? runner.remainingMs() : undefined,
  };
};

const collect = async (
  record: RunRecord,
  question: { total: number; isOver: boolean; filter: RunFilter },
  signal: AbortSignal,
): Promise<number[]> => {
  const pause = createPause({ signal });
  const steps = orderRows(record, question);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause(0);
  }
};

/** Which lines are shown in which order; undefined: all of them as they were given. */
export const useRunRows = (record: RunRecord, run: Run, filter: RunFilter): readonly number[] | undefined => {
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
      const rows = await collect(record, { total, isOver, filter }, leaving.signal);
      isReading = false;
      if (leaving.signal.aborted) return;
      setFound(rows);
      if (hasChanged) again.call();
    };
    // Given up where another key is chosen meanwhile.
    const begin = () => void update().catch(() => undefined);
    const again = atMostEvery(DRAW_MS, begin);
    const leave = record.subscribe(again.call);
    again.call();
    return () => {
      leave();
      again.stop();
      leaving.abort();
    };
  }, [record, asGiven, isOver, total, filter]);
  return asGiven ? undefined : found;
};

/** How many lines were lost with their tab; undefined until they are counted, or where nobody asks. */
export const useLost = (record: RunRecord, run: Run): number | undefined => {
  const isAsked = run.status === 'paused' && run.pause?.why === 'interrupted';
  const [lost, setLost] = useState<number>();
  const { total } = run;
  const { unknown } = run.counts;
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const count = async (): Promise<void> => {
      const question = { total, isOver: false, filter: 'unknown' } as const;
      const rows = unknown === 0 ? [] : await collect(record, question, leaving.signal);
      if (leaving.signal.aborted) return;
      setLost(rows.filter((index) => record.line(index).problem === 'lost').length);
    };
    count().catch(() => undefined);
    return () => leaving.abort();
  }, [record, isAsked, total, unknown]);
  return isAsked ? lost : undefined;
};
