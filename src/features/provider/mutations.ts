import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import type { ProviderChange, SettledChange } from './messages.ts';

/** Matches every change of the provider's configuration; only one is on its way at a time. */
const CHANGES = { mutationKey: ['provider'] };

const toChange = ({ state }: Mutation<Outcome, Error, ProviderUpdate | undefined>): ProviderChange => {
  const { variables: update, submittedAt: since, data: outcome, status } = state;
  const about = update
    ? { operation: 'save' as const, values: { ...update, voiceProvider: update.voiceProvider ?? '' } }
    : { operation: 'delete' as const };
  return { ...about, since, isRunning: status === 'pending', outcome };
};

/**
 * The change that is on its way and the last one that came to an end, whichever visit to this page asked for them; and whether
 * one is on its way at this very moment, before anything is drawn again.
 */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const changes = useMutationState({ filters: CHANGES, select: toChange });
  const running = changes.find((change) => change.isRunning);
  const settled = changes.findLast((change): change is SettledChange => change.outcome !== undefined);
  return { running, settled, isRunning: () => client.isMutating(CHANGES) > 0 };
};
