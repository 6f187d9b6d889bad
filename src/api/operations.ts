import type { Config } from '#src/config.ts';
import { isSendable } from '#src/lib/ids.ts';
import { toCallRead, toOutcome } from './classify.ts';
import type { ServicePlace } from './describe.ts';
import type { Outcome, RequestLine } from './outcome.ts';
import { createPace, type Pace } from './pace.ts';
import { providerBody, type ProviderValues } from './provider-body.ts';
import {
  browserSurroundings,
  createRequest,
  type RequestSpec,
  type Surroundings,
  type TokenSource,
} from './request.ts';
import { pairLine, requestLine, serviceUrl } from './url.ts';

/** A webhook and the campaign it is attached to or detached from (interface 2.3). */
export type WebhookPair = { campaignId: string; webhookId: string };

export type SendOptions = Pick<RequestSpec, 'signal' | 'turn' | 'priority'>;

type Parts = { pageOrigin?: string; pace?: Pace; surroundings?: Surroundings };

const WRITE = { expects200: false };

/**
 * The five operations of the interface for one session, and what is known of the service that they go to. None of them
 * rejects. `tokens` is asked before each request.
 */
export const createService = (config: Config, tokens: TokenSource, parts: Parts = {}) => {
  const { api, provider } = config;
  const pageOrigin = parts.pageOrigin ?? location.origin;
  const pace = parts.pace ?? createPace(api);
  const surroundings = parts.surroundings ?? browserSurroundings;
  const request = createRequest({ baseUrl: api.baseUrl, pageOrigin, tokens, pace, surroundings });
  const baseUrl = serviceUrl(api.baseUrl, pageOrigin, '');

  const write = (line: RequestLine, { signal, turn, priority }: SendOptions, body?: string) =>
    request({ line, lane: 'write', body, timeoutMs: api.writeTimeoutSeconds * 1000, signal, turn, priority });

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
      return toOutcome(line, await write(line, options, body), WRITE);
    },
    deleteProvider: async (options: SendOptions = {}) => {
      const line = requestLine('DELETE', `delete_${provider.identifier}`);
      return toOutcome(line, await write(line, options), { expects200: true });
    },
    readCall: async (callId: string, { signal, turn, priority }: SendOptions = {}) => {
      const line = requestLine('GET', 'call_status', requireSendable({ callId }));
      const timeoutMs = api.readTimeoutSeconds * 1000;
      return toCallRead(line, await request({ line, lane: 'read', timeoutMs, signal, turn, priority }));
    },
    addWebhook: (pair: WebhookPair, options: SendOptions = {}) => sendPair('attach', pair, options),
    removeWebhook: (pair: WebhookPair, options: SendOptions = {}) => sendPair('detach', pair, options),
    /** How much the service is asked, and until when it asked to be left alone. */
    pace,
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
