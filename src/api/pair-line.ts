import type { RequestLine } from './outcome.ts';
import { requestLine } from './url.ts';

/** What is asked of the service for a pair. The spelling "campaingn" is the exact path (interface E1). */
export const pairLine = (
  operation: 'attach' | 'detach',
  { campaignId, webhookId }: { campaignId: string; webhookId: string },
): RequestLine =>
  requestLine('POST', operation === 'attach' ? 'add_webhook_campaingn' : 'remove_webhook_campaingn', {
    webhookId,
    campaignId,
  });
