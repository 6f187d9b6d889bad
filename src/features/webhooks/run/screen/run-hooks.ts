import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { logQueries } from '#src/log/queries.ts';
import type { RunRecord } from '#src/log/run-record.ts';
import type { LineState, Run, RunView } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import { useClocks, useHeldUntil } from '#src/outcomes/clock.ts';
import type { Relist } from '#src/features/webhooks/run/run-undo.ts';
import type { Asked } from '#src/features/webhooks/run/runner.ts';
import { runnerOf, useCurrentRecord } from '#src/features/webhooks/run/runner-of.ts';
import type { Moment } from '#src/features/webhooks/run/run-words.ts';

/** A question about the run, or one of its lines, that is open above it. */
export type Question = { kind: 'cancel' } | { kind: 'line'; index: number };

type RunShown = RunView & {
  moment: Moment;
  ask: (question: Question) => void;
  closeQuestion: () => void;
  /** Opens the check with lines of this run. */
  onRelist: (list: Relist) => void;
};

export const RunContext = createContext<RunShown | undefined>(undefined);

/** The run on the screen. */
export const useRun = (): RunShown => {
  const shown = use(RunContext);
  if (!shown) throw new Error('No run is shown here');
  return shown;
};

/** A run is drawn at most so often, however fast its answers come. */
const DRAW_MS = 1000;

/** The run of a record once a second, and at once when its status changes. */
const createRunNow = (record: RunRecord | undefined) => {
  let now = record?.run();
  return {
    subscribe: (listener: () => void): (() => void) => {
      if (!record) return () => undefined;
      const draw = (): void => {
        now = record.run();
        listener();
      };
      const calm = atMostEvery(DRAW_MS, draw);
      const leave = record.subscribe(() =>
        record.run().status === now?.status && !record.hasFailed() ? calm.call() : draw(),
      );
      calm.call();
      return () => {
        leave();
        calm.stop();
      };
    },
    getSnapshot: () => now,
  };
};

const useRecordNow = (record: RunRecord | undefined): Run | undefined => {
  const store = useMemo(() => createRunNow(record), [record]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
};

/** A run as this tab sends it or has sent it last, or as it is in storage. */
export const useRunView = (runId: string) => {
  const workspace = useWorkspace();
  const { subscribe, current, latest } = runnerOf(workspace);
  const record = useSyncExternalStore(subscribe, () =>
    [current(), latest()].find((one) => one?.run().id === runId),
  );
  const run = useRecordNow(record);
  const live = useMemo(() => (record && run ? { run, lines: record.lines } : undefined), [record, run]);
  const { data, isError, refetch } = useQuery({ ...logQueries.run(workspace, runId), enabled: !record });
  return { view: live ?? data, isError, refetch };
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
export const useMoment = ({ run, lines }: RunView): Moment => {
  const workspace = useWorkspace();
  const { service, config } = workspace;
  const runner = runnerOf(workspace);
  const record = useCurrentRecord();
  const isHere = record?.run().id === run.id;
  const isOnline = useSyncExternalStore(subscribeLine, () => navigator.onLine);
  const heldUntil = useHeldUntil(service.queue);
  const perSecond = useStore(service.queue.store, (queue) => queue.perSecond);
  // Its time goes on even if nothing else happens.
  const { epochMs, monotonicMs } = useClocks();
  return {
    nowMs: epochMs,
    isHere,
    hasFailed: isHere && record.hasFailed(),
    isOffline: !isOnline,
    awaited: isHere && runner.awaitsToken() ? new URL(config.oidc.authority).host : undefined,
    heldMs: heldUntil === undefined ? undefined : heldUntil - monotonicMs,
    remainingMs: run.status === 'running' && isHere ? runner.remainingMs() : undefined,
    limitedTo: perSecond < config.api.maxRequestsPerSecond ? perSecond : undefined,
    lost: lines.filter(({ problem }) => problem === 'lost').length,
  };
};

/** The keys over the table of a run. */
export type RunFilter = 'all' | 'done' | 'with-message' | 'failed' | 'unknown' | 'remaining' | 'not-sent';

const FILTER_OF: Record<LineState, Exclude<RunFilter, 'all'>> = {
  accepted: 'done',
  refused: 'failed',
  unknown: 'unknown',
  queued: 'remaining',
  sending: 'remaining',
  'not-sent': 'not-sent',
};

/** How many lines each key shows. Without `all` they always sum to the lines. */
export const filterCounts = ({ counts, messages }: Run): Record<Exclude<RunFilter, 'all'>, number> => ({
  done: counts.accepted - messages,
  'with-message': messages,
  failed: counts.refused,
  unknown: counts.unknown,
  remaining: counts.queued + counts.sending,
  'not-sent': counts['not-sent'],
});

/** Which lines a key shows: in their order while the run is under way, the failed and unknown ones first once it is over. */
export const orderRows = ({ run, lines }: RunView, filter: RunFilter): number[] => {
  const first: number[] = [];
  const rest: number[] = [];
  for (const [index, { state, withMessage }] of lines.entries()) {
    if (filter !== 'all' && (withMessage ? 'with-message' : FILTER_OF[state]) !== filter) continue;
    const isTrouble = state === 'refused' || state === 'unknown';
    (run.status === 'finished' && isTrouble ? first : rest).push(index);
  }
  return first.concat(rest);
};

const RESUME_KEY = ['run', 'resume'];

/** Goes on with a run, one press at a time. `why`: why it could not. */
export const useResume = (runId: string) => {
  const runner = runnerOf(useWorkspace());
  const client = useQueryClient();
  const { data, isPending, mutate } = useMutation({
    mutationKey: RESUME_KEY,
    mutationFn: (): Promise<Asked> => runner.resume(runId),
  });
  const resume = (): void => {
    if (client.isMutating({ mutationKey: RESUME_KEY }) === 0) mutate();
  };
  return { why: data === 'running' ? undefined : data, isResuming: isPending, resume };
};
