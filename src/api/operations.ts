import type { Config } from '#src/config.ts';
import { toCallRead, toOutcome } from './classify.ts';
import { createClient, type SendOptions, type TokenSource } from './client.ts';
import type { ServiceOrigins } from './describe.ts';
import type { Outcome, RequestLine } from './outcome.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { createQueue, type Queue } from './queue.ts';
import { pairLine, providerBody, requestLine, type ProviderValues, type WebhookPair } from './request.ts';
import { withholdSecret } from './secret.ts';

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
