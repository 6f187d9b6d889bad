/** The four operations that change something. Reads are not kept. */
export type JournalOperation = 'attach' | 'detach' | 'save' | 'delete';

/** `sending`: written ahead, before the request leaves. The four others are final. */
export type JournalOutcome = 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

/** What is about to be sent. Never the secret, never the token, never a whole SID or phone number. */
export type NewEntry =
  | { operation: 'attach' | 'detach'; campaignId: string; webhookId: string; undoOf?: string }
  | { operation: 'save'; sidEnding: string; phoneEnding: string; voiceProvider?: string }
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
  /** Absent where the field was left out of the request. */
  voiceProvider?: string;
  outcome: JournalOutcome;
  /** The HTTP status, where an answer came. */
  status?: number;
  durationMs?: number;
  /** The entry that this one takes back. */
  undoOf?: string;
  /** The accepted entry that took this one back. Worked out while reading, never stored. */
  undoneBy?: string;
  /** The pair's last accepted operation is a later one. Worked out while reading, never stored. */
  overtaken?: true;
  /** The tab that sent it. */
  tab: string;
};

/** What closes an entry. `durationMs` in milliseconds. */
export type EntryResult = {
  outcome: Exclude<JournalOutcome, 'sending'>;
  status?: number;
  durationMs?: number;
};

export type ListFilter = { operations?: readonly JournalOperation[]; limit?: number };
