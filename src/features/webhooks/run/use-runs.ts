import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Books } from '#src/journal/runs/books.ts';
import type { Run } from '#src/journal/runs/run.ts';

/** The runs in the books, the newest first, read anew as they change; undefined until the first reading. */
export const useRuns = (books: Books): readonly Run[] | undefined => {
  const [runs, setRuns] = useState<readonly Run[]>();
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const found = await books.runs();
      if (isCurrent) setRuns(found);
    };
    const leave = books.subscribe(() => void read());
    void read();
    return () => {
      isCurrent = false;
      leave();
    };
  }, [books]);
  return runs;
};

/** Why a run of so many pairs would end with this tab; undefined where it is kept, or as long as that is not known. */
export const useRefusal = (books: Books, pairs: number): 'refused' | 'full' | undefined => {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const hasRoom = pairs === 0 || (await books.hasRoom(pairs));
      if (isCurrent) setFull(!hasRoom);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [books, pairs]);
  const isKept = useSyncExternalStore(books.subscribe, books.isKept);
  if (!isKept) return 'refused';
  return isFull ? 'full' : undefined;
};
