import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ServiceClient, WebhookPair } from './operations.ts';
import type { ProviderValues } from './provider-body.ts';

/** The service as the signed-in person reaches it. */
export const ServiceContext = createContext<ServiceClient | undefined>(undefined);

const useService = (): ServiceClient => {
  const service = use(ServiceContext);
  if (!service) throw new Error('useService outside of ServiceContext');
  return service;
};

/** `kept` is what the log keeps of a save: endings, never whole values. */
export type ProviderUpdate = Omit<ProviderValues, 'authToken'> & {
  kept: { sidEnding: string; phoneEnding: string; voiceProvider?: string | undefined };
};

/** `undoOf` is the log's entry that this change takes back. */
export type WebhookChange = WebhookPair & { undoOf?: string | undefined };

/** The four writes by their mutation keys. The log listens to these, see `log/log-writes.ts`. */
export const WRITE_KEYS = {
  save: ['provider', 'save'],
  delete: ['provider', 'delete'],
  attach: ['webhooks', 'attach'],
  detach: ['webhooks', 'detach'],
} as const;

// So that the last answer is still there after a visit to another area; nothing in it is secret.
const KEEP_ANSWER_MS = 600_000;

/** The four writes as the mutation cache has them. */
export const writes = {
  save: (service: ServiceClient, getAuthToken: () => string) =>
    mutationOptions({
      mutationKey: WRITE_KEYS.save,
      mutationFn: ({ kept: _kept, ...values }: ProviderUpdate) =>
        service.updateProvider({ ...values, authToken: getAuthToken() }),
      gcTime: KEEP_ANSWER_MS,
    }),
  delete: (service: ServiceClient) =>
    mutationOptions({
      mutationKey: WRITE_KEYS.delete,
      mutationFn: () => service.deleteProvider(),
      gcTime: KEEP_ANSWER_MS,
    }),
  attach: (service: ServiceClient) =>
    mutationOptions({
      mutationKey: WRITE_KEYS.attach,
      mutationFn: (pair: WebhookChange) => service.addWebhook(pair),
      gcTime: KEEP_ANSWER_MS,
    }),
  detach: (service: ServiceClient) =>
    mutationOptions({
      mutationKey: WRITE_KEYS.detach,
      mutationFn: (pair: WebhookChange) => service.removeWebhook(pair),
      gcTime: KEEP_ANSWER_MS,
    }),
};

// Each sends one request and resolves to its outcome: accepted, refused, unknown or not sent. None rejects or retries.
/** The secret is asked for when it is sent: variables stay in the mutation cache. */
export const useUpdateProvider = (getAuthToken: () => string) =>
  useMutation(writes.save(useService(), getAuthToken));
export const useDeleteProvider = () => useMutation(writes.delete(useService()));
export const useAddWebhook = () => useMutation(writes.attach(useService()));
export const useRemoveWebhook = () => useMutation(writes.detach(useService()));

/** How a call is polled. `Seen` is what is known of it so far. */
export type CallPolling<Seen> = {
  /** Asks the service once, and adds the answer to what was seen before. */
  read: (callId: string) => Promise<Seen>;
  /** Milliseconds until the next check, more than 0; false: none. */
  msUntilNext: (callId: string) => number | false;
  /** Whether this tab polls at the moment. */
  isPolling: boolean;
};

export const callStatusKey = (callId: string) => ['call', callId] as const;

export const callStatus = <Seen>(callId: string, read: CallPolling<Seen>['read']) =>
  queryOptions<Seen>({
    queryKey: callStatusKey(callId),
    queryFn: () => read(callId),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

/** Polls one call as long as it is shown. Calls that are not shown are polled by `board/poller.ts`, over the same query. */
export const useCallStatus = <Seen>(callId: string, { read, msUntilNext, isPolling }: CallPolling<Seen>) =>
  useQuery({
    ...callStatus(callId, read),
    enabled: isPolling && msUntilNext(callId) !== false,
    refetchInterval: () => msUntilNext(callId),
    refetchIntervalInBackground: true,
    refetchOnMount: false,
    // Without this each check renders three times: as it begins, as it ends, and with its answer.
    notifyOnChangeProps: ['data'],
  });
