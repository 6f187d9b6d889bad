import {
  mutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type Mutation,
} from '@tanstack/react-query';
import { logOf } from '#src/log/log.ts';
import { recorded, type Recorded } from '#src/log/recorded.ts';
import { useWorkspace, type Workspace } from '#src/log/workspace.ts';
import type { Change } from './change.ts';
import { isSamePair } from './pair.ts';

/** Names every attach and detach in the mutation cache. */
const CHANGES_KEY = ['webhooks', 'change'] as const;

// Nothing secret is in these, so that the last answer is still there after a visit to another area.
const KEPT_MS = 600_000;

export const webhookMutations = {
  /** Attaches or detaches: sent once, written down before and closed after, also where nobody looks at the area any more. */
  change: (workspace: Workspace) =>
    mutationOptions({
      mutationKey: CHANGES_KEY,
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(logOf(workspace), change, () =>
          workspace.service[change.operation === 'attach' ? 'addWebhook' : 'removeWebhook'](change),
        ),
      gcTime: KEPT_MS,
    }),
};

/** A change on its way or answered. `at` is when it was asked for, epoch milliseconds. */
export type SentChange = { change: Change; at: number; result: Recorded | undefined; isRunning: boolean };

const toSent = ({ state }: Mutation<Recorded, Error, Change>): SentChange[] => {
  const { variables: change, submittedAt: at, data: result, status } = state;
  return change ? [{ change, at, result, isRunning: status === 'pending' }] : [];
};

const runningOf = (sent: readonly SentChange[]): Change[] =>
  sent.flatMap(({ change, isRunning }) => (isRunning ? change : []));

/** Sends changes, and tells of the latest and of all that are on their way, whichever part of the page asked. */
export const useChanges = () => {
  const cache = useQueryClient().getMutationCache();
  const { mutate } = useMutation(webhookMutations.change(useWorkspace()));
  const filters = { mutationKey: CHANGES_KEY };
  const sent = useMutationState({ filters, select: toSent }).flat();

  const send = (change: Change): void => {
    // Asked of the cache, since a second press may come before anything is drawn again.
    const all = cache.findAll(filters).flatMap((one) => toSent(one as Mutation<Recorded, Error, Change>));
    // The order in which two changes of one pair would take effect is not known.
    if (!runningOf(all).some((other) => isSamePair(other, change))) mutate(change);
  };

  return { send, latest: sent.at(-1), running: runningOf(sent) };
};
