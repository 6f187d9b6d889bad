import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createRequiredContext } from '#src/ui/required-context.ts';
import type { CallRead } from './answer.ts';
import type { Outcome } from './outcome.ts';
import type { ProviderValues, SendOptions, ServiceClient, WebhookPair } from './client.ts';

export const [ServiceContext, useService] = createRequiredContext<ServiceClient>('useService');

/** What the log keeps of a save. */
type LoggedSave = {
  /** At most the last 3 characters. */
  sidEnding?: string | undefined;
  /** At most the last 4 characters. */
  phoneEnding?: string | undefined;
  voiceProvider?: string | undefined;
};

/** `logged` is not sent but goes into the log. */
export type ProviderUpdate = Omit<ProviderValues, 'authToken'> & { logged: LoggedSave };

export type WebhookChange = WebhookPair & {
  /** ID of a log entry. */
  undoOf?: string | undefined;
};

/** What the log keeps of a write. Never contains the secret, a token, a whole SID or a whole phone number. */
export type WriteEntry =
  | ({ operation: 'attach' | 'detach' } & WebhookChange)
  | ({ operation: 'save' } & LoggedSave)
  | { operation: 'delete' };

declare module '@tanstack/react-query' {
  interface Register {
    /** `log/entry.ts` stores the entry before the request leaves. */
    mutationMeta: { toEntry: (variables: never) => WriteEntry };
  }
}

export const WRITE_KEYS = {
  save: ['provider', 'save'],
  delete: ['provider', 'delete'],
  attach: ['webhooks', 'attach'],
  detach: ['webhooks', 'detach'],
} as const;

// Keeps the last answer while the user visits another area. It contains no secret.
const KEEP_ANSWER_MS = 600_000;

/** Defined outside of components: the mutation cache keeps it, and with it all that its functions can see. */
type Write<Variables> = {
  toEntry: (variables: Variables) => WriteEntry;
  send: (service: ServiceClient, variables: Variables, options: SendOptions) => Promise<Outcome>;
};

type WriteKey = (typeof WRITE_KEYS)[keyof typeof WRITE_KEYS];

/** Of the last write of each kind. */
const whileQueued = new Map<WriteKey, AbortController>();

/** Does nothing once the request is sent. */
export const cancelQueuedWrite = (key: WriteKey): void => whileQueued.get(key)?.abort();

/** Logs and sends one request, never retries, and resolves even if the request fails. Rejects if it can't be logged. */
const useWrite = <Variables>(mutationKey: WriteKey, { toEntry, send }: Write<Variables>) => {
  const service = useService();
  return useMutation({
    mutationKey,
    meta: { toEntry },
    mutationFn: (variables: Variables) => {
      const queued = new AbortController();
      whileQueued.set(mutationKey, queued);
      return send(service, variables, { queueSignal: queued.signal });
    },
    gcTime: KEEP_ANSWER_MS,
  });
};

/** Until they are sent. Apart from the updates, which stay in the mutation cache. */
const authTokens = new WeakMap<ProviderUpdate, string>();

const UPDATE: Write<ProviderUpdate> = {
  toEntry: ({ logged }) => ({ operation: 'save', ...logged }),
  send: (service, update, options) => {
    const { logged: _logged, ...values } = update;
    const authToken = authTokens.get(update);
    // Sent without it, the service would store an empty one.
    if (authToken === undefined) throw new Error('A save is sent once.');
    authTokens.delete(update);
    return service.updateProvider({ ...values, authToken }, options);
  },
};
const DELETE: Write<void> = {
  toEntry: () => ({ operation: 'delete' }),
  send: (service, _, options) => service.deleteProvider(options),
};
const ATTACH: Write<WebhookChange> = {
  toEntry: (change) => ({ operation: 'attach', ...change }),
  send: (service, pair, options) => service.addWebhook(pair, options),
};
const DETACH: Write<WebhookChange> = {
  toEntry: (change) => ({ operation: 'detach', ...change }),
  send: (service, pair, options) => service.removeWebhook(pair, options),
};

export const useUpdateProvider = () => {
  const { mutateAsync } = useWrite(WRITE_KEYS.save, UPDATE);
  return (update: ProviderUpdate, authToken: string): Promise<Outcome> => {
    authTokens.set(update, authToken);
    return mutateAsync(update).finally(() => authTokens.delete(update));
  };
};
export const useDeleteProvider = () => useWrite(WRITE_KEYS.delete, DELETE);
export const useAddWebhook = () => useWrite(WRITE_KEYS.attach, ATTACH);
export const useRemoveWebhook = () => useWrite(WRITE_KEYS.detach, DETACH);

export const callStatusKey = (callId: string) => ['call', callId] as const;

/** The cache keeps the last answer. `board/store.ts` keeps what the answers say of a call. */
export const callStatus = (callId: string, read: (callId: string) => Promise<CallRead>) =>
  queryOptions({ queryKey: callStatusKey(callId), queryFn: () => read(callId) });

type CallPolling = {
  /** Asks the service once. Never rejects. */
  read: (callId: string) => Promise<CallRead>;
  /** More than 0; false if there is no next check. */
  msUntilNext: (callId: string) => number | false;
  /** False while another tab polls, or polling is paused. */
  isPolling: boolean;
};

/** Polls the open call, from its first answer on. `board/poller.ts` asks for all calls that no hook polls. */
export const useCallStatus = (callId: string, { read, msUntilNext, isPolling }: CallPolling) =>
  useQuery({
    ...callStatus(callId, read),
    enabled: ({ state }) => isPolling && state.data !== undefined && msUntilNext(callId) !== false,
    refetchInterval: () => msUntilNext(callId),
    refetchIntervalInBackground: true,
    refetchOnMount: false,
    // The board's store says what came of a check, and renders it.
    notifyOnChangeProps: [],
  });
