import { mutationOptions, useMutationState, useQueryClient } from '@tanstack/react-query';
import { logOf } from '#src/log/log.ts';
import { recorded, type Recorded } from '#src/log/recorded.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { ending } from '#src/lib/ids.ts';
import type { SentValues } from './provider.ts';
import { maskOutcome } from './secret.ts';

/** Names every change of the provider's configuration in the mutation cache; only one is on its way at a time. */
const PROVIDER_KEY = ['provider'] as const;
const DELETE_KEY = [...PROVIDER_KEY, 'delete'] as const;

/** Each is sent once, written down before and closed after, also where nobody looks at the area any more. */
export const providerMutations = {
  /** `takeToken` is called once, at the beginning: the secret is in no variable, key or result of the mutation. */
  save: (workspace: Workspace, takeToken: () => string) =>
    mutationOptions({
      mutationKey: [...PROVIDER_KEY, 'save'],
      mutationFn: (values: SentValues): Promise<Recorded> => {
        const authToken = takeToken();
        const { accountSid, phoneNumber, voiceProvider } = values;
        const entry = {
          operation: 'save',
          sidEnding: ending(accountSid, 3),
          phoneEnding: ending(phoneNumber.replace(/\D/g, ''), 4),
          voiceProvider,
        } as const;
        return recorded(logOf(workspace), entry, async () =>
          maskOutcome(await workspace.service.updateProvider({ ...values, authToken }), authToken),
        );
      },
    }),
  delete: (workspace: Workspace) =>
    mutationOptions({
      mutationKey: DELETE_KEY,
      mutationFn: (): Promise<Recorded> =>
        recorded(logOf(workspace), { operation: 'delete' }, () => workspace.service.deleteProvider()),
    }),
};

/**
 * The change that is on its way, whichever visit to this page asked for it, `since` in epoch milliseconds; and whether there
 * is one at this very moment, before anything is drawn again.
 */
export const useRunning = () => {
  const client = useQueryClient();
  const [running] = useMutationState({
    filters: { mutationKey: PROVIDER_KEY, status: 'pending' },
    select: ({ state, options }) => ({
      operation: options.mutationKey === DELETE_KEY ? ('delete' as const) : ('save' as const),
      since: state.submittedAt,
    }),
  });
  return { running, isRunning: () => client.isMutating({ mutationKey: PROVIDER_KEY }) > 0 };
};
