import type { Outcome } from '#src/api/outcome.ts';
import type { NewEntry } from './entry.ts';
import { resultOf } from './log-writes.ts';
import type { Log } from './log.ts';

/** What came of a write, and its entry in the log (an undo names it). */
export type Recorded = { entryId: string; outcome: Outcome };

/**
 * The one way that a single change goes: its entry is in the log, then its request leaves, then the entry is closed. Rejects
 * if the log does not take the entry, and as `send` does, with the entry closed as unknown.
 */
export const recorded = async (
  log: Pick<Log, 'record' | 'close'>,
  entry: NewEntry,
  send: () => Promise<Outcome>,
): Promise<Recorded> => {
  const entryId = await log.record(entry);
  try {
    const outcome = await send();
    await log.close(entryId, resultOf(outcome));
    return { entryId, outcome };
  } catch (error) {
    await log.close(entryId, { outcome: 'unknown' });
    throw error;
  }
};
