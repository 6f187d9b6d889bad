import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { WebhookPair } from '#src/api/operations.ts';
import { throttle } from '#src/lib/timing.ts';
import type { LogDatabase } from './database.ts';
import { getLog } from './log.ts';
import type { Run } from './run.ts';
import {
  collectPairStates,
  filterSent,
  readDetachNext,
  readSentPairs,
  readSentSince,
  type PairState,
} from './sent-pairs.ts';
import {
  getPairKey,
  listProviderChanges,
  listSinglePairs,
  readAccepted,
  readAllRuns,
  readLastAccepted,
  readRun,
  readRunSource,
  readProviderChanges,
  readSinglePairs,
  readUsedIds,
} from './views.ts';
import type { Workspace } from './workspace.ts';

const getKey = (workspace: Workspace, ...rest: readonly unknown[]) =>
  ['log', workspace.storageKey, ...rest] as const;

const read = <T>(workspace: Workspace, act: (db: LogDatabase) => Promise<T>): Promise<T> =>
  getLog(workspace).read(act);

const readPairStates = async (workspace: Workspace, signal: AbortSignal): Promise<PairState[]> => {
  const all = await getLog(workspace).inMemory();
  return all
    ? collectPairStates([filterSent(all)])
    : read(workspace, (db) => collectPairStates(readSentPairs(db, { signal })));
};

/** Shows an area at once when the user returns to it. */
const CACHED = { gcTime: 300_000, placeholderData: keepPreviousData } as const;

export const logQueries = {
  /** Those outside of runs. */
  singlePairs: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: getKey(workspace, 'single', limit),
      queryFn: async () => {
        const rows = await getLog(workspace).inMemory();
        return rows ? listSinglePairs(rows) : read(workspace, (db) => readSinglePairs(db, limit));
      },
      ...CACHED,
    }),
  providerChanges: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: getKey(workspace, 'provider', limit),
      queryFn: async () => {
        const rows = await getLog(workspace).inMemory();
        return rows ? listProviderChanges(rows) : read(workspace, (db) => readProviderChanges(db, limit));
      },
      ...CACHED,
    }),
  lastAccepted: (workspace: Workspace, { campaignId, webhookId }: WebhookPair) =>
    queryOptions({
      queryKey: getKey(workspace, 'last', campaignId, webhookId),
      queryFn: async () =>
        (await read(workspace, (db) => readLastAccepted(db, { campaignId, webhookId }))) ?? null,
      gcTime: CACHED.gcTime,
    }),
  /** What was last accepted for the pair before this entry; null if nothing was. */
  acceptedBefore: (workspace: Workspace, pair: WebhookPair, id: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'before', pair.campaignId, pair.webhookId, id),
      queryFn: async () => {
        const accepted = await read(workspace, (db) => readAccepted(db, [pair]));
        return accepted.get(getPairKey(pair))?.findLast((row) => row.id < id) ?? null;
      },
      gcTime: 0,
    }),
  usedIds: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'used'),
      queryFn: () => read(workspace, readUsedIds),
      ...CACHED,
    }),
  runs: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'runs'),
      queryFn: async () =>
        (await getLog(workspace).inMemory()) ? { runs: [], damaged: [] } : read(workspace, readAllRuns),
      ...CACHED,
    }),
  /** Null if this browser has no such run. */
  run: (workspace: Workspace, id: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'run', id),
      queryFn: async () => (await read(workspace, (db) => readRun(db, id))) ?? null,
      gcTime: 0,
      structuralSharing: false,
    }),
  sentSince: (workspace: Workspace, runId: string) =>
    queryOptions({
      queryKey: getKey(workspace, 'since', runId),
      queryFn: () => read(workspace, (db) => readSentSince(db, runId)),
      gcTime: 0,
      structuralSharing: false,
    }),
  detachNext: (workspace: Workspace, run: Run) =>
    queryOptions({
      queryKey: getKey(workspace, 'next', run.id),
      queryFn: () => read(workspace, (db) => readDetachNext(db, run)),
      gcTime: 0,
    }),
  runSource: (workspace: Workspace, { id, earlier }: Pick<Run, 'id' | 'earlier'>) =>
    queryOptions({
      queryKey: ['log run source', workspace.storageKey, id],
      queryFn: () => read(workspace, (db) => readRunSource(db, { id, earlier })),
      gcTime: 0,
      staleTime: Infinity,
    }),
  pairs: (workspace: Workspace) =>
    queryOptions({
      queryKey: getKey(workspace, 'pairs'),
      queryFn: ({ signal }) => readPairStates(workspace, signal),
      structuralSharing: false,
      ...CACHED,
    }),
};

/** A run changes several times a second. */
const REFRESH_RUNS_EVERY_MS = 1000;

/** Reads all rows, which can take seconds. */
const isSlow = ({ queryKey: [, , name] }: { queryKey: readonly unknown[] }): boolean =>
  name === 'pairs' || name === 'since';

/** The only place that invalidates these queries. */
export const followLog = (workspace: Workspace, client: QueryClient): (() => void) => {
  const queryKey = getKey(workspace);
  let isReading = false;
  let isOutdated = false;
  /** Never begins a slow query anew: while a run is sent it would not end. */
  const refreshSlow = async (): Promise<void> => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await client.invalidateQueries({ queryKey, predicate: isSlow });
    }
    isReading = false;
  };
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey, predicate: (query) => !isSlow(query) });
    void refreshSlow();
  };
  const refreshRuns = throttle(REFRESH_RUNS_EVERY_MS, refresh);
  const unsubscribe = getLog(workspace).subscribe((changed) =>
    changed === 'runs' ? refreshRuns.call() : refresh(),
  );
  // Rows of a closed tab may have changed before this subscription.
  refresh();
  return () => {
    unsubscribe();
    refreshRuns.stop();
  };
};
