import type { Config } from '#src/config.ts';
import type { RequestLine } from './outcome.ts';

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

export const providerBody = (
  { identifier, voiceProviderField }: Config['provider'],
  { accountSid, authToken, phoneNumber, voiceProvider }: ProviderValues,
) => ({
  [`${identifier}AccountSid`]: accountSid,
  [`${identifier}AuthToken`]: authToken,
  [`${identifier}PhoneNumber`]: phoneNumber,
  [voiceProviderField]: voiceProvider || undefined,
});
