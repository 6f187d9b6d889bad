import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import { useAddWebhook, useRemoveWebhook, WRITE_KEYS, type WebhookChange } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import { findEntryId } from '#src/log/log-writes.ts';
import type { Change } from './change.ts';
import { isSamePair } from './pair.ts';

const CHANGES = { mutationKey: ['webhooks'] };

export type ChangeResult = { entryId: string | undefined; outcome: Outcome };

/** `at` in epoch milliseconds. */
export type SentChange = { change: Change; at: number; result: ChangeResult | undefined; isRunning: boolean };

const toSent = (mutation: Mutation<Outcome, Error, WebhookChange>): SentChange[] => {
  const { variables, submittedAt: at, data: outcome, status } = mutation.state;
  if (!variables) return [];
  const operation = mutation.options.mutationKey === WRITE_KEYS.attach ? 'attach' : 'detach';
  const change = { ...variables, operation } as const;
  const result = outcome && { entryId: findEntryId(mutation), outcome };
  return [{ change, at, result, isRunning: status === 'pending' }];
};

const findRunning = (sent: readonly SentChange[]): Change[] =>
  sent.flatMap(({ change, isRunning }) => (isRunning ? change : []));

export const useChanges = () => {
  const cache = useQueryClient().getMutationCache();
  const hooks = { attach: useAddWebhook(), detach: useRemoveWebhook() };
  const sent = useMutationState({ filters: CHANGES, select: toSent }).flat();

  const send = ({ operation, ...pair }: Change): void => {
    // Read from the cache: a second press can come before the next render.
    const all = cache
      .findAll(CHANGES)
      .flatMap((one) => toSent(one as Mutation<Outcome, Error, WebhookChange>));
    // Of two changes of one pair under way, either could take effect last.
    if (!findRunning(all).some((other) => isSamePair(other, pair))) hooks[operation].mutate(pair);
  };

  return { send, latest: sent.at(-1), running: findRunning(sent) };
};
