import { memo } from 'react';
import type { Shown, TimelineBoard } from './timeline-view.ts';
import { laneFacts, type LaneFacts } from './timeline-words.ts';

type RowProps = LaneFacts & { id: string; word: string; row: number };

const Row = memo(({ id, word, started, ended, duration, row }: RowProps) => (
  <tr aria-rowindex={row}>
    <th scope="row">{id}</th>
    <td>{word}</td>
    <td>{started}</td>
    <td>{ended}</td>
    <td>{duration}</td>
  </tr>
));

/** The lanes in view as a table, for who cannot see the picture. */
export const TimelineTable = ({ board, shown }: { board: TimelineBoard; shown: Shown }) => {
  const { first, ids, sum, at, mono } = shown;
  const known = { overview: board.overview(), statuses: board.statuses, now: at, mono };
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
