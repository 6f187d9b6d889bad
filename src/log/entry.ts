import type { OutcomeKind } from '#src/api/outcome.ts';

/** The four operations that change something. Reads are not kept. */
export type JournalOperation = 'attach' | 'detach' | 'save' | 'delete';

/** `sending`: written ahead, before the request leaves. The four others are final. */
export type JournalOutcome = 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

/** What is about to be sent. Never the secret, never the token, never a whole SID or phone number. */
export type NewEntry =
  | { operation: 'attach' | 'detach'; campaignId: string; webhookId: string; undoOf?: string | undefined }
  | { operation: 'save'; sidEnding: string; phoneEnding: string; voiceProvider?: string | undefined }
  | { operation: 'delete' };

/** One thing that this browser sent, and what came of it. */
export type JournalEntry = {
  /** Sorts by time of sending. */
  id: string;
  /** When it was recorded, epoch milliseconds. */
  at: number;
  operation: JournalOperation;
  campaignId?: string;
  webhookId?: string;
  /** At most the last 3 characters. */
  sidEnding?: string;
  /** At most the last 4 characters. */
  phoneEnding?: string;
  /** Undefined where the field was left out of the request. */
  voiceProvider?: string | undefined;
  outcome: JournalOutcome;
  /** Accepted by an answer that mentions an error. */
  withMessage?: true | undefined;
  /** The HTTP status, where an answer came. */
  status?: number | undefined;
  durationMs?: number | undefined;
  /** The service's own words in an answer, at most 200 characters; of a pair alone. */
  words?: string | undefined;
  /** The entry that this one takes back. */
  undoOf?: string | undefined;
  /** The accepted entry that took this one back. Worked out while reading, never stored. */
  undoneBy?: string | undefined;
  /** The pair's last accepted operation is a later one. Worked out while reading, never stored. */
  overtaken?: true;
  /** The tab that sent it. */
  tab: string;
};

/** What closes an entry. `durationMs` in milliseconds. */
export type EntryResult = {
  outcome: Exclude<JournalOutcome, 'sending'>;
  withMessage?: true | undefined;
  status?: number | undefined;
  durationMs?: number | undefined;
  words?: string | undefined;
};

/** What an entry counts as: one that was accepted with a message is not plainly accepted. */
export const kindOfEntry = ({
  outcome,
  withMessage,
}: Pick<JournalEntry, 'outcome' | 'withMessage'>): JournalOutcome | OutcomeKind =>
  withMessage ? 'with-message' : outcome;

export type ListFilter = { operations?: readonly JournalOperation[]; limit?: number };

/** `sending` becomes its result; a closed entry never changes. */
export const closed = (entry: JournalEntry, result: EntryResult): JournalEntry => {
  if (entry.outcome !== 'sending') return entry;
  const { outcome, withMessage, status, durationMs, words } = result;
  // An answer about the provider's credentials is not kept at all.
  const isPair = entry.campaignId !== undefined;
  return {
    ...entry,
    outcome,
    status,
    durationMs,
    ...(withMessage && { withMessage }),
    ...(isPair && words !== undefined && { words }),
  };
};

/** Enough of the service's words to see why; never a whole body. */
const MOST_WORDS = 200;

/** Cut without half a character at the end, which could not be written out. */
export const cutWords = (words: string): string =>
  words.slice(0, MOST_WORDS).replace(/[\uD800-\uDBFF]$/u, '');

/** Only the known fields, and endings no longer than they may be, whatever was handed in. */
export const toEntry = (entry: NewEntry, own: Pick<JournalEntry, 'id' | 'at' | 'tab'>): JournalEntry => {
  const base = { ...own, operation: entry.operation, outcome: 'sending' } as const;
  switch (entry.operation) {
    case 'attach':
    case 'detach': {
      const { campaignId, webhookId, undoOf } = entry;
      return { ...base, campaignId, webhookId, undoOf };
    }
    case 'save':
      return {
        ...base,
        sidEnding: [...entry.sidEnding].slice(-3).join(''),
        phoneEnding: [...entry.phoneEnding].slice(-4).join(''),
        voiceProvider: entry.voiceProvider,
      };
    case 'delete':
      return base;
  }
};

/** A name that no other tab has. */
export const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** The digits of a time, to the year 5188. */
const TIME_DIGITS = 9;

/** The time that an ID sorts by, epoch milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, TIME_DIGITS), 36) || 0;

/** IDs that sort by their time, epoch milliseconds, and within one by their order in this tab. */
export const createIds = (tab: string): ((at: number) => string) => {
  let count = 0;
  return (at) => {
    count += 1;
    return `${at.toString(36).padStart(TIME_DIGITS, '0')}-${count.toString(36).padStart(6, '0')}-${tab}`;
  };
};
