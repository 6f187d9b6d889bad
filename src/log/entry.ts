import * as z from 'zod/mini';
import type { OutcomeKind } from '#src/api/outcome.ts';

export type PairOperation = 'attach' | 'detach';

/** `sending`: stored before the request leaves. The four others are final. */
type LogOutcome = 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000));

/** One request. Rows that do not fit are left out wherever rows are read. */
const rowSchema = z.object({
  /** Sorts by the time of sending. */
  id: z.string(),
  /** Epoch milliseconds. */
  at: time,
  /** The tab that sent it. */
  tab: z.string(),
  operation: z.enum(['attach', 'detach', 'save', 'delete']),
  /** `queued`, only in a run: the service refused it for now, so it is sent again. */
  outcome: z.enum(['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent']),
  campaignId: z.optional(z.string()),
  webhookId: z.optional(z.string()),
  /** At most the last 3 characters. */
  sidEnding: z.optional(z.string()),
  /** At most the last 4 characters. */
  phoneEnding: z.optional(z.string()),
  voiceProvider: z.optional(z.string()),
  /** The HTTP status, if an answer came. */
  status: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  /** From the service, about a pair only, at most 200 characters. */
  message: z.optional(z.string()),
  /** Accepted, and the answer mentions an error. */
  withMessage: z.optional(z.literal(true)),
  /** The entry that this one undoes. */
  undoOf: z.optional(z.string()),
  /** Why no answer came; `lost`: its tab was closed. */
  problem: z.optional(z.string()),
  run: z.optional(z.string()),
  /** Of its run, from 0. */
  line: z.optional(z.number().check(z.int(), z.gte(0))),
  /** Sent for this line of a run. */
  requests: z.optional(z.number()),
  // Only for the indexes: an index skips rows without its field.
  list: z.optional(z.enum(['pairs', 'provider'])),
  acceptedPair: z.optional(z.tuple([z.string(), z.string()])),
  open: z.optional(z.literal(1)),
});

export type LogRow = z.infer<typeof rowSchema>;

/** Undefined if the row is damaged. */
export const parseRow = (value: unknown): LogRow | undefined => rowSchema.safeParse(value).data;

/** What is about to be sent. Never the secret, never the token, never a whole SID or phone number. */
export type NewEntry =
  | { operation: PairOperation; campaignId: string; webhookId: string; undoOf?: string | undefined }
  | { operation: 'save'; sidEnding: string; phoneEnding: string; voiceProvider?: string | undefined }
  | { operation: 'delete' };

/** One change that was sent outside of a run. */
export type LoggedChange = Omit<LogRow, 'outcome'> & {
  outcome: LogOutcome;
  /** The accepted entry that undid this one. Worked out while reading, never stored. */
  undoneBy?: string | undefined;
  /** A later operation of its pair was accepted. Worked out while reading, never stored. */
  overtaken?: true;
};

export type EntryResult = {
  outcome: Exclude<LogOutcome, 'sending'>;
  status?: number | undefined;
  durationMs?: number | undefined;
  message?: string | undefined;
  withMessage?: true | undefined;
};

/** Enough to see why, never a whole body, never half a character. */
export const shortenMessage = (message: string): string =>
  message.slice(0, 200).replace(/[\uD800-\uDBFF]$/u, '');

/** Sets the fields that indexes read. */
export const withIndexFields = (row: LogRow): LogRow => {
  const { open: _open, acceptedPair: _pair, ...rest } = row;
  const { outcome, campaignId, webhookId } = row;
  if (outcome === 'sending') return { ...rest, open: 1 };
  if (outcome !== 'accepted' || campaignId === undefined || webhookId === undefined) return rest;
  return { ...rest, acceptedPair: [campaignId, webhookId] };
};

/** Takes only these fields, and cuts endings, so that nothing else is ever stored. */
export const toRow = (entry: NewEntry, own: Pick<LogRow, 'id' | 'at' | 'tab'>): LogRow => {
  const base = { ...own, operation: entry.operation, outcome: 'sending', open: 1 } as const;
  switch (entry.operation) {
    case 'attach':
    case 'detach': {
      const { campaignId, webhookId, undoOf } = entry;
      return { ...base, list: 'pairs', campaignId, webhookId, undoOf };
    }
    case 'save':
      return {
        ...base,
        list: 'provider',
        sidEnding: [...entry.sidEnding].slice(-3).join(''),
        phoneEnding: [...entry.phoneEnding].slice(-4).join(''),
        voiceProvider: entry.voiceProvider,
      };
    case 'delete':
      return { ...base, list: 'provider' };
  }
};

/** A message about the provider's credentials is not stored. */
export const closeRow = (row: LogRow, { message, ...result }: EntryResult): LogRow =>
  withIndexFields({
    ...row,
    ...result,
    ...(row.list !== 'provider' && message !== undefined && { message: shortenMessage(message) }),
  });

/** As entries are counted and filtered: accepted with a message is a kind apart. */
export const getEntryKind = ({
  outcome,
  withMessage,
}: Pick<LoggedChange, 'outcome' | 'withMessage'>): LogOutcome | OutcomeKind =>
  withMessage ? 'with-message' : outcome;
