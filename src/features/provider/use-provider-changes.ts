import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';

/** `since` is in epoch milliseconds. `outcome` is undefined until the change settles. */
export type ProviderChange = ({ operation: 'save'; update: ProviderUpdate } | { operation: 'delete' }) & {
  since: number;
  isRunning: boolean;
  outcome: Outcome | undefined;
};

export type SettledChange = ProviderChange & { outcome: Outcome };

const PROVIDER_WRITES = { mutationKey: ['provider'] };

const toChange = ({ state }: Mutation<Outcome, Error, ProviderUpdate | undefined>): ProviderChange => {
  const { variables: update, submittedAt: since, data: outcome, status } = state;
  const change = update ? { operation: 'save' as const, update } : { operation: 'delete' as const };
  return { ...change, since, isRunning: status === 'pending', outcome };
};

/** Includes changes of earlier visits to the page. At most one runs at a time. */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const changes = useMutationState({ filters: PROVIDER_WRITES, select: toChange });
  return {
    running: changes.find((change) => change.isRunning),
    settled: changes.findLast((change): change is SettledChange => change.outcome !== undefined),
    /** Reads the cache, since a second press can come before the next render. */
    isRunning: () => client.isMutating(PROVIDER_WRITES) > 0,
  };
};
