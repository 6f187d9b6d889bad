import { useEffect, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import type { Shown, TimelineBoard } from './timeline-view.ts';
import { laneFacts, sumWords, spokenLane } from './timeline-words.ts';

/** The monotonic clock in milliseconds, read once a second. */
const useClock = (): number => {
  const [mono, setMono] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setMono(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return mono;
};

const factsOf = (board: TimelineBoard, id: string | undefined, now: number, mono: number) => {
  const view = id === undefined ? undefined : board.call(id);
  if (!view) return undefined;
  const { statuses } = board;
  return { view, facts: laneFacts(view, { overview: board.overview(), statuses, now, mono }) };
};

type Props = { board: TimelineBoard; shown: Shown; onOpen: (id: string) => void };

/** The one call that is pointed at, in words; where there is none, all of them. */
const Current = ({ board, shown, onOpen }: Props) => {
  const current = factsOf(board, shown.current, shown.at, useClock());
  if (!current) return <span className="tl-sum">{sumWords(shown.sum, shown.at)}</span>;
  const { view, facts } = current;
  const { id } = view.entry;
  return (
    <>
      <Status {...view.statusBadge} />
      <span className="tl-id mono">{id}</span>
      <span className="tl-times">
        {facts.started}
        {facts.ended !== '–' && ` → ${facts.ended}`} · {facts.duration}
      </span>
      <Button size="sm" className="tl-open" onClick={() => onOpen(id)}>
        Open
      </Button>
    </>
  );
};

/** The line under the picture, and what is spoken when the keyboard moves. */
export const TimelineLine = ({ board, shown, onOpen }: Props) => {
  const spoken = factsOf(board, shown.spoken, shown.at, shown.mono);
  const [said, setSaid] = useState<{ id: string; text: string }>();
  // Spoken once: what goes on with the time is not said again.
  if (spoken && said?.id !== spoken.view.entry.id) {
    const { view, facts } = spoken;
    setSaid({ id: view.entry.id, text: spokenLane(view, facts) });
  }
  return (
    <div className="tl-line">
      <Current board={board} shown={shown} onOpen={onOpen} />
      <span className="vh" role="status" aria-label="Lane">
        {said?.text}
      </span>
    </div>
  );
};
