import { kindOfOutcome, type Outcome } from '#src/api/outcome.ts';
import { spokenWords } from '#src/api/words.ts';
import { cutWords, type NewEntry } from './entry.ts';
import type { Journal } from './journal.ts';

/** What came of a write, and its entry in the journal (an undo names it). */
export type Recorded = { entryId: string; outcome: Outcome };

/** What the service said itself, of an answer that counts. */
const wordsOf = (outcome: Outcome): string | undefined => {
  const words =
    outcome.kind === 'accepted'
      ? spokenWords(outcome.answer.body)
      : outcome.kind === 'refused'
        ? outcome.problem.words
        : undefined;
  return words && cutWords(words);
};

/**
 * The one way that writes go: the entry is kept, then the request leaves, then the entry is closed with what came of
 * it. Rejects only where `send` does, with the entry closed as unknown.
 */
export const recorded = async (
  journal: Journal,
  entry: NewEntry,
  send: () => Promise<Outcome>,
): Promise<Recorded> => {
  const entryId = await journal.record(entry);
  try {
    const outcome = await send();
    const { status, durationMs } = 'problem' in outcome ? outcome.problem : outcome.answer;
    await journal.close(entryId, {
      outcome: outcome.kind,
      ...(kindOfOutcome(outcome) === 'with-message' && { withMessage: true }),
      status,
      durationMs,
      words: wordsOf(outcome),
    });
    return { entryId, outcome };
  } catch (error) {
    await journal.close(entryId, { outcome: 'unknown' });
    throw error;
  }
};
