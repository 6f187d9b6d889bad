import { withMarks } from '#src/lib/invisible.ts';
import { memo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import type { Board } from '#src/features/calls/board/board.ts';
import type { Shown } from './view.ts';
import { laneFacts, spokenLane, sumWords, type LaneFacts } from './words.ts';
import styles from './Timeline.module.css';

const factsOf = (board: Board, id: string | undefined, now: number, mono: number) => {
  const view = id === undefined ? undefined : board.call(id);
  if (!view) return undefined;
  return { view, facts: laneFacts(view, { overview: board.overview(), now, mono }) };
};

type Props = { board: Board; shown: Shown; onOpen: (id: string) => void };

/** The one call that is pointed at, in words; where there is none, all of them. */
const Current = ({ board, shown, onOpen }: Props) => {
  const current = factsOf(board, shown.current, shown.at, useClocks().monotonicMs);
  if (!current) return <span className={styles['sum']}>{sumWords(shown.sum, shown.at)}</span>;
  const { view, facts } = current;
  const { id } = view.entry;
  return (
    <>
      <Status {...view.statusBadge} />
      <span className={classes(styles['id'], 'mono')}>{withMarks(id)}</span>
      <span className={styles['times']}>
        {facts.started}
        {facts.ended !== '–' && ` → ${facts.ended}`} · {facts.duration}
      </span>
      <Button size="sm" className={styles['open']} onClick={() => onOpen(id)}>
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
    <div id="calls-timeline-line" className={styles['line']}>
      <Current board={board} shown={shown} onOpen={onOpen} />
      <span className="vh" role="status" aria-label="Lane">
        {said?.text}
      </span>
    </div>
  );
};

type RowProps = LaneFacts & { id: string; word: string; row: number };

const Row = memo(({ id, word, started, ended, duration, row }: RowProps) => (
  <tr aria-rowindex={row}>
    <th scope="row">{withMarks(id)}</th>
    <td>{word}</td>
    <td>{started}</td>
    <td>{ended}</td>
    <td>{duration}</td>
  </tr>
));

/** The lanes in view as a table, for who cannot see the picture. */
export const TimelineTable = ({ board, shown }: Omit<Props, 'onOpen'>) => {
  const { first, ids, sum, at, mono } = shown;
  const known = { overview: board.overview(), now: at, mono };
  return (
    <div className="vh">
      <table aria-rowcount={sum.count + 1}>
        <caption>
          The calls in view, {ids.length === 0 ? 0 : first + 1} to {first + ids.length} of {sum.count}
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Call ID</th>
            <th scope="col">Status</th>
            <th scope="col">Started</th>
            <th scope="col">Ended</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id, index) => {
            const view = board.call(id);
            if (!view) return null;
            const facts = laneFacts(view, known);
            return <Row key={id} id={id} word={view.statusBadge.word} {...facts} row={first + index + 2} />;
          })}
        </tbody>
      </table>
    </div>
  );
};
