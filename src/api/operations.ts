import type { Config } from '#src/config.ts';
import { toCallRead, toOutcome } from './answer.ts';
import {
  createClient,
  type SendOptions,
  type TokenSource,
  browserPlatform,
  type Platform,
} from './client.ts';
import type { ServiceOrigins, Outcome, RequestLine } from './outcome.ts';
import { createQueue, type Queue } from './queue.ts';
import { withholdSecret } from './secret.ts';

const PREFIX = '/api/v3';

export type WebhookPair = { campaignId: string; webhookId: string };

export type ProviderValues = {
  accountSid: string;
  /** The secret. */
  authToken: string;
  phoneNumber: string;
  /** Not sent if blank. */
  voiceProvider?: string | undefined;
};

/** Throws if a query value contains a lone half of a surrogate pair. */
export const requestLine = (
  method: RequestLine['method'],
  name: string,
  query: Readonly<Record<string, string>> = {},
): RequestLine => {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return { method, target: `${PREFIX}/${name}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}` };
};

/** "campaingn" is the service's own spelling. */
export const pairLine = (
  operation: 'attach' | 'detach',
  { campaignId, webhookId }: WebhookPair,
): RequestLine =>
  requestLine('POST', operation === 'attach' ? 'add_webhook_campaingn' : 'remove_webhook_campaingn', {
    webhookId,
    campaignId,
  });

const providerBody = (
  { identifier, voiceProviderField }: Config['provider'],
  { accountSid, authToken, phoneNumber, voiceProvider }: ProviderValues,
) => ({
  [`${identifier}AccountSid`]: accountSid,
  [`${identifier}AuthToken`]: authToken,
  [`${identifier}PhoneNumber`]: phoneNumber,
  [voiceProviderField]: voiceProvider || undefined,
});

export const createService = (
  config: Config,
  tokens: TokenSource,
  forTests: { pageOrigin?: string; queue?: Queue; platform?: Platform } = {},
) => {
  const { api, provider } = config;
  const { pageOrigin = location.origin, queue = createQueue(api), platform = browserPlatform } = forTests;
  // An empty address means the origin of the page.
  const baseUrl = (api.baseUrl || pageOrigin).replace(/\/+$/, '');
  const request = createClient({ ...api, baseUrl, tokens, queue, platform });

  const write = async (
    line: RequestLine,
    options: SendOptions,
    { body, expects200 = false }: { body?: string; expects200?: boolean } = {},
  ): Promise<Outcome> => {
    const timeoutMs = api.writeTimeoutSeconds * 1000;
    const exchange = await request({ ...options, line, lane: 'write', body, timeoutMs });
    return toOutcome(line, exchange, { expects200 });
  };

  return {
    updateProvider: async (values: ProviderValues, options: SendOptions = {}) => {
      const body = JSON.stringify(providerBody(provider, values));
      const outcome = await write(requestLine('POST', `update_${provider.identifier}`), options, { body });
      return withholdSecret(outcome, values.authToken);
    },

    deleteProvider: (options: SendOptions = {}) =>
      write(requestLine('DELETE', `delete_${provider.identifier}`), options, { expects200: true }),

    addWebhook: async (pair: WebhookPair, options: SendOptions = {}) =>
      write(pairLine('attach', pair), options),

    removeWebhook: async (pair: WebhookPair, options: SendOptions = {}) =>
      write(pairLine('detach', pair), options),

    readCall: async (callId: string, options: SendOptions = {}) => {
      const line = requestLine('GET', 'call_status', { callId });
      const timeoutMs = api.readTimeoutSeconds * 1000;
      return toCallRead(line, await request({ ...options, line, lane: 'read', timeoutMs }));
    },

    queue,
    origins: { serviceOrigin: new URL(baseUrl).origin, pageOrigin } satisfies ServiceOrigins,
    /** Without a trailing slash. */
    baseUrl,
  };
};

export type ServiceClient = ReturnType<typeof createService>;
