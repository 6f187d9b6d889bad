import { useMutation, useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import type { Recorded } from '#src/journal/recorded.ts';
import { useScope } from '#src/journal/scope.ts';
import { maySend, type Change } from './change.ts';
import { CHANGES_KEY, webhookMutations } from './queries.ts';

/** A change on its way or answered. `at` is when it was asked for, epoch milliseconds. */
export type SentChange = { change: Change; at: number; result: Recorded | undefined; isRunning: boolean };

const toSent = ({ state }: Mutation<Recorded, Error, Change>): SentChange | undefined =>
  state.variables && {
    change: state.variables,
    at: state.submittedAt,
    result: state.data,
    isRunning: state.status === 'pending',
  };

/** Sends changes, and tells of the latest and of all that are on their way, whichever part of the page asked. */
export const useChanges = () => {
  const scope = useScope();
  const client = useQueryClient();
  const attach = useMutation(webhookMutations.attach(scope));
  const detach = useMutation(webhookMutations.detach(scope));
  const sent = useMutationState({ filters: { mutationKey: CHANGES_KEY }, select: toSent }).filter(
    (one) => one !== undefined,
  );
  const running = sent.filter(({ isRunning }) => isRunning).map(({ change }) => change);

  const send = (change: Change): void => {
    // Asked of the cache, since a second press may come before anything is drawn again.
    const pending = client.getMutationCache().findAll({ mutationKey: CHANGES_KEY, status: 'pending' });
    const now = pending.map((mutation) => toSent(mutation as Mutation<Recorded, Error, Change>)?.change);
    if (
      !maySend(
        change,
        now.filter((one) => one !== undefined),
      )
    )
      return;
    (change.operation === 'attach' ? attach : detach).mutate(change);
  };

  return { send, latest: sent.at(-1), running };
};
