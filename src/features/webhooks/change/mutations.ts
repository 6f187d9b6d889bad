import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import { useAddWebhook, useRemoveWebhook, WRITE_KEYS, type WebhookChange } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import { findEntryId } from '#src/log/log-writes.ts';
import type { Change } from './change.ts';
import { isSamePair } from './pair.ts';

/** Matches every attach and detach in the mutation cache. */
const CHANGES = { mutationKey: ['webhooks'] };

/** What came of a change, and its entry in the log, which an undo names. */
export type ChangeResult = { entryId: string | undefined; outcome: Outcome };

/** A change on its way or answered. `at` is when it was asked for, epoch milliseconds. */
export type SentChange = { change: Change; at: number; result: ChangeResult | undefined; isRunning: boolean };

const toSent = (mutation: Mutation<Outcome, Error, WebhookChange>): SentChange[] => {
  const { variables, submittedAt: at, data: outcome, status } = mutation.state;
  if (!variables) return [];
  const operation = mutation.options.mutationKey === WRITE_KEYS.attach ? 'attach' : 'detach';
  return [
    {
      change: { ...variables, operation },
      at,
      result: outcome && { entryId: findEntryId(mutation), outcome },
      isRunning: status === 'pending',
    },
  ];
};

const findRunning = (sent: readonly SentChange[]): Change[] =>
  sent.flatMap(({ change, isRunning }) => (isRunning ? change : []));

/** Sends changes, and gives the latest and all that are on their way, whichever part of the page asked. */
export const useChanges = () => {
  const cache = useQueryClient().getMutationCache();
  const hooks = { attach: useAddWebhook(), detach: useRemoveWebhook() };
  const sent = useMutationState({ filters: CHANGES, select: toSent }).flat();

  const send = ({ operation, ...pair }: Change): void => {
    // Asked of the cache, since a second press may come before anything is drawn again.
    const all = cache
      .findAll(CHANGES)
      .flatMap((one) => toSent(one as Mutation<Outcome, Error, WebhookChange>));
    // The order in which two changes of one pair would take effect is not known.
    if (!findRunning(all).some((other) => isSamePair(other, pair))) hooks[operation].mutate(pair);
  };

  return { send, latest: sent.at(-1), running: findRunning(sent) };
};
