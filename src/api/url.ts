import type { RequestLine } from './outcome.ts';

/** The version is carried in the path (interface, section 9): the only place that knows it. */
const PREFIX = '/api/v3';

/** The path below the base with the encoded query, as {@link RequestLine} shows it. Values must be well formed. */
export const requestLine = (
  method: RequestLine['method'],
  name: string,
  query: Readonly<Record<string, string>> = {},
): RequestLine => {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return { method, target: `${PREFIX}/${name}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}` };
};

/** What is asked of the service for a pair. The spelling "campaingn" is the exact path (interface E1). */
export const pairLine = (
  operation: 'attach' | 'detach',
  { campaignId, webhookId }: { campaignId: string; webhookId: string },
): RequestLine =>
  requestLine('POST', operation === 'attach' ? 'add_webhook_campaingn' : 'remove_webhook_campaingn', {
    webhookId,
    campaignId,
  });

/**
 * The whole address of a request: `baseUrl` with its path kept and without a slash at its end, "" for the page's own
 * origin, then the target (interface, introduction).
 */
export const serviceUrl = (baseUrl: string, pageOrigin: string, target: string): string =>
  (baseUrl === '' ? pageOrigin : baseUrl).replace(/\/+$/, '') + target;
