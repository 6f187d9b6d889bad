import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { atMostEvery } from '#src/lib/timing.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Run } from '#src/log/runs/run.ts';
import { useClocks, useHeldUntil } from '#src/outcomes/clock.ts';
import type { Asked } from '#src/features/webhooks/run/runner.ts';
import { runnerOf, useCurrentRun } from '#src/features/webhooks/run/runner-of.ts';
import type { Moment } from '#src/features/webhooks/run/run-words.ts';
import { isAsGiven, runLineQueries, type RunFilter } from './run-rows.ts';
import type { UndoState } from '#src/features/webhooks/run/run-undo.ts';

/** A question about the run, or one of its lines, that is open above it. */
export type Question = { kind: 'cancel' | 'unknown' | 'undo' } | { kind: 'line'; index: number };

/** What a person can do about a run. */
export type RunActs = {
  pause: () => void;
  resume: () => void;
  /** Sends nothing more of it. */
  cancel: () => void;
  sendAgain: (state: 'refused' | 'unknown' | 'not-sent') => void;
  /** Begins the run that takes these lines back. */
  undo: (lines: readonly number[]) => void;
  ask: (question: Question) => void;
  closeQuestion: () => void;
};

type RunShown = {
  record: RunRecord;
  run: Run;
  moment: Moment;
  /** Undefined where nothing can be undone, or until that is known. */
  undoState: UndoState | undefined;
  /** Something was asked for, and has not begun yet. */
  isBeginning: boolean;
  act: RunActs;
};

export const RunContext = createContext<RunShown | undefined>(undefined);

/** The run on the screen. */
export const useRun = (): RunShown => {
  const shown = use(RunContext);
  if (!shown) throw new Error('No run is shown here');
  return shown;
};

/** A run is drawn at most so often, however fast its answers come: while the page draws, none is taken in and nothing leaves. */
const DRAW_MS = 1000;

const createRunNow = (record: RunRecord) => {
  let now = record.run();
  return {
    subscribe: (listener: () => void): (() => void) => {
      const draw = (): void => {
        now = record.run();
        listener();
      };
      const calm = atMostEvery(DRAW_MS, draw);
      // Other buttons stand there at once.
      const leave = record.subscribe(() => (record.run().status === now.status ? calm.call() : draw()));
      calm.call();
      return () => {
        leave();
        calm.stop();
      };
    },
    getSnapshot: () => now,
  };
};

/** The run as it stands, once a second. */
export const useRunNow = (record: RunRecord): Run => {
  const [store] = useState(() => createRunNow(record));
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
export const useMoment = (record: RunRecord, run: Run): Moment => {
  const workspace = useWorkspace();
  const { service, config } = workspace;
  const runner = runnerOf(workspace);
  const current = useCurrentRun();
  const isHere = current?.isHere === true && current.record.run().id === run.id;
  const isOnline = useSyncExternalStore(subscribeLine, () => navigator.onLine);
  const heldUntil = useHeldUntil(service.queue);
  // Its time goes on also where nothing else happens.
  const { epochMs, monotonicMs } = useClocks();
  const isInterrupted = run.status === 'paused' && run.pause?.why === 'interrupted';
  const { data: lost } = useQuery({ ...runLineQueries.lost(record, run), enabled: isInterrupted });
  return {
    nowMs: epochMs,
    isHere,
    isOffline: !isOnline,
    awaited: isHere && runner.awaitsToken() ? new URL(config.oidc.authority).host : undefined,
    heldMs: heldUntil === undefined ? undefined : heldUntil - monotonicMs,
    remainingMs: run.status === 'running' && isHere ? runner.remainingMs() : undefined,
    lost: isInterrupted ? lost : undefined,
  };
};

/** Which lines are shown in which order; undefined: all of them as they were given. */
export const useRunRows = (record: RunRecord, run: Run, filter: RunFilter): readonly number[] | undefined => {
  const asGiven = isAsGiven(run, filter);
  const isMoving = run.status === 'running' || run.counts.sending > 0;
  const { data } = useQuery({
    ...runLineQueries.rows(record, run, filter),
    enabled: !asGiven,
    refetchInterval: isMoving && DRAW_MS,
  });
  return asGiven ? undefined : data;
};

type Begun = Asked | 'refused' | 'full' | { id: string };

/** Why nothing was begun, or the run can't go on. */
export type Why = Exclude<Begun, 'running' | { id: string }> | 'gone';

const BEGIN_KEY = ['run', 'begin'];

/**
 * Begins what the person asks of a run, one thing at a time. `why`: why it could not be begun. What could not be kept is not
 * sent: `lines` is how many are sent again, 0 where they were asked about before.
 */
export const useBegin = () => {
  const runLog = runLogOf(useWorkspace());
  const client = useQueryClient();
  const { data, isPending, mutate } = useMutation({
    mutationKey: BEGIN_KEY,
    mutationFn: async ({ lines, begin }: { lines: number; begin: () => Promise<Begun> }): Promise<Begun> => {
      if (lines > 0 && !(await runLog.hasRoom(lines))) return runLog.isKept() ? 'full' : 'refused';
      return begin();
    },
  });
  const why: Why | undefined = typeof data === 'string' && data !== 'running' ? data : undefined;
  const begin: typeof mutate = (asked, options) => {
    // A second press in the same breath is the same word said twice.
    if (client.isMutating({ mutationKey: BEGIN_KEY }) === 0) mutate(asked, options);
  };
  return { why, isBeginning: isPending, begin };
};
