import type { WebhookPair } from '#src/api/client.ts';
import { type PairState, getPairKey } from '#src/log/sent-pairs.ts';
import type { DetachNext } from '#src/log/run.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { compareIds } from './pair-groups.ts';

/** What to send, by what this browser sent. `same`: pairs that are as wanted. `without`: campaigns with nothing to detach. */
export type Plan = { attach: WebhookPair[]; detach: DetachNext[]; same: number; without: number };

const listAttached = (pairs: readonly PairState[], campaignIds: ReadonlySet<string>): readonly PairState[] =>
  pairs.filter(({ campaignId, mayBeAttached }) => mayBeAttached && campaignIds.has(campaignId));

/** What the campaigns have, or may have: accepted with a message, or unknown. The most frequent first. */
export const countWebhooks = (pairs: readonly PairState[], campaignIds: ReadonlySet<string>) =>
  [...groupBy(listAttached(pairs, campaignIds), ({ webhookId }) => webhookId)]
    .map(([id, ofWebhook]) => ({
      id,
      count: ofWebhook.length,
      uncertain: ofWebhook.filter(({ known }) => known !== 'attach').length,
    }))
    .toSorted((one, other) => other.count - one.count || compareIds(one.id, other.id));

/**
 * Each campaign that has one of these webhooks has the next ones instead. Without webhooks to detach, each campaign gets the
 * next ones; without next ones, they are only detached.
 */
export const planWebhooks = (
  pairs: readonly PairState[],
  campaignIds: ReadonlySet<string>,
  detached: ReadonlySet<string>,
  next: readonly string[],
): Plan => {
  const old = listAttached(pairs, campaignIds).filter(({ webhookId }) => detached.has(webhookId));
  const changed = detached.size === 0 ? campaignIds : new Set(old.map(({ campaignId }) => campaignId));
  const attached = new Set(pairs.filter(({ known }) => known === 'attach').map(({ key }) => key));
  const wanted = [...changed].flatMap((campaignId) => next.map((webhookId) => ({ campaignId, webhookId })));
  const [replacedBy, ...alsoBy] = next;
  const attach = wanted.filter((pair) => !attached.has(getPairKey(pair)));
  return {
    attach,
    detach: old.map(({ campaignId, webhookId }) => ({
      campaignId,
      webhookId,
      replacedBy,
      alsoBy: alsoBy.length > 0 ? alsoBy : undefined,
    })),
    same: wanted.length - attach.length,
    without: campaignIds.size - changed.size,
  };
};

/** `2 campaigns left out: nothing to detach.` */
export const describeWithout = ({ without }: Plan): string | undefined =>
  without === 0 ? undefined : `${formatCount(without, 'campaign')} left out: nothing to detach.`;

/** `Attach 12, detach 3, 285 as they are, by what this browser sent.` */
export const describePlan = (plan: Plan): string => {
  const { attach, detach, same } = plan;
  const parts = [
    attach.length > 0 && `attach ${formatNumber(attach.length)}`,
    detach.length > 0 && `detach ${formatNumber(detach.length)}`,
    same > 0 && `${formatNumber(same)} as ${same === 1 ? 'it is' : 'they are'}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  if (text === '') return '';
  const sentence = `${text[0]?.toUpperCase()}${text.slice(1)}, by what this browser sent.`;
  return [sentence, describeWithout(plan)].filter(Boolean).join(' ');
};
