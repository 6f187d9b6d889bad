import type { WebhookPair } from '#src/api/operations.ts';
import type { PairState } from '#src/log/sent-pairs.ts';
import { getPairKey } from '#src/log/views.ts';
import { formatNumber } from '#src/lib/count.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';

/** What to send, as far as this browser knows. `same`: pairs that are as wanted. `leftOut`: not attached, so not copied. */
export type Plan = { changes: Change[]; same: number; leftOut?: number };

/** Last accepted: attach. An unknown detach since then leaves it open. */
const isAttached = ({ accepted, unknown }: PairState): boolean =>
  accepted?.operation === 'attach' && unknown?.operation !== 'detach';

/** Includes a pair whose attach is unknown. */
const mayBeAttached = ({ accepted, unknown }: PairState): boolean =>
  accepted?.operation === 'attach' || unknown?.operation === 'attach';

const planAttach = (pairs: readonly PairState[], wanted: readonly WebhookPair[]): Plan => {
  const attached = new Set(pairs.filter(isAttached).map(({ key }) => key));
  const missing = wanted.filter((pair) => !attached.has(getPairKey(pair)));
  const changes = missing.map(({ campaignId, webhookId }): Change => ({
    operation: 'attach',
    campaignId,
    webhookId,
  }));
  return { changes, same: wanted.length - missing.length };
};

export const planDetach = (pairs: readonly WebhookPair[]): Change[] =>
  pairs.map(({ campaignId, webhookId }) => ({ operation: 'detach', campaignId, webhookId }));

/** Those that are attached, or may be. */
export const listWebhookIds = (pairs: readonly PairState[], campaignId: string): string[] =>
  pairs
    .filter((pair) => pair.campaignId === campaignId && mayBeAttached(pair))
    .map(({ webhookId }) => webhookId);

/** The campaign has these webhooks and no others. */
export const planWebhooks = (
  pairs: readonly PairState[],
  campaignId: string,
  webhookIds: readonly string[],
): Plan => {
  const wanted = new Set(webhookIds);
  const { changes, same } = planAttach(
    pairs,
    [...wanted].map((webhookId) => ({ campaignId, webhookId })),
  );
  const surplus = listWebhookIds(pairs, campaignId)
    .filter((webhookId) => !wanted.has(webhookId))
    .map((webhookId) => ({ campaignId, webhookId }));
  return { changes: [...changes, ...planDetach(surplus)], same };
};

/** Each campaign that has the webhook has the other one instead. */
export const planReplacement = (pairs: readonly PairState[], webhookId: string, by: string): Plan => {
  const old = pairs.filter((pair) => pair.webhookId === webhookId && mayBeAttached(pair));
  const { changes, same } = planAttach(
    pairs,
    old.map(({ campaignId }) => ({ campaignId, webhookId: by })),
  );
  return { changes: [...changes, ...planDetach(old)], same };
};

/** The campaign has these webhooks, too, but for those that are attached to none of the campaigns chosen. */
export const planCopy = (
  pairs: readonly PairState[],
  chosen: readonly PairState[],
  campaignId: string,
): Plan => {
  const collectWebhookIds = (of: readonly PairState[]) => new Set(of.map(({ webhookId }) => webhookId));
  const webhookIds = collectWebhookIds(chosen.filter(mayBeAttached));
  const plan = planAttach(
    pairs,
    [...webhookIds].map((webhookId) => ({ campaignId, webhookId })),
  );
  return { ...plan, leftOut: collectWebhookIds(chosen).size - webhookIds.size };
};

/** `Attach 12, detach 3, 285 as they are (as far as this browser knows).` */
export const describePlan = ({ changes, same, leftOut = 0 }: Plan): string => {
  const attach = changes.filter(({ operation }) => operation === 'attach').length;
  const parts = [
    attach > 0 && `attach ${formatNumber(attach)}`,
    changes.length > attach && `detach ${formatNumber(changes.length - attach)}`,
    same > 0 && `${formatNumber(same)} as ${same === 1 ? 'it is' : 'they are'}`,
    leftOut > 0 && `${formatNumber(leftOut)} left out: not attached`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)} (as far as this browser knows).`;
};
