import { mutationOptions } from '@tanstack/react-query';
import type { Outcome } from '#src/api/outcome.ts';
import { journalOf } from '#src/journal/journal-of.ts';
import { recorded, type Recorded } from '#src/journal/recorded.ts';
import type { Scope } from '#src/journal/scope.ts';
import { ending } from '#src/lib/ids.ts';
import type { SentValues } from './provider.ts';
import { maskOutcome } from './secret.ts';

/** Names every change of the provider's configuration in the mutation cache; only one is on its way at a time. */
export const PROVIDER_KEY = ['provider'] as const;
export const DELETE_KEY = [...PROVIDER_KEY, 'delete'] as const;

// Nothing is kept once nobody looks: the record of a write is the journal.
const ONCE = { networkMode: 'always', retry: false, gcTime: 0 } as const;

/** Each is sent once, written down before and closed after, also where nobody looks at the area any more. */
export const providerMutations = {
  /** `takeToken` is asked at the moment of sending: the secret is in no variable, key or result of the mutation. */
  save: (scope: Scope, takeToken: () => string) =>
    mutationOptions({
      mutationKey: [...PROVIDER_KEY, 'save'],
      mutationFn: (values: SentValues): Promise<Recorded> => {
        const { accountSid, phoneNumber, voiceProvider } = values;
        const entry = {
          operation: 'save',
          sidEnding: ending(accountSid, 3),
          phoneEnding: ending(phoneNumber.replace(/\D/g, ''), 4),
          ...(voiceProvider === undefined ? {} : { voiceProvider }),
        } as const;
        const send = async (): Promise<Outcome> => {
          const authToken = takeToken();
          return maskOutcome(await scope.service.updateProvider({ ...values, authToken }), authToken);
        };
        return recorded(journalOf(scope), entry, send);
      },
      ...ONCE,
    }),
  delete: (scope: Scope) =>
    mutationOptions({
      mutationKey: DELETE_KEY,
      mutationFn: (): Promise<Recorded> =>
        recorded(journalOf(scope), { operation: 'delete' }, () => scope.service.deleteProvider()),
      ...ONCE,
    }),
};
