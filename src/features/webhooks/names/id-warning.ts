import type { WebhookPair } from '#src/api/request.ts';
import { createIdTest, type KnownIds } from './names-match.ts';
import { ID_NAMES, NAME_KINDS, OTHER_KIND, type NameKind } from './names.ts';

/** An ID that is known or looks like one of the other kind only, or that doesn't look like one of its own. */
export type IdWarning = 'known-as-other' | 'like-other' | 'unlike';

export const createWarningFinder = (known: Record<NameKind, KnownIds>) => {
  const isKnown = { campaign: createIdTest(known.campaign), webhook: createIdTest(known.webhook) };
  return (kind: NameKind, id: string): IdWarning | undefined => {
    const other = OTHER_KIND[kind];
    if (isKnown[other](id) && !isKnown[kind](id)) return 'known-as-other';
    const { pattern } = known[kind];
    if (id === '' || !pattern || pattern.test(id)) return undefined;
    return known[other].pattern?.test(id) ? 'like-other' : 'unlike';
  };
};

/** `swapped`: each of the two seems to be of the other kind. */
export const createPairCheck = (known: Record<NameKind, KnownIds>) => {
  const findWarning = createWarningFinder(known);
  return (pair: WebhookPair): 'swapped' | 'unlike' | undefined => {
    const warnings = NAME_KINDS.map((kind) => findWarning(kind, pair[ID_NAMES[kind]]));
    if (warnings.every((warning) => warning !== undefined && warning !== 'unlike')) return 'swapped';
    return warnings.some((warning) => warning === 'unlike' || warning === 'like-other')
      ? 'unlike'
      : undefined;
  };
};

const createCounter = (ids: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (id: string): number => counts.get(id) ?? 0;
};

/** Whether the rest of the list has the pair's webhook ID as a campaign, and not its campaign ID. */
export const createListCheck = (pairs: readonly WebhookPair[]) => {
  const countAsCampaign = createCounter(pairs.map(({ campaignId }) => campaignId));
  const countAsWebhook = createCounter(pairs.map(({ webhookId }) => webhookId));
  return ({ campaignId, webhookId }: WebhookPair): boolean =>
    countAsCampaign(webhookId) > countAsWebhook(webhookId) &&
    countAsCampaign(campaignId) <= Math.max(1, countAsWebhook(campaignId));
};
