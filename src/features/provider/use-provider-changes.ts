import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';

/** `since` is in epoch milliseconds. */
export type ProviderChange = ({ operation: 'save'; update: ProviderUpdate } | { operation: 'delete' }) & {
  since: number;
};

export type SettledChange = ProviderChange & { outcome: Outcome };

const PROVIDER_WRITES = { mutationKey: ['provider'] };

type ProviderWrite = Mutation<Outcome, Error, ProviderUpdate | undefined>;

const toChange = ({ variables: update, submittedAt: since }: ProviderWrite['state']): ProviderChange =>
  update ? { operation: 'save', update, since } : { operation: 'delete', since };

/** Includes changes of earlier visits to the page. At most one runs at a time. */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const writes = useMutationState({ filters: PROVIDER_WRITES, select: ({ state }: ProviderWrite) => state });
  const running = writes.find(({ status }) => status === 'pending');
  const settled = writes.findLast(({ data }) => data);
  return {
    running: running && toChange(running),
    settled: settled?.data && { ...toChange(settled), outcome: settled.data },
    /** Reads the cache, since a second press can come before the next render. */
    isRunning: () => client.isMutating(PROVIDER_WRITES) > 0,
  };
};
