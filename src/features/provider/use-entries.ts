import { useEffect, useState } from 'react';
import type { JournalEntry } from '#src/journal/entry.ts';
import { useScope } from '#src/journal/scope.ts';

const FILTER = { operations: ['save', 'delete'], limit: 50 } as const;

/** Saves and deletions of the journal, the newest first, and when they were read (epoch ms); followed while shown. */
export const useEntries = (): { entries: JournalEntry[]; at: number } | undefined => {
  const { journal } = useScope();
  const [latest, setLatest] = useState<{ entries: JournalEntry[]; at: number }>();
  useEffect(() => {
    let reading = 0;
    const read = async (): Promise<void> => {
      reading += 1;
      const mine = reading;
      const entries = await journal.list(FILTER);
      if (mine === reading) setLatest({ entries, at: Date.now() });
    };
    const leave = journal.subscribe(() => void read());
    void read();
    return () => {
      reading += 1;
      leave();
    };
  }, [journal]);
  return latest;
};
