import * as z from 'zod/mini';
import type { OutcomeKind } from '#src/api/outcome.ts';

export type PairOperation = 'attach' | 'detach';

/** `sending`: written before the request leaves. The four others are final. */
export type LogOutcome = 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000));

/** One request. A row that does not fit is left out wherever rows are read. */
const rowSchema = z.object({
  /** Sorts by the time of sending. */
  id: z.string(),
  /** Epoch milliseconds. */
  at: time,
  /** The tab that sent it. */
  tab: z.string(),
  operation: z.enum(['attach', 'detach', 'save', 'delete']),
  /** `queued`, only in a run: the service turned it away without carrying it out, so it is sent again. */
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
  /** The service's own words in an answer about a pair, at most 200 characters. */
  words: z.optional(z.string()),
  /** Accepted, and the answer mentions an error. */
  withMessage: z.optional(z.literal(true)),
  /** The entry that this one takes back. */
  undoOf: z.optional(z.string()),
  /** Why no answer came; `lost`: the tab that sent it was gone. */
  problem: z.optional(z.string()),
  /** The run that it belongs to, and its line there, from 0. */
  run: z.optional(z.string()),
  line: z.optional(z.number().check(z.int(), z.gte(0))),
  /** Requests that left for a line of a run. */
  requests: z.optional(z.number()),
  // Only for the indexes: an index skips rows without its field.
  list: z.optional(z.enum(['pairs', 'provider'])),
  acceptedPair: z.optional(z.tuple([z.string(), z.string()])),
  open: z.optional(z.literal(1)),
});

export type LogRow = z.infer<typeof rowSchema>;

/** A row from storage; undefined if it is damaged. */
export const parseRow = (value: unknown): LogRow | undefined => rowSchema.safeParse(value).data;

/** What is about to be sent. Never the secret, never the token, never a whole SID or phone number. */
export type NewEntry =
  | { operation: PairOperation; campaignId: string; webhookId: string; undoOf?: string | undefined }
  | { operation: 'save'; sidEnding: string; phoneEnding: string; voiceProvider?: string | undefined }
  | { operation: 'delete' };

/** One change that was sent by itself, and what came of it. */
export type LoggedChange = Omit<LogRow, 'outcome'> & {
  outcome: LogOutcome;
  /** The accepted entry that took this one back. Found while reading, never stored. */
  undoneBy?: string | undefined;
  /** A later operation of its pair was accepted. Found while reading, never stored. */
  overtaken?: true;
};

/** What closes an entry. `durationMs` in milliseconds. */
export type EntryResult = {
  outcome: Exclude<LogOutcome, 'sending'>;
  status?: number | undefined;
  durationMs?: number | undefined;
  words?: string | undefined;
  withMessage?: true | undefined;
};

/** What the service said, shortened: enough to see why, never a whole body, never half a character. */
export const cutWords = (words: string): string => words.slice(0, 200).replace(/[\uD800-\uDBFF]$/u, '');

/** Sets the fields that indexes read. */
export const indexed = (row: LogRow): LogRow => {
  const { open: _open, acceptedPair: _pair, ...rest } = row;
  const { outcome, campaignId, webhookId } = row;
  if (outcome === 'sending') return { ...rest, open: 1 };
  if (outcome !== 'accepted' || campaignId === undefined || webhookId === undefined) return rest;
  return { ...rest, acceptedPair: [campaignId, webhookId] };
};

/** Only the known fields, and endings no longer than they may be, whatever was handed in. */
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

/** The row with its result. The words of an answer about the provider's credentials are not stored. */
export const closeRow = (row: LogRow, { words, ...result }: EntryResult): LogRow =>
  indexed({
    ...row,
    ...result,
    ...(row.list !== 'provider' && words !== undefined && { words: cutWords(words) }),
  });

/** What an entry counts as: one that was accepted with a message is not plainly accepted. */
export const kindOfEntry = ({
  outcome,
  withMessage,
}: Pick<LoggedChange, 'outcome' | 'withMessage'>): LogOutcome | OutcomeKind =>
  withMessage ? 'with-message' : outcome;
