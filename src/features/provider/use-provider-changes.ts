import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import type { SentValues } from './fields.ts';

/** A save or deletion. `since` in epoch milliseconds, `outcome` is undefined until it settles. */
export type ProviderChange = ({ operation: 'save'; values: SentValues } | { operation: 'delete' }) & {
  since: number;
  isRunning: boolean;
  outcome: Outcome | undefined;
};

export type SettledChange = ProviderChange & { outcome: Outcome };

const CHANGES = { mutationKey: ['provider'] };

const toChange = ({ state }: Mutation<Outcome, Error, ProviderUpdate | undefined>): ProviderChange => {
  const { variables: update, submittedAt: since, data: outcome, status } = state;
  const change = update
    ? { operation: 'save' as const, values: { ...update, voiceProvider: update.voiceProvider ?? '' } }
    : { operation: 'delete' as const };
  return { ...change, since, isRunning: status === 'pending', outcome };
};

/** The running change and the last settled one, also of earlier visits to the page. At most one runs at a time. */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const changes = useMutationState({ filters: CHANGES, select: toChange });
  return {
    running: changes.find((change) => change.isRunning),
    settled: changes.findLast((change): change is SettledChange => change.outcome !== undefined),
    /** Reads the cache: a second press can come before the next render. */
    isRunning: () => client.isMutating(CHANGES) > 0,
  };
};
