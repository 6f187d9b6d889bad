import type { WebhookPair } from '#src/api/operations.ts';
import { ONE_PAIR_PATH } from '#src/features/webhooks/change/paths.ts';
import {
  PAIR_FIELDS,
  pairSchema,
  readPairLink,
  toPair,
  trimId,
} from '#src/features/webhooks/change/change.ts';
import type { KnownIds } from './known-ids.ts';

/** In characters. A longer text is no pair. */
const MAX_PASTED = 8192;

/** The first that occurs decides, so that `spring sale, wh-1` is read too. */
const SEPARATORS = [/[,;]?[\t\r\n]+/, /[,;]/, /\s+/];

const readOwnLink = (text: string, origin: string): WebhookPair | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isOwn = url.origin === origin && url.pathname.replace(/\/$/, '') === ONE_PAIR_PATH;
  return isOwn ? pairSchema.safeParse(readPairLink(url.search)).data : undefined;
};

const unquote = (cell: string): string => trimId(trimId(cell).replace(/^"(.*)"$/, '$1'));

const readCells = (pasted: string, origin: string): WebhookPair | undefined => {
  const text = trimId(pasted);
  if (text.length > MAX_PASTED) return undefined;
  if (/^https?:\/\//i.test(text)) return readOwnLink(text, origin);
  const cells = SEPARATORS.map((separator) => text.split(separator)).find(({ length }) => length > 1);
  const [campaignId = '', webhookId = ''] = cells?.map(unquote) ?? [];
  // Two lines may also be two pairs.
  const isList = /[\r\n]/.test(text) && cells?.some((cell) => /[\t,;]/.test(cell));
  return cells?.length === 2 && !isList ? toPair({ campaignId, webhookId }) : undefined;
};

/**
 * `cmp⇥wh`, `cmp, wh`, `cmp wh`, or a link of this console to a pair, with IDs in place of names. Undefined for all else,
 * and for an ID or a name that is known.
 */
export const readPastedPair = (known: KnownIds, pasted: string, origin: string): WebhookPair | undefined => {
  const isOneId = PAIR_FIELDS.some(
    ({ kind }) => known[kind].has(pasted.trim()) || known[kind].findByName(pasted).length > 0,
  );
  const pair = isOneId ? undefined : readCells(pasted, origin);
  return (
    pair && {
      campaignId: known.campaign.resolve(pair.campaignId),
      webhookId: known.webhook.resolve(pair.webhookId),
    }
  );
};
