import type { Config } from '#src/config.ts';
import { isSendable } from '#src/lib/ids.ts';
import { toCallRead, toOutcome } from './classify.ts';
import {
  browserPlatform,
  createClient,
  type Platform,
  type SendOptions,
  type TokenSource,
} from './client.ts';
import type { ServicePlace } from './describe.ts';
import type { Outcome, RequestLine } from './outcome.ts';
import { providerBody, type ProviderValues } from './provider-body.ts';
import { createQueue, type Queue } from './queue.ts';
import { withholdSecret } from './secret.ts';
import { pairLine, requestLine, serviceUrl } from './url.ts';

/** A webhook and the campaign it is attached to or detached from (interface 2.3). */
export type WebhookPair = { campaignId: string; webhookId: string };

type Parts = { pageOrigin?: string; queue?: Queue; platform?: Platform };

const WRITE = { expects200: false };

/**
 * The five operations of the interface for one session, and what is known of the service that they go to. None of them
 * rejects. `tokens` is asked before each request.
 */
export const createService = (config: Config, tokens: TokenSource, parts: Parts = {}) => {
  const { api, provider } = config;
  const pageOrigin = parts.pageOrigin ?? location.origin;
  const queue = parts.queue ?? createQueue(api);
  const platform = parts.platform ?? browserPlatform;
  const request = createClient({ baseUrl: api.baseUrl, pageOrigin, tokens, queue, platform });
  const baseUrl = serviceUrl(api.baseUrl, pageOrigin, '');

  const write = (line: RequestLine, options: SendOptions, body?: string) =>
    request({ ...options, line, lane: 'write', body, timeoutMs: api.writeTimeoutSeconds * 1000 });

  const sendPair = async (
    operation: 'attach' | 'detach',
    { campaignId, webhookId }: WebhookPair,
    options: SendOptions,
  ): Promise<Outcome> => {
    const line = pairLine(operation, requireSendable({ campaignId, webhookId }));
    return toOutcome(line, await write(line, options), WRITE);
  };

  return {
    updateProvider: async (values: ProviderValues, options: SendOptions = {}) => {
      const line = requestLine('POST', `update_${provider.identifier}`);
      const body = JSON.stringify(providerBody(provider, values));
      return withholdSecret(toOutcome(line, await write(line, options, body), WRITE), values.authToken);
    },
    deleteProvider: async (options: SendOptions = {}) => {
      const line = requestLine('DELETE', `delete_${provider.identifier}`);
      return toOutcome(line, await write(line, options), { expects200: true });
    },
    readCall: async (callId: string, options: SendOptions = {}) => {
      const line = requestLine('GET', 'call_status', requireSendable({ callId }));
      const timeoutMs = api.readTimeoutSeconds * 1000;
      return toCallRead(line, await request({ ...options, line, lane: 'read', timeoutMs }));
    },
    addWebhook: (pair: WebhookPair, options: SendOptions = {}) => sendPair('attach', pair, options),
    removeWebhook: (pair: WebhookPair, options: SendOptions = {}) => sendPair('detach', pair, options),
    queue,
    /** For explaining failures. */
    place: { serviceOrigin: new URL(baseUrl).origin, pageOrigin } satisfies ServicePlace,
    /** Without a slash at its end: names the service in what is kept per service. */
    baseUrl,
  };
};

export type ServiceClient = ReturnType<typeof createService>;

/** A blank or ill-formed ID is a mistake of the calling code: forms and lists check with `isSendable` first. */
const requireSendable = <Ids extends Record<string, string>>(ids: Ids): Ids => {
  for (const [name, id] of Object.entries(ids)) {
    if (!isSendable(id)) throw new TypeError(`${name} is blank or not well formed`);
  }
  return ids;
};
