import { kindOfOutcome, type Outcome } from '#src/api/outcome.ts';
import { spokenWords } from '#src/api/words.ts';
import type { EntryResult, NewEntry } from './entry.ts';
import type { Log } from './log.ts';

/** What came of a write, and its entry in the log (an undo names it). */
export type Recorded = { entryId: string; outcome: Outcome };

/** What the service said itself. */
const wordsOf = (outcome: Outcome): string | undefined => {
  if (outcome.kind === 'accepted') return spokenWords(outcome.answer.body);
  return outcome.kind === 'refused' ? outcome.problem.words : undefined;
};

/** What the log keeps of an outcome. */
export const resultOf = (outcome: Outcome): EntryResult => {
  const { status, durationMs } = 'problem' in outcome ? outcome.problem : outcome.answer;
  const withMessage = kindOfOutcome(outcome) === 'with-message' ? true : undefined;
  return { outcome: outcome.kind, status, durationMs, words: wordsOf(outcome), withMessage };
};

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
