import { queryOptions } from '@tanstack/react-query';
import { journalOf } from '#src/journal/journal.ts';
import { journalKey } from '#src/journal/queries.ts';
import type { Scope } from '#src/journal/scope.ts';
import { searchSent, type SentQuery } from '#src/journal/search.ts';
import { runLogOf } from './run-log-open.ts';

/** Runs and their lines, as they are read from this browser's storage. */
export const runQueries = {
  /** One run with its lines; null where this browser has no such run, or where its storage can't be read. */
  run: (scope: Scope, runId: string) =>
    queryOptions({
      // The same object for as long as the page stands: it tells of its changes itself.
      queryKey: ['journal', scope.storageKey, 'run', runId],
      queryFn: async () => (await runLogOf(scope).open(runId)) ?? null,
      gcTime: 0,
    }),
  /** Whether there is room for a run of so many lines. */
  hasRoom: (scope: Scope, lines: number) =>
    queryOptions({
      queryKey: [...journalKey(scope, 'runs'), 'room', lines],
      queryFn: async () => lines === 0 || runLogOf(scope).hasRoom(lines),
      gcTime: 0,
    }),
  /** Rejects where storage can't be read. */
  search: (scope: Scope, query: SentQuery) =>
    queryOptions({
      queryKey: ['journal', scope.storageKey, 'search', query],
      queryFn: ({ signal }) => searchSent(journalOf(scope), query, signal),
      gcTime: 0,
      staleTime: 0,
    }),
};
