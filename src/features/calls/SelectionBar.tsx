import { useStore } from 'zustand';
import { Button } from '#src/ui/forms/Button.tsx';
import { focusRow } from './board/focus-row.ts';
import type { VisibleRows } from './board/rows.ts';
import { useBoard } from './board/board.ts';
import { copyIds, stopWatching } from './board/actions.ts';
import { exportCalls } from './export.ts';
import type { Selection } from './table/selection.ts';
import styles from './Board.module.css';
import { number } from '#src/lib/count.ts';

/** What can be done with the selected calls; stands where the footer's words are. */
export const SelectionBar = ({ rows, selection }: { rows: VisibleRows; selection: Selection }) => {
  const board = useBoard();
  const count = useStore(selection, ({ ids }) => ids.size);
  const hidden = useStore(rows, selection.hidden);

  const leave = (act: () => void) => {
    const row = selection.getState().anchor;
    act();
    // The button with the keyboard is gone.
    const next = row !== undefined && rows.indexOf(row) !== -1 ? row : rows.at(0);
    if (next !== undefined) focusRow(next);
  };

  return (
    <div className={styles['selected']} role="group" aria-label="Selected calls">
      <span role="status">
        {number(count)} selected
        {hidden > 0 && <span className="quiet">, {number(hidden)} not shown</span>}
      </span>
      <Button
        variant="bare"
        size="sm"
        icon="x"
        onClick={() => leave(() => stopWatching(board, selection.ids()))}
      >
        Stop watching
      </Button>
      <Button variant="bare" size="sm" icon="copy" onClick={() => copyIds(selection.ids())}>
        Copy IDs
      </Button>
      <Button
        variant="bare"
        size="sm"
        icon="download"
        onClick={() => exportCalls(board, selection.ids(), 'csv')}
      >
        Export CSV
      </Button>
      <Button variant="bare" size="sm" onClick={() => exportCalls(board, selection.ids(), 'json')}>
        Export JSON
      </Button>
      <Button variant="bare" size="sm" onClick={() => leave(selection.clear)}>
        Clear selection
      </Button>
    </div>
  );
};
