import * as z from 'zod/mini';
import { isSendable } from '#src/lib/ids.ts';

export type PairValues = { campaignId: string; webhookId: string };

const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code > 0x20 && code < 0x7f) return false;
  return code === 0x20_0b || text.charAt(at).trim() === '';
};

/** An ID without the white space around it. In linear time, which a regular expression would not be. */
export const bare = (id: string): string => {
  let [from, until] = [0, id.length];
  while (from < until && isBlank(id, from)) from += 1;
  while (until > from && isBlank(id, until - 1)) until -= 1;
  return id.slice(from, until);
};

const idSchema = (name: string) =>
  z.string().check(
    z.refine((id) => bare(id) !== '', { error: `Enter the ${name} ID. It can’t be left out.`, abort: true }),
    z.refine(isSendable, 'This holds a character that can’t be sent. Type the ID again.'),
  );

/** IDs stay as they were typed. */
export const pairSchema = z.object({ campaignId: idSchema('campaign'), webhookId: idSchema('webhook') });

export const toPair = (values: PairValues): PairValues | undefined => pairSchema.safeParse(values).data;

/** What a link fills in: `?campaignId=&webhookId=`, the first of each. */
export const readPairLink = (search: string): Partial<PairValues> => {
  const query = new URLSearchParams(search);
  const campaignId = query.get('campaignId');
  const webhookId = query.get('webhookId');
  return { ...(campaignId !== null && { campaignId }), ...(webhookId !== null && { webhookId }) };
};

export const isSamePair = (one: PairValues | undefined, other: PairValues | undefined): boolean =>
  one !== undefined && one.campaignId === other?.campaignId && one.webhookId === other.webhookId;
