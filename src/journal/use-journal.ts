import { useEffect, useEffectEvent, useState } from 'react';
import { journalOf } from './journal-of.ts';
import type { Journal } from './journal.ts';
import { atMostEvery } from './at-most-every.ts';
import { useScope } from './scope.ts';

/** The journal of the signed-in person. */
export const useJournal = (): Journal => journalOf(useScope());

/** What was read, and when, epoch milliseconds. */
export type JournalRead<Value> = { value: Value; at: number };

/**
 * Reads the journal now, again each time it changes, and where `question` changes. What was read before stays until
 * then. Many changes at once cost one reading more, not one each. News of runs lead to a reading at most every
 * `runsEveryMs`: less often than they come where it is mostly entries that are read.
 */
export const useJournalRead = <Value>(
  read: (journal: Journal) => Promise<Value>,
  question: string,
  runsEveryMs = 0,
): JournalRead<Value> | undefined => {
  const journal = useJournal();
  const [latest, setLatest] = useState<JournalRead<Value>>();
  const readNow = useEffectEvent(() => read(journal));
  useEffect(() => {
    let isCurrent = true;
    let isReading = false;
    let hasChanged = false;
    const update = async (): Promise<void> => {
      hasChanged = isReading;
      if (isReading) return;
      isReading = true;
      const value = await readNow();
      isReading = false;
      if (!isCurrent) return;
      setLatest({ value, at: Date.now() });
      if (hasChanged) await update();
    };
    const calm = atMostEvery(runsEveryMs, () => void update());
    const leave = journal.subscribe((news) => (news === 'runs' ? calm.call() : void update()));
    void update();
    return () => {
      isCurrent = false;
      leave();
      calm.stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another question is asked anew
  }, [journal, question, runsEveryMs]);
  return latest;
};
