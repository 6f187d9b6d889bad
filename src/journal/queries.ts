import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ListFilter } from './entry.ts';
import type { Journal } from './journal.ts';

const keyOf = (journal: Journal) => ['journal', journal.key] as const;

// The journal is this browser's own: it answers offline too, and tells when it has changed.
const LOCAL = { networkMode: 'always', staleTime: Infinity, retry: false } as const;

/** Queries over the journal of one service and person. */
export const journalQueries = {
  list: (journal: Journal, filter: ListFilter = {}) =>
    queryOptions({
      queryKey: [...keyOf(journal), 'list', filter],
      queryFn: () => journal.list(filter),
      ...LOCAL,
    }),
  /** `null` where this browser saw no accepted attach or detach of the pair. */
  lastAccepted: (journal: Journal, campaignId: string, webhookId: string) =>
    queryOptions({
      queryKey: [...keyOf(journal), 'last-accepted', campaignId, webhookId],
      queryFn: async () => (await journal.lastAccepted(campaignId, webhookId)) ?? null,
      ...LOCAL,
    }),
};

/** Reads again whatever is shown of the journal, each time that it changes here or in another tab. */
export const followJournal = (journal: Journal, client: QueryClient): (() => void) =>
  journal.subscribe(() => void client.invalidateQueries({ queryKey: keyOf(journal) }));
