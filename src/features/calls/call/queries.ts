import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import type { SendOptions } from '#src/api/client.ts';
import type { ServiceClient } from '#src/api/operations.ts';
import { observe, noHistory, type CallHistory, type ObserveRules } from './history.ts';

type CheckOptions = { service: ServiceClient; rules: ObserveRules; options: SendOptions };

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

/** What was seen of the calls, a key a call. */
export const callQueries = {
  /** Reads what was seen and asks nothing: the board alone decides when the service is asked. */
  detail: (id: string) =>
    queryOptions<CallHistory>({
      queryKey: keyOfCall(id),
      queryFn: skipToken,
      // So each check asks; also where this browser's clock was put back, and an answer of before seems to come from the future.
      staleTime: -Infinity,
      gcTime: Infinity,
      structuralSharing: false,
    }),
  /**
   * Asks the service once, and adds the answer to what was seen before. The query's own signal stays untouched: by it a
   * row that scrolls out of sight would cancel its check.
   */
  check: (id: string, { service, rules, options }: CheckOptions) => ({
    ...callQueries.detail(id),
    queryFn: async ({ client }: { client: QueryClient }): Promise<CallHistory> => {
      const read = await service.readCall(id, options);
      const previous = historyIn(client, id) ?? noHistory(id);
      return observe(previous, { read, at: Date.now(), mono: performance.now() }, rules);
    },
  }),
};
