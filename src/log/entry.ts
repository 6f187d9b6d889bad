import * as z from 'zod/mini';
import type { OutcomeKind } from '#src/api/outcome.ts';
import { storedObject } from '#src/storage/stored-object.ts';
import { cutText } from '#src/lib/cut-text.ts';

export type PairOperation = 'attach' | 'detach';

/** `sending` is stored before the request is sent. The other four are final. */
type LogOutcome = 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000));

/** Readers skip rows that don't match. */
const rowSchema = storedObject({
  /** Sorts by time. */
  id: z.string(),
  /** Epoch milliseconds. */
  at: time,
  tab: z.string(),
  operation: z.enum(['attach', 'detach', 'save', 'delete']),
  /** `queued`, only in a run: refused for now, to be sent again. */
  outcome: z.enum(['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent']),
  campaignId: z.optional(z.string()),
  webhookId: z.optional(z.string()),
  /** At most the last 3 characters. */
  sidEnding: z.optional(z.string()),
  /** At most the last 4 characters. */
  phoneEnding: z.optional(z.string()),
  voiceProvider: z.optional(z.string()),
  /** The HTTP status. */
  status: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  /** From the service, at most 200 characters. Only for pairs. */
  message: z.optional(z.string()),
  /** Accepted, and the answer carries a message. */
  withMessage: z.optional(z.literal(true)),
  /** No request: the user found out that the pair is attached or detached. */
  checked: z.optional(z.literal(true)),
  /** From the configured header of the answer. */
  requestId: z.optional(z.string()),
  /** ID of the entry that this one undoes. */
  undoOf: z.optional(z.string()),
  /** Why no answer came. `lost`: the tab was closed. */
  problem: z.optional(z.string()),
  run: z.optional(z.string()),
  /** Index in its run. */
  line: z.optional(z.number().check(z.int(), z.gte(0))),
  /** How often this line of a run was sent. */
  requests: z.optional(z.number()),
  // Only for the indexes: an index skips rows without its field.
  list: z.optional(z.enum(['pairs', 'provider'])),
  acceptedPair: z.optional(z.tuple([z.string(), z.string()])),
  open: z.optional(z.literal(1)),
});

export type LogRow = z.infer<typeof rowSchema>;

export const parseRow = (value: unknown): LogRow | undefined => rowSchema.safeParse(value).data;

/** What the log keeps of a save. */
export type LoggedSave = Pick<LogRow, 'sidEnding' | 'phoneEnding' | 'voiceProvider'>;

/** Never contains the secret, a token, a whole SID or a whole phone number. */
export type NewEntry =
  | { operation: PairOperation; campaignId: string; webhookId: string; undoOf?: string | undefined }
  | ({ operation: 'save' } & LoggedSave)
  | { operation: 'delete' };

export type LoggedChange = Omit<LogRow, 'outcome'> & {
  outcome: LogOutcome;
  /** ID of the accepted entry that undid this one. Computed, never stored. */
  undoneBy?: string | undefined;
  /** Whether a later request for this pair was accepted, or is only in the same list. Computed, never stored. */
  later?: 'accepted' | 'listed' | undefined;
};

/** What a row says of its answer. */
export type AnswerFields = Pick<
  LogRow,
  'status' | 'durationMs' | 'problem' | 'message' | 'withMessage' | 'requestId'
>;

export type EntryResult = Omit<AnswerFields, 'problem'> & { outcome: Exclude<LogOutcome, 'sending'> };

export const shortenMessage = (message: string): string => cutText(message, 200);

export const withIndexFields = (row: LogRow): LogRow => {
  const { open: _open, acceptedPair: _pair, ...rest } = row;
  const { outcome, campaignId, webhookId } = row;
  if (outcome === 'sending') return { ...rest, open: 1 };
  if (outcome !== 'accepted' || campaignId === undefined || webhookId === undefined) return rest;
  return { ...rest, acceptedPair: [campaignId, webhookId] };
};

const cutEnding = (text: string | undefined, count: number): string | undefined =>
  text && [...text].slice(-count).join('');

/** Copies only these fields and cuts the endings, so that nothing else is ever stored. */
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
        sidEnding: cutEnding(entry.sidEnding, 3),
        phoneEnding: cutEnding(entry.phoneEnding, 4),
        voiceProvider: entry.voiceProvider,
      };
    case 'delete':
      return { ...base, list: 'provider' };
  }
};

/** Doesn't store a message about the provider's credentials. */
export const closeRow = (row: LogRow, { message, ...result }: EntryResult): LogRow =>
  withIndexFields({
    ...row,
    ...result,
    ...(row.list !== 'provider' && message !== undefined && { message: shortenMessage(message) }),
  });

export const getEntryKind = ({
  outcome,
  withMessage,
  checked,
}: Pick<LoggedChange, 'outcome' | 'withMessage' | 'checked'>): LogOutcome | OutcomeKind | 'checked' => {
  if (checked) return 'checked';
  return withMessage ? 'with-message' : outcome;
};
