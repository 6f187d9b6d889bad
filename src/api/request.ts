import type { Config } from '#src/config.ts';
import type { RequestLine } from './outcome.ts';

/** The version is in the path, and only here. */
const PREFIX = '/api/v3';

/** A webhook and the campaign that it is attached to or detached from. */
export type WebhookPair = { campaignId: string; webhookId: string };

/** `authToken` is the secret. Without `voiceProvider` the field is not sent. */
export type ProviderValues = {
  accountSid: string;
  authToken: string;
  phoneNumber: string;
  voiceProvider?: string | undefined;
};

/** Query values must be well formed: a lone half of a surrogate pair throws. */
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

export const providerBody = (
  { identifier, voiceProviderField }: Config['provider'],
  { accountSid, authToken, phoneNumber, voiceProvider }: ProviderValues,
) => ({
  [`${identifier}AccountSid`]: accountSid,
  [`${identifier}AuthToken`]: authToken,
  [`${identifier}PhoneNumber`]: phoneNumber,
  [voiceProviderField]: voiceProvider,
});

/** Keeps a path in `baseUrl`. An empty `baseUrl` is the page's own origin. */
export const serviceUrl = (baseUrl: string, pageOrigin: string, target: string): string =>
  (baseUrl === '' ? pageOrigin : baseUrl).replace(/\/+$/, '') + target;
