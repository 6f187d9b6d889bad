import type { WebhookPair } from '#src/api/client.ts';
import { type PairState, getPairKey } from '#src/log/sent-pairs.ts';
import type { DetachNext } from '#src/log/run.ts';
import { formatNumber } from '#src/lib/count.ts';
import { splitIds } from '#src/lib/ids.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { hasDigit, removeListMarks } from '#src/lists/columns.ts';

/** What to send, by what this browser sent. `same`: pairs that are as wanted. */
export type Plan = { attach: WebhookPair[]; detach: DetachNext[]; same: number };

const planAttach = (pairs: readonly PairState[], wanted: readonly WebhookPair[]): Omit<Plan, 'detach'> => {
  const attached = new Set(pairs.filter(({ known }) => known === 'attach').map(({ key }) => key));
  const attach = wanted.filter((pair) => !attached.has(getPairKey(pair)));
  return { attach, same: wanted.length - attach.length };
};

/** Those that are attached, or may be: accepted with a message, or unknown. */
export const listWebhookIds = (pairs: readonly PairState[], campaignId: string): string[] =>
  pairs
    .filter((pair) => pair.campaignId === campaignId && pair.mayBeAttached)
    .map(({ webhookId }) => webhookId);

/** The campaign has these webhooks and no others. */
export const planWebhooks = (
  pairs: readonly PairState[],
  campaignId: string,
  webhookIds: readonly string[],
): Plan => {
  const wanted = new Set(webhookIds);
  const plan = planAttach(
    pairs,
    [...wanted].map((webhookId) => ({ campaignId, webhookId })),
  );
  const detach = listWebhookIds(pairs, campaignId)
    .filter((webhookId) => !wanted.has(webhookId))
    .map((webhookId) => ({ campaignId, webhookId }));
  return { ...plan, detach };
};

/** `unread`: sentences. `odd`: words, while most others have digits. What was sent before is an ID as it is. */
export const readWebhookIds = (
  text: string,
  sent: ReadonlySet<string>,
): { ids: string[]; unread: string[]; odd: string[] } => {
  const ids: string[] = [];
  const unread: string[] = [];
  const isId = (word: string) => sent.has(word) || hasDigit(word);
  for (const line of text.split('\n')) {
    const parts = sent.has(line) ? [] : removeListMarks(line).split(/[,;]/);
    const words = parts.map((part) => splitIds(part).map(cleanInvisible));
    if (sent.has(line)) ids.push(line);
    else if (words.some((part) => part.length > 1 && !part.every(isId))) unread.push(line.trim());
    else ids.push(...words.flat());
  }
  const odd = ids.filter((id) => !isId(id));
  return { ids, unread, odd: odd.length * 2 < ids.length ? odd : [] };
};

/** Each campaign that has the webhook has the other one instead. */
export const planReplacement = (pairs: readonly PairState[], webhookId: string, by: string): Plan => {
  const old = pairs.filter((pair) => pair.webhookId === webhookId && pair.mayBeAttached);
  const plan = planAttach(
    pairs,
    old.map(({ campaignId }) => ({ campaignId, webhookId: by })),
  );
  return { ...plan, detach: old.map(({ campaignId }) => ({ campaignId, webhookId, replacedBy: by })) };
};

/** `Attach 12, detach 3, 285 as they are, by what this browser sent.` */
export const describePlan = ({ attach, detach, same }: Plan): string => {
  const parts = [
    attach.length > 0 && `attach ${formatNumber(attach.length)}`,
    detach.length > 0 && `detach ${formatNumber(detach.length)}`,
    same > 0 && `${formatNumber(same)} as ${same === 1 ? 'it is' : 'they are'}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}, by what this browser sent.`;
};
