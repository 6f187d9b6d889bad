import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { atMostEvery } from '#src/lib/timing.ts';
import type { LogRow } from './entry.ts';
import { logOf } from './log.ts';
import type { RunPair } from './run.ts';
import {
  readAllRuns,
  readLastAccepted,
  readRun,
  readRunWithPair,
  readSent,
  readUsedIds,
  searchSent,
  sentIn,
  type SentQuery,
} from './views.ts';
import type { Workspace } from './workspace.ts';

const key = (workspace: Workspace, ...rest: readonly unknown[]) =>
  ['log', workspace.storageKey, ...rest] as const;

/** What nobody looks at any more is remembered for so long, so that coming back to an area shows it at once. */
const REMEMBERED_MS = 300_000;
const REMEMBERED = { gcTime: REMEMBERED_MS, placeholderData: keepPreviousData } as const;

/** Views of what this browser sent. They reject if storage fails. */
export const logQueries = {
  /** Changes that were sent by themselves, the newest first. */
  sent: (workspace: Workspace, list: NonNullable<LogRow['list']>, limit: number) =>
    queryOptions({
      queryKey: key(workspace, 'sent', list, limit),
      queryFn: async () => {
        const log = logOf(workspace);
        const rows = await log.inMemory();
        return rows ? sentIn(rows, list) : log.read((db) => readSent(db, list, limit));
      },
      ...REMEMBERED,
    }),
  /** The last accepted attach or detach of a pair, null if none is known. */
  lastAccepted: (workspace: Workspace, { campaignId, webhookId }: RunPair) =>
    queryOptions({
      queryKey: key(workspace, 'last', campaignId, webhookId),
      queryFn: async () =>
        (await logOf(workspace).read((db) => readLastAccepted(db, { campaignId, webhookId }))) ?? null,
      gcTime: REMEMBERED_MS,
    }),
  /** The IDs that were used lately, at most so many of each kind. */
  usedIds: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: key(workspace, 'used', limit),
      queryFn: () => logOf(workspace).read((db) => readUsedIds(db, limit)),
      ...REMEMBERED,
    }),
  /** All runs, the newest first. */
  runs: (workspace: Workspace) =>
    queryOptions({
      queryKey: key(workspace, 'runs'),
      queryFn: async () => {
        const log = logOf(workspace);
        return (await log.inMemory()) ? { runs: [], damaged: [] } : log.read(readAllRuns);
      },
      ...REMEMBERED,
    }),
  /** A run with its lines; null if this browser has none of this ID. */
  run: (workspace: Workspace, id: string) =>
    queryOptions({
      queryKey: key(workspace, 'run', id),
      queryFn: async () => (await logOf(workspace).read((db) => readRun(db, id))) ?? null,
      gcTime: 0,
      structuralSharing: false,
    }),
  /** The newest run that is not over and has a pair still to send; null if there is none. */
  runWithPair: (workspace: Workspace, { campaignId, webhookId }: RunPair) =>
    queryOptions({
      queryKey: key(workspace, 'run with', campaignId, webhookId),
      queryFn: async () =>
        (await logOf(workspace).read((db) => readRunWithPair(db, { campaignId, webhookId }))) ?? null,
      gcTime: 0,
    }),
  /** Not read again by itself. */
  search: (workspace: Workspace, query: SentQuery) =>
    queryOptions({
      queryKey: ['log search', workspace.storageKey, query],
      queryFn: ({ signal }) => logOf(workspace).read((db) => searchSent(db, query, signal)),
      gcTime: 0,
      staleTime: 0,
    }),
};

/** A run that is sent changes several times a second; what shows it is read again at most so often. */
const RUNS_EVERY_MS = 1000;

/** The one place that has views read again: something was sent, here or in another tab. The result stops. */
export const followLog = (workspace: Workspace, client: QueryClient): (() => void) => {
  const refresh = (): void => void client.invalidateQueries({ queryKey: key(workspace) });
  const ofRuns = atMostEvery(RUNS_EVERY_MS, refresh);
  const leave = logOf(workspace).subscribe((what) => (what === 'runs' ? ofRuns.call() : refresh()));
  // What a tab left may have been given up before anybody listened.
  refresh();
  return () => {
    leave();
    ofRuns.stop();
  };
};
