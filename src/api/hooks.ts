import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { createRequiredContext } from '#src/ui/required-context.ts';
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

const write = <Variables>(mutationKey: readonly string[], send: (variables: Variables) => Promise<Outcome>) =>
  mutationOptions({ mutationKey, mutationFn: send, gcTime: KEEP_ANSWER_MS });

export const writes = {
  // Variables stay in the mutation cache, so the secret is read only when sending.
  save: (service: ServiceClient, getAuthToken: () => string) =>
    write(WRITE_KEYS.save, ({ logged: _logged, ...values }: ProviderUpdate) =>
      service.updateProvider({ ...values, authToken: getAuthToken() }),
    ),
  delete: (service: ServiceClient) => write<void>(WRITE_KEYS.delete, () => service.deleteProvider()),
  attach: (service: ServiceClient) =>
    write(WRITE_KEYS.attach, (pair: WebhookChange) => service.addWebhook(pair)),
  detach: (service: ServiceClient) =>
    write(WRITE_KEYS.detach, (pair: WebhookChange) => service.removeWebhook(pair)),
};

// Each sends one request, never retries, and resolves even if the request fails.
export const useUpdateProvider = (getAuthToken: () => string) =>
  useMutation(writes.save(useService(), getAuthToken));
export const useDeleteProvider = () => useMutation(writes.delete(useService()));
export const useAddWebhook = () => useMutation(writes.attach(useService()));
export const useRemoveWebhook = () => useMutation(writes.detach(useService()));

type CallPolling<History> = {
  /** Asks the service once and adds the answer to the history. */
  read: (callId: string) => Promise<History>;
  /** More than 0; false if there is no next check. */
  msUntilNext: (callId: string) => number | false;
  /** False while another tab polls, or polling is paused. */
  isPolling: boolean;
};

export const callStatusKey = (callId: string) => ['call', callId] as const;

export const callStatus = <History>(callId: string, read: CallPolling<History>['read']) =>
  queryOptions<History>({
    queryKey: callStatusKey(callId),
    queryFn: () => read(callId),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

/** Polls one call while it is on screen. `board/poller.ts` polls the others with the same query. */
export const useCallStatus = <History>(
  callId: string,
  { read, msUntilNext, isPolling }: CallPolling<History>,
) =>
  useQuery({
    ...callStatus(callId, read),
    enabled: isPolling && msUntilNext(callId) !== false,
    refetchInterval: () => msUntilNext(callId),
    refetchIntervalInBackground: true,
    refetchOnMount: false,
    // Without this, each check renders three times.
    notifyOnChangeProps: ['data'],
  });
