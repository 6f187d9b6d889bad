import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ServiceClient } from '#src/api/operations.ts';
import { observe, noHistory, type CallHistory, type ObserveRules } from './history.ts';

type DetailOptions = {
  service: ServiceClient;
  rules: ObserveRules;
  /** Calls the check off while it waits for its turn. */
  turn?: AbortSignal;
  /** The person waits for it: it goes before the regular checks. */
  urgent?: boolean;
};

export const keyOfCall = (id: string) => ['call', id] as const;

/** The cache's own name for the key of a call: looked up by it, no call costs a look at another. */
const hashOf = (id: string): string => JSON.stringify(keyOfCall(id));

/** What was seen of a call, from the cache. */
export const historyIn = (client: QueryClient, id: string): CallHistory | undefined =>
  client.getQueryCache().get<CallHistory>(hashOf(id))?.state.data;

/** Takes a call out of the cache. */
export const forgetHistory = (client: QueryClient, id: string): void => {
  const cache = client.getQueryCache();
  const query = cache.get(hashOf(id));
  if (query) cache.remove(query);
};

/** The answers of the service, a key a call. Each fetch is one check, folded into what was seen before. */
export const callQueries = {
  detail: (id: string, { service, rules, turn, urgent = false }: DetailOptions) =>
    queryOptions({
      queryKey: keyOfCall(id),
      queryFn: async ({ client, queryKey, signal }): Promise<CallHistory> => {
        const read = await service.readCall(id, { signal, turn, priority: urgent ? 1 : 0 });
        const previous = client.getQueryData<CallHistory>(queryKey) ?? noHistory(id);
        return observe(previous, { read, at: Date.now(), mono: performance.now() }, rules);
      },
      // The board decides when a call is asked, so each fetch asks; also where this browser's clock was put back, and an
      // answer of before seems to come from the future.
      staleTime: -Infinity,
      gcTime: Infinity,
      structuralSharing: false,
    }),
};
