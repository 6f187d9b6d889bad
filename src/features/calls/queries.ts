import { queryOptions } from '@tanstack/react-query';
import type { ServiceClient } from '#src/api/operations.ts';
import { observe, unseen, type CallSeen, type ObserveRules } from './seen.ts';

type DetailOptions = {
  service: ServiceClient;
  rules: ObserveRules;
  /** The person waits for it: it goes before the regular checks. */
  urgent?: boolean;
};

const keyOf = (id: string) => ['call', id] as const;

/** The answers of the service, a key a call. Each fetch is one check, folded into what was seen before. */
export const callQueries = {
  keyOf,
  detail: (id: string, { service, rules, urgent = false }: DetailOptions) =>
    queryOptions({
      queryKey: keyOf(id),
      queryFn: async ({ client, queryKey, signal }): Promise<CallSeen> => {
        const read = await service.readCall(id, { signal, priority: urgent ? 1 : 0 });
        const previous = client.getQueryData<CallSeen>(queryKey) ?? unseen(id);
        return observe(previous, { read, at: Date.now(), mono: performance.now() }, rules);
      },
      // The board decides when a call is asked, so each fetch asks.
      staleTime: 0,
      gcTime: Infinity,
      structuralSharing: false,
    }),
};
