import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { atMostEvery } from '#src/lib/timing.ts';
import type { ListFilter } from './entry.ts';
import { journalOf } from './journal.ts';
import type { RunPair } from './runs/run.ts';
import type { Workspace } from './workspace.ts';
import { usedIds, type UsedIds } from './store.ts';

/** What a reading is about: it is read again when that has changed. */
const SUBJECTS = ['entries', 'pairs', 'runs'] as const;

export const journalKey = (workspace: Workspace, subject: (typeof SUBJECTS)[number]) =>
  ['journal', workspace.storageKey, subject] as const;

/** How long what nobody looks at any more is remembered, so that coming back to an area shows it at once. */
const REMEMBERED_MS = 300_000;
const REMEMBERED = { gcTime: REMEMBERED_MS, placeholderData: keepPreviousData } as const;

/** What this browser sent, as it is read from its storage. Nothing here rejects. */
export const journalQueries = {
  /** The newest first. */
  entries: (workspace: Workspace, filter: ListFilter) =>
    queryOptions({
      queryKey: [...journalKey(workspace, 'entries'), filter],
      queryFn: () => journalOf(workspace).list(filter),
      ...REMEMBERED,
    }),
  /** The newest accepted attach or detach of a pair, null where none is known. */
  lastAccepted: (workspace: Workspace, { campaignId, webhookId }: RunPair) =>
    queryOptions({
      queryKey: [...journalKey(workspace, 'pairs'), 'last', campaignId, webhookId],
      queryFn: async () => (await journalOf(workspace).lastAccepted(campaignId, webhookId)) ?? null,
      gcTime: REMEMBERED_MS,
    }),
  /** The IDs that were used lately, at most so many of each kind. */
  usedIds: (workspace: Workspace, limit: number) =>
    queryOptions({
      queryKey: [...journalKey(workspace, 'pairs'), 'used', limit],
      queryFn: (): Promise<UsedIds> =>
        journalOf(workspace)
          .read((db) => usedIds(db, limit))
          .catch(() => ({ campaigns: [], webhooks: [] })),
      ...REMEMBERED,
    }),
  /** The newest first. */
  runs: (workspace: Workspace, limit?: number) =>
    queryOptions({
      queryKey: [...journalKey(workspace, 'runs'), 'list', limit],
      queryFn: () => journalOf(workspace).runs(limit),
      ...REMEMBERED,
    }),
};

/** A run tells of its lines several times a second, and may overtake entries: whoever shows those reads at most so often. */
const RUNS_EVERY_MS = 1000;

/** The one place that has readings made again: when something was sent, here or in another tab. The result stops. */
export const followJournal = (workspace: Workspace, client: QueryClient): (() => void) => {
  const refresh = (): void =>
    SUBJECTS.forEach(
      (subject) => void client.invalidateQueries({ queryKey: journalKey(workspace, subject) }),
    );
  const ofRuns = atMostEvery(RUNS_EVERY_MS, refresh);
  const leave = journalOf(workspace).subscribe((news) => (news === 'runs' ? ofRuns.call() : refresh()));
  return () => {
    leave();
    ofRuns.stop();
  };
};
