import { hashKey, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ServiceClient } from '#src/api/operations.ts';
import { observe, unseen, type CallSeen, type ObserveRules } from './seen.ts';

type DetailOptions = {
  service: ServiceClient;
  rules: ObserveRules;
  /** Calls the check off while it waits for its turn. */
  turn?: AbortSignal;
  /** The person waits for it: it goes before the regular checks. */
  urgent?: boolean;
};

export const keyOfCall = (id: string) => ['call', id] as const;

/** Takes a call out of the cache. By its key alone: a filter would look at every call there is. */
export const forgetAnswers = (client: QueryClient, id: string): void => {
  const cache = client.getQueryCache();
  const query = cache.get(hashKey(keyOfCall(id)));
  if (query) cache.remove(query);
};

/** The answers of the service, a key a call. Each fetch is one check, folded into what was seen before. */
export const callQueries = {
  detail: (id: string, { service, rules, turn, urgent = false }: DetailOptions) =>
    queryOptions({
      queryKey: keyOfCall(id),
      queryFn: async ({ client, queryKey, signal }): Promise<CallSeen> => {
        const read = await service.readCall(id, { signal, turn, priority: urgent ? 1 : 0 });
        const previous = client.getQueryData<CallSeen>(queryKey) ?? unseen(id);
        return observe(previous, { read, at: Date.now(), mono: performance.now() }, rules);
      },
      // The board decides when a call is asked, so each fetch asks.
      staleTime: 0,
      gcTime: Infinity,
      structuralSharing: false,
    }),
};
