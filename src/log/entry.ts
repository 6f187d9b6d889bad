import * as z from 'zod/mini';
import type { MutationCacheConfig } from '@tanstack/react-query';
import type { WriteEntry } from '#src/api/hooks.ts';
import { storedObject } from '#src/storage/format.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { getOutcomeKind, getReceived, type Outcome } from '#src/api/outcome.ts';

/** `sending` is stored before the request is sent. The other four are final. */
const LOG_OUTCOMES = ['sending', 'accepted', 'refused', 'unknown', 'not-sent'] as const;
type LogOutcome = (typeof LOG_OUTCOMES)[number];

const base = {
  /** Sorts by time. */
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  tab: z.string(),
  /** The HTTP status. */
  status: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  /** Accepted, and the answer carries a message. */
  withMessage: z.optional(z.literal(true)),
  /** From the service, at most 200 characters. */
  message: z.optional(z.string()),
  /** From the configured header of the answer. */
  requestId: z.optional(z.string()),
  /** Why no answer came. `lost`: the tab was closed. */
  problem: z.optional(z.string()),
  /** For the index of rows without an outcome: it skips rows without this field. */
  open: z.optional(z.literal(1)),
};

const pairRowSchema = storedObject({
  ...base,
  operation: z.enum(['attach', 'detach']),
  campaignId: z.string(),
  webhookId: z.string(),
  /** `queued`, only in a run: refused for now, to be sent again. */
  outcome: z.enum(['queued', ...LOG_OUTCOMES]),
  /** ID of the entry that this one undoes. */
  undoOf: z.optional(z.string()),
  /** No request: the user found out that the pair is attached or detached. */
  checked: z.optional(z.literal(true)),
  run: z.optional(z.string()),
  /** Index in its run. */
  line: z.optional(z.number().check(z.int(), z.gte(0))),
  /** How often this line of a run was sent. */
  requests: z.optional(z.number()),
  /** For the index of single changes. */
  list: z.optional(z.literal('pairs')),
  /** For the index of accepted pairs. */
  acceptedPair: z.optional(z.tuple([z.string(), z.string()])),
});

const providerBase = { ...base, outcome: z.enum(LOG_OUTCOMES), list: z.literal('provider') };

const saveSchema = storedObject({
  ...providerBase,
  operation: z.literal('save'),
  sidEnding: z.optional(z.string()),
  phoneEnding: z.optional(z.string()),
  voiceProvider: z.optional(z.string()),
});

const deleteSchema = storedObject({ ...providerBase, operation: z.literal('delete') });

const rowSchema = z.discriminatedUnion('operation', [pairRowSchema, saveSchema, deleteSchema]);

export type LogRow = z.infer<typeof rowSchema>;
export type PairRow = z.infer<typeof pairRowSchema>;
export type PairOperation = PairRow['operation'];
export type ProviderRow = Extract<LogRow, { list: 'provider' }>;

/** Undefined if it doesn’t match: readers skip it. */
export const parseRow = (value: unknown): LogRow | undefined => rowSchema.safeParse(value).data;

export const parseRows = (values: readonly unknown[]): LogRow[] =>
  values.flatMap((value) => parseRow(value) ?? []);

export const isPairRow = (row: LogRow): row is PairRow =>
  row.operation === 'attach' || row.operation === 'detach';

export const parsePairRows = (values: readonly unknown[]): PairRow[] => parseRows(values).filter(isPairRow);

/** What a row says of its answer. */
export type AnswerFields = Pick<
  PairRow,
  'status' | 'durationMs' | 'problem' | 'message' | 'withMessage' | 'requestId'
>;

export type EntryResult = Omit<AnswerFields, 'problem'> & { outcome: Exclude<LogOutcome, 'sending'> };

export const shortenMessage = (message: string): string => cutText(message, 200);

export const withIndexFields = (row: PairRow): PairRow => {
  const { open: _open, acceptedPair: _pair, ...rest } = row;
  const { outcome, campaignId, webhookId } = row;
  if (outcome === 'sending') return { ...rest, open: 1 };
  return outcome === 'accepted' ? { ...rest, acceptedPair: [campaignId, webhookId] } : rest;
};

