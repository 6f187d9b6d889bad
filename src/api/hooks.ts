import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createRequiredContext } from '#src/ui/required-context.ts';
import type { CallRead } from './call-record.ts';
import type { Outcome } from './outcome.ts';
import type { ProviderValues, ServiceClient, WebhookPair } from './operations.ts';

export const [ServiceContext, useService] = createRequiredContext<ServiceClient>('useService');

/** `logged` is not sent but goes into the log: see `log/entry.ts`. */
export type ProviderUpdate = Omit<ProviderValues, 'authToken'> & { logged: object };

export type WebhookChange = WebhookPair & {
  /** ID of a log entry. */
  undoOf?: string | undefined;
};

/** The log recognizes writes by these keys: see `log/log-writes.ts`. */
export const WRITE_KEYS = {
  save: ['provider', 'save'],
  delete: ['provider', 'delete'],
  attach: ['webhooks', 'attach'],
  detach: ['webhooks', 'detach'],
} as const;

// Keeps the last answer while the user visits another area. It contains no secret.
const KEEP_ANSWER_MS = 600_000;

/** Sends one request, never retries, and resolves even if the request fails. */
const useWrite = <Variables>(
  mutationKey: readonly string[],
  send: (service: ServiceClient, variables: Variables) => Promise<Outcome>,
) => {
  const service = useService();
  return useMutation({
    mutationKey,
    mutationFn: (variables: Variables) => send(service, variables),
    gcTime: KEEP_ANSWER_MS,
  });
};

/** Variables stay in the mutation cache, so the secret is read only when sending. */
export const useUpdateProvider = (getAuthToken: () => string) =>
  useWrite(WRITE_KEYS.save, (service, { logged: _logged, ...values }: ProviderUpdate) =>
    service.updateProvider({ ...values, authToken: getAuthToken() }),
  );
export const useDeleteProvider = () =>
  useWrite<void>(WRITE_KEYS.delete, (service) => service.deleteProvider());
export const useAddWebhook = () =>
  useWrite(WRITE_KEYS.attach, (service, pair: WebhookChange) => service.addWebhook(pair));
export const useRemoveWebhook = () =>
  useWrite(WRITE_KEYS.detach, (service, pair: WebhookChange) => service.removeWebhook(pair));

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
    // Without this, each check renders three times.
    notifyOnChangeProps: ['data'],
  });
