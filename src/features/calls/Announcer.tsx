import { useEffect, useState } from 'react';
import type { Board } from './board.ts';
import type { CallView } from './overview.ts';
import { sumUp } from './words.ts';

/** Changes within this time are spoken as one. */
const TOGETHER_MS = 2000;

const wordFor = ({ look }: CallView): string => (look.verbatim ? look.word : look.word.toLowerCase());

/** Speaks changes of status in sum, politely; never ticks. */
export const Announcer = ({ board }: { board: Board }) => {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    let words: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = board.subscribeChanges((view) => {
      words.push(wordFor(view));
      timer ??= setTimeout(() => {
        setSpoken(sumUp(words));
        words = [];
        timer = undefined;
      }, TOGETHER_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [board]);
  return (
    <p className="vh" role="status" aria-label="Changes of status">
      {spoken}
    </p>
  );
};
