import type { EntryResult, JournalEntry, ListFilter, NewEntry } from './entry.ts';

/** `sending` becomes its result; a closed entry never changes. */
export const closed = (entry: JournalEntry, result: EntryResult): JournalEntry | undefined => {
  if (entry.outcome !== 'sending') return undefined;
  const { outcome, status, durationMs } = result;
  return {
    ...entry,
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
};

/** Only the known fields, and endings no longer than they may be, whatever was handed in. */
export const toEntry = (
  entry: NewEntry,
  { id, at, tab }: Pick<JournalEntry, 'id' | 'at' | 'tab'>,
): JournalEntry => {
  const base = { id, at, tab, operation: entry.operation, outcome: 'sending' } as const;
  switch (entry.operation) {
    case 'attach':
    case 'detach': {
      const { campaignId, webhookId, undoOf } = entry;
      return { ...base, campaignId, webhookId, ...(undoOf === undefined ? {} : { undoOf }) };
    }
    case 'save': {
      const { voiceProvider } = entry;
      return {
        ...base,
        sidEnding: [...entry.sidEnding].slice(-3).join(''),
        phoneEnding: [...entry.phoneEnding].slice(-4).join(''),
        ...(voiceProvider === undefined ? {} : { voiceProvider }),
      };
    }
    case 'delete':
      return base;
  }
};

/**
 * A visitor that gathers what a filter asks for out of entries from the newest on. What took an entry back is newer
 * than it, so that its mark is known by the time the entry is seen.
 */
export const gather = ({ operations, limit = Infinity }: ListFilter) => {
  const found: JournalEntry[] = [];
  const undoneBy = new Map<string, string>();
  const see = (entry: JournalEntry): 'on' | 'stop' => {
    if (found.length >= limit) return 'stop';
    if (entry.outcome === 'accepted' && entry.undoOf !== undefined) undoneBy.set(entry.undoOf, entry.id);
    if (operations && !operations.includes(entry.operation)) return 'on';
    const undo = undoneBy.get(entry.id);
    found.push(undo === undefined ? entry : { ...entry, undoneBy: undo });
    return found.length >= limit ? 'stop' : 'on';
  };
  return { found, see };
};
