import { queryOptions } from '@tanstack/react-query';
import { journalOf } from '#src/log/journal.ts';
import { journalKey } from '#src/log/queries.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { searchSent, type SentQuery } from '#src/log/search.ts';
import { runLogOf } from './run-log-open.ts';

/** Runs and their lines, as they are read from this browser's storage. */
export const runQueries = {
  /** One run with its lines; null where this browser has no such run, or where its storage can't be read. */
  run: (workspace: Workspace, runId: string) =>
    queryOptions({
      // The same object for as long as the page stands: it tells of its changes itself.
      queryKey: ['journal', workspace.storageKey, 'run', runId],
      queryFn: async () => (await runLogOf(workspace).open(runId)) ?? null,
      gcTime: 0,
    }),
  /** Whether there is room for a run of so many lines. */
  hasRoom: (workspace: Workspace, lines: number) =>
    queryOptions({
      queryKey: [...journalKey(workspace, 'runs'), 'room', lines],
      queryFn: async () => lines === 0 || runLogOf(workspace).hasRoom(lines),
      gcTime: 0,
    }),
  /** Rejects where storage can't be read. */
  search: (workspace: Workspace, query: SentQuery) =>
    queryOptions({
      queryKey: ['journal', workspace.storageKey, 'search', query],
      queryFn: ({ signal }) => searchSent(journalOf(workspace), query, signal),
      gcTime: 0,
      staleTime: 0,
    }),
};
