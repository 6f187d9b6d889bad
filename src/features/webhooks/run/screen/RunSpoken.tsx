import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Run } from '#src/journal/runs/run.ts';
import { spokenWords } from './run-spoken.ts';
import type { Moment } from '#src/features/webhooks/run/run-words.ts';

/** Speaks where a run begins, at each quarter, and where it stops; never its lines. */
export const RunSpoken = ({ run, moment }: { run: Run; moment: Moment }) => {
  const [spoken, setSpoken] = useState('');
  const before = useRef<Run>(undefined);
  const speak = useEffectEvent((next: Run) => {
    const words = spokenWords(before.current, next, moment);
    before.current = next;
    if (words !== undefined) setSpoken(words);
  });
  useEffect(() => {
    // A region that has just come speaks only of what changes in it.
    const timer = setTimeout(() => speak(run));
    return () => clearTimeout(timer);
  }, [run]);
  return (
    <p className="vh" role="status" aria-label="Progress of the run">
      {spoken}
    </p>
  );
};
