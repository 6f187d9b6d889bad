import {
  mutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type Mutation,
} from '@tanstack/react-query';
import { journalOf } from '#src/journal/journal.ts';
import { recorded, type Recorded } from '#src/journal/recorded.ts';
import { useWorkspace, type Workspace } from '#src/journal/workspace.ts';
import { maySend, type Change } from './change.ts';

/** Names every attach and detach in the mutation cache. */
export const CHANGES_KEY = ['webhooks', 'change'] as const;

// Nothing secret is in these, so that the last answer is still there after a visit to another area.
const KEPT_MS = 600_000;
const ONCE = { networkMode: 'always', retry: false, gcTime: KEPT_MS } as const;

/** Each is sent once, written down before and closed after, also where nobody looks at the area any more. */
export const webhookMutations = {
  attach: (workspace: Workspace) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'attach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journalOf(workspace), { ...change, operation: 'attach' }, () =>
          workspace.service.addWebhook(change),
        ),
      ...ONCE,
    }),
  detach: (workspace: Workspace) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'detach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journalOf(workspace), { ...change, operation: 'detach' }, () =>
          workspace.service.removeWebhook(change),
        ),
      ...ONCE,
    }),
};

/** A change on its way or answered. `at` is when it was asked for, epoch milliseconds. */
export type SentChange = { change: Change; at: number; result: Recorded | undefined; isRunning: boolean };

const toSent = ({ state }: Mutation<Recorded, Error, Change>): SentChange[] =>
  state.variables
    ? [
        {
          change: state.variables,
          at: state.submittedAt,
          result: state.data,
          isRunning: state.status === 'pending',
        },
      ]
    : [];

/** Sends changes, and tells of the latest and of all that are on their way, whichever part of the page asked. */
export const useChanges = () => {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const attach = useMutation(webhookMutations.attach(workspace));
  const detach = useMutation(webhookMutations.detach(workspace));
  const sent = useMutationState({ filters: { mutationKey: CHANGES_KEY }, select: toSent }).flat();
  const running = sent.filter(({ isRunning }) => isRunning).map(({ change }) => change);

  const send = (change: Change): void => {
    // Asked of the cache, since a second press may come before anything is drawn again.
    const pending = client
      .getMutationCache()
      .findAll({ mutationKey: CHANGES_KEY, status: 'pending' })
      .flatMap((mutation) => toSent(mutation as Mutation<Recorded, Error, Change>));
    const isFree = maySend(
      change,
      pending.map((one) => one.change),
    );
    if (isFree) (change.operation === 'attach' ? attach : detach).mutate(change);
  };

  return { send, latest: sent.at(-1), running };
};
