import { mutationOptions, useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import { logOf } from '#src/log/log.ts';
import { recorded, type Recorded } from '#src/log/recorded.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { toRequest, toSaveEntry, type SentValues } from './fields.ts';
import type { ProviderChange, SettledChange } from './messages.ts';
import { withholdSecret } from './secret.ts';

/** Names every change of the provider's configuration in the mutation cache; only one is on its way at a time. */
const PROVIDER_KEY = ['provider'] as const;

// Nothing secret is in these, so the last answer is still there after a visit to another area.
const KEPT_MS = 600_000;

/** Each is sent once, written down before and closed after, also if the area was left meanwhile. */
export const providerMutations = {
  /** `takeToken` is called once, at the beginning: the secret is in no variable, key or result of the mutation. */
  save: (workspace: Workspace, takeToken: () => string) =>
    mutationOptions({
      mutationKey: [...PROVIDER_KEY, 'save'],
      mutationFn: (values: SentValues): Promise<Recorded> => {
        const authToken = takeToken();
        return recorded(logOf(workspace), toSaveEntry(values), async () =>
          withholdSecret(
            await workspace.service.updateProvider({ ...toRequest(values), authToken }),
            authToken,
          ),
        );
      },
      gcTime: KEPT_MS,
    }),
  delete: (workspace: Workspace) =>
    mutationOptions({
      mutationKey: [...PROVIDER_KEY, 'delete'],
      mutationFn: (): Promise<Recorded> =>
        recorded(logOf(workspace), { operation: 'delete' }, () => workspace.service.deleteProvider()),
      gcTime: KEPT_MS,
    }),
};

const toChange = ({ state }: Mutation<Recorded, Error, SentValues | undefined>): ProviderChange => {
  const { variables: values, submittedAt: since, data, status } = state;
  const about = values ? { operation: 'save' as const, values } : { operation: 'delete' as const };
  return { ...about, since, isRunning: status === 'pending', outcome: data?.outcome };
};

/**
 * The change that is on its way and the last one that came to an end, whichever visit to this page asked for them; and whether
 * one is on its way at this very moment, before anything is drawn again.
 */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const changes = useMutationState({ filters: { mutationKey: PROVIDER_KEY }, select: toChange });
  const running = changes.find((change) => change.isRunning);
  const settled = changes.findLast((change): change is SettledChange => change.outcome !== undefined);
  return { running, settled, isRunning: () => client.isMutating({ mutationKey: PROVIDER_KEY }) > 0 };
};
