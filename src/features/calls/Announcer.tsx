import { useEffect, useState } from 'react';
import { useBoard } from './board/board.ts';
import type { CallView } from './call/call.ts';
import { sumUp } from './board/end-notifications.ts';

/** Changes within this time are spoken as one. */
const TOGETHER_MS = 2000;

const wordFor = ({ statusBadge }: CallView): string =>
  statusBadge.verbatim ? statusBadge.word : statusBadge.word.toLowerCase();

/** Speaks changes of status in sum, politely; never ticks. */
export const Announcer = () => {
  const board = useBoard();
  const [spoken, setSpoken] = useState({ text: '', turn: 0 });
  useEffect(() => {
    let words: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = board.onChange(({ statusChanged }) => {
      if (statusChanged.length === 0) return;
      words.push(...statusChanged.flatMap((id) => board.call(id) ?? []).map(wordFor));
      timer ??= setTimeout(() => {
        const text = sumUp(words);
        setSpoken(({ turn }) => ({ text, turn: turn + 1 }));
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
      {/* The same words once more are spoken only where they are a new element. */}
      <span key={spoken.turn}>{spoken.text}</span>
    </p>
  );
};