const cutEnding = (text: string | undefined, count: number): string | undefined =>
  text && [...text].slice(-count).join('');

/** Copies only these fields and cuts the endings, so that nothing else is ever stored. */
export const toRow = (entry: WriteEntry, own: Pick<LogRow, 'id' | 'at' | 'tab'>): LogRow => {
  const row = { ...own, outcome: 'sending', open: 1 } as const;
  switch (entry.operation) {
    case 'attach':
    case 'detach': {
      const { operation, campaignId, webhookId, undoOf } = entry;
      return { ...row, list: 'pairs', operation, campaignId, webhookId, undoOf };
    }
    case 'save': {
      const { operation, sidEnding, phoneEnding, voiceProvider } = entry;
      const endings = { sidEnding: cutEnding(sidEnding, 3), phoneEnding: cutEnding(phoneEnding, 4) };
      return { ...row, list: 'provider', operation, ...endings, voiceProvider };
    }
    case 'delete':
      return { ...row, list: 'provider', operation: entry.operation };
  }
};

/** The user's word on a pair, of which nothing is sent. */
export const toCheckedRow = (
  { operation, campaignId, webhookId }: Pick<PairRow, 'operation' | 'campaignId' | 'webhookId'>,
  own: Pick<LogRow, 'id' | 'at' | 'tab'>,
): PairRow =>
  withIndexFields({
    ...own,
    list: 'pairs',
    outcome: 'accepted',
    checked: true,
    operation,
    campaignId,
    webhookId,
  });

export const closeRow = (row: LogRow, { message, ...result }: EntryResult): LogRow => {
  const closed = { ...result, message: message && shortenMessage(message) };
  if (isPairRow(row)) return withIndexFields({ ...row, ...closed });
  const { open: _open, ...rest } = row;
  return { ...rest, ...closed };
};

const readOutcomeMessage = (outcome: Outcome): string | undefined => {
  if (outcome.kind === 'accepted') return outcome.message;
  return outcome.kind === 'refused' ? outcome.problem.message : undefined;
};

const foldText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether it has the end of a saved account SID or phone number, of which the log keeps less. */
const repeatsSaved = (message: string, saved: unknown): boolean =>
  isRecord(saved) &&
  [saved['accountSid'], saved['phoneNumber']].some(
    (value) => typeof value === 'string' && foldText(message).includes(foldText(value).slice(-8)),
  );

/** `sent`: the variables of the write. */
export const toEntryResult = (outcome: Outcome, sent?: unknown): EntryResult => {
  const { status, durationMs, answer } = getReceived(outcome);
  const withMessage = getOutcomeKind(outcome) === 'with-message' ? true : undefined;
  const message = readOutcomeMessage(outcome);
  return {
    outcome: outcome.kind,
    status,
    durationMs,
    message: message !== undefined && repeatsSaved(message, sent) ? undefined : message,
    withMessage,
    requestId: answer?.requestId,
  };
};

type EntryStore = {
  record: (entry: WriteEntry) => Promise<string>;
  close: (id: string, result: EntryResult) => Promise<void>;
};

const entryIds = new WeakMap<object, string>();

export const findEntryId = (mutation: object): string | undefined => entryIds.get(mutation);

/**
 * Stores the entry that a write carries before the request is sent, and closes it with the outcome. If storage refuses the entry,
 * `onMutate` rejects, so nothing is sent.
 */
export const logWrites = (loadLog: () => Promise<EntryStore>): MutationCacheConfig => ({
  onMutate: async (variables, mutation) => {
    if (!mutation.meta) return;
    const entry = mutation.meta.toEntry(variables as never);
    entryIds.set(mutation, await (await loadLog()).record(entry));
  },
  onSettled: async (outcome, _error, variables, _context, mutation) => {
    const id = entryIds.get(mutation);
    if (id === undefined) return;
    const log = await loadLog();
    await log.close(id, outcome ? toEntryResult(outcome as Outcome, variables) : { outcome: 'unknown' });
  },
});
